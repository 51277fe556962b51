package advice

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/provider"
)

// The core takes a plain object's method exactly where ways says so: objects
// that have one method each are asked for everything of their class.
func TestWaysAreThoseOfTheCore(t *testing.T) {
	d := &api.Descriptor{ID: "plain", Kind: api.KindNode, Features: api.Features()}
	planned, found := plan.New([]plan.Source{{Descriptor: d}})
	if planned == nil {
		t.Fatal(found.Err())
	}
	for _, has := range api.Methods() {
		p := plain(t, d, has)
		for _, m := range planned.Providers[0].Methods {
			if m.Gate.Class != has.Class || m.Name == "CloseInput" { // that one never goes to JavaScript
				continue
			}
			err := call(t.Context(), p, m)
			if err == nil {
				t.Fatalf("%s succeeds", m.Name)
			}
			serves := !strings.Contains(err.Error(), "has no method")
			if serves != slices.Contains(rowOf(t, m.Gate), has.Name) {
				t.Errorf("%s of a plain object serves %s: %v", has.Name, m.Name, serves)
			}
		}
		p.Close()
	}
}

func rowOf(t *testing.T, m api.Method) []string {
	t.Helper()
	for _, row := range ways[m.Class] {
		if row[0] == m.Name || m.Name == "list" && row[0] == "list_v2" {
			return row
		}
	}
	t.Fatalf("%s.%s is in no row", m.Class, m.Name)
	return nil
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
func call(ctx context.Context, p api.Provider, m plan.Method) error {
	f := reflect.ValueOf(p).MethodByName(m.Name)
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
