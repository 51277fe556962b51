package advice

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/provider"
)

// rows are the methods of api.Provider that JavaScript may answer, each by the
// first name of its row of ways.
var rows = map[api.Class]map[string]string{
	api.ClassSandbox: {
		"Create": "create", "List": "list_v2", "GetInfo": "get_info", "Connect": "connect", "IsRunning": "is_running", "Kill": "kill",
		"SetTimeout": "set_timeout", "Pause": "pause", "Resume": "resume", "PortURL": "port_url",
	},
	api.ClassProcess: {
		"Start": "start", "ListProcesses": "list_processes", "ConnectToProcess": "connect_to_process", "ResizeProcess": "update",
		"SendInput": "send_input", "SendSignal": "send_signal", "KillProcess": "kill", "OpenTerminal": "open_terminal",
	},
	api.ClassFilesystem: {
		"Stat": "stat", "ListDir": "list_dir", "MakeDir": "make_dir", "Remove": "remove", "Move": "move", "Exists": "exists", "Read": "read",
		"Write": "write", "WatchDir": "watch_dir", "UploadURL": "upload_url", "DownloadURL": "download_url",
	},
	api.ClassCode: {
		"RunCode": "run_code", "CreateContext": "create_context", "ListContexts": "list_contexts", "RestartContext": "restart_context",
		"RemoveContext": "remove_context",
	},
}

// The core takes a plain object's method exactly where ways says so: objects
// that have one method each are asked for everything of their class.
func TestWaysAreThoseOfTheCore(t *testing.T) {
	d := &api.Descriptor{ID: "plain", Kind: api.KindNode, Features: api.Features()}
	for _, has := range api.Methods() {
		p := plain(t, d, has)
		for name, first := range rows[has.Class] {
			err := call(t.Context(), p, name)
			if err == nil {
				t.Fatalf("%s succeeds", name)
			}
			row := ways[has.Class][slices.IndexFunc(ways[has.Class], func(row []string) bool { return row[0] == first })]
			serves := !strings.Contains(err.Error(), "has no method")
			if serves != slices.Contains(row, has.Name) {
				t.Errorf("%s of a plain object serves %s: %v", has.Name, name, serves)
			}
		}
		p.Close()
	}
}

// plain opens a provider whose protocol of a class has one method only.
func plain(t *testing.T, d *api.Descriptor, has api.Method) api.Provider {
	t.Helper()
	kit := map[api.Class]string{
		api.ClassSandbox: "SandboxProtocol", api.ClassProcess: "ProcessProtocol", api.ClassFilesystem: "FilesystemProtocol", api.ClassCode: "CodeInterpreterProtocol",
	}
	var fields []string
	for class, name := range kit {
		made := "new kit." + name + "(http)"
		if class == has.Class {
			made = "{ " + has.Name + "() { throw new Error('reached'); } }"
		}
		fields = append(fields, fmt.Sprintf("%s_protocol: %s", class, made))
	}
	bundle := `var __abx_provider = { default: (kit) => ({ buildInfra(ctx) {
		const http = ctx.http({ base_url: "http://127.0.0.1:1", domain: "localhost:1" });
		return { http_client: http, ` + strings.Join(fields, ", ") + ` };
	} }) };`
	p, err := provider.Open(t.Context(), api.Linked{Descriptor: d, Bundle: []byte(bundle)}, provider.Options{
		Guest: server.InProcess, Values: config.Resolved{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// call calls a method with arguments that only have the right types.
func call(ctx context.Context, p api.Provider, name string) error {
	f := reflect.ValueOf(p).MethodByName(name)
	args := []reflect.Value{reflect.ValueOf(ctx)}
	for i := 1; i < f.Type().NumIn(); i++ {
		switch in := f.Type().In(i); {
		case in == reflect.TypeFor[io.Reader]():
			args = append(args, reflect.ValueOf(strings.NewReader("")))
		case in.Kind() == reflect.String:
			args = append(args, reflect.ValueOf("x").Convert(in))
		case in.Kind() == reflect.Int:
			args = append(args, reflect.ValueOf(1))
		default:
			args = append(args, reflect.Zero(in))
		}
	}
	out := f.Call(args)
	err, _ := out[len(out)-1].Interface().(error)
	return err
}

// Every gated method stands in a row, itself or as another name.
func TestWaysAreWhole(t *testing.T) {
	for _, m := range api.Methods() {
		if !slices.ContainsFunc(ways[m.Class], func(row []string) bool { return slices.Contains(row, m.Name) }) {
			t.Errorf("%s.%s is missing", m.Class, m.Name)
		}
	}
}
