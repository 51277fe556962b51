package epp

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// Whatever a host sends: no panic, only JSON objects within the limit come
// back, and no request is answered twice.
func FuzzServe(f *testing.F) {
	f.Add([]byte(hello + "\n" + req("2", "sandbox.get", `{"sandbox_id":"sb1"}`) + "\n" + req("3", "shutdown", "{}") + "\n"))
	f.Add([]byte("\r\n[]\n{\n\"\xff\"\n" + hello + "\n" + req(`"a"`, "exec.start", `{"cmd":"out:x"}`)))
	f.Add([]byte(hello + "\n" + req("2", "pty.write", `{"process_id":1,"data_b64":"eA=="}`) + "\n" + `{"jsonrpc":"2.0","method":"$/cancel","params":{"id":2}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		in = bytes.ReplaceAll(in, []byte("wait"), nil)
		in = bytes.ReplaceAll(in, []byte("slow"), nil)
		var out bytes.Buffer
		provider := newFake()
		plugin := Plugin{Descriptor: descriptor, Open: func(context.Context, Init) (api.Provider, error) { return stub{provider}, nil }}
		if err := Serve(context.Background(), bytes.NewReader(in), &out, plugin); err != nil {
			t.Fatal(err)
		}
		asked := bytes.Count(in, []byte("id"))
		answers := 0
		for line := range strings.Lines(out.String()) {
			var m message
			if err := json.Unmarshal([]byte(line), &m); err != nil || len(line) > MaxLine {
				t.Fatalf("%v: %.200s", err, line)
			}
			if m.Method == "" && string(m.ID) != "null" {
				answers++
			}
		}
		if answers > asked {
			t.Errorf("%d answers to at most %d requests", answers, asked)
		}
	})
}

// FuzzIDScanner holds the scanner against a JSON parser.
func FuzzIDScanner(f *testing.F) {
	f.Add([]byte(`{"params":{"id":1},"id":"x\"y"}`))
	f.Add([]byte(`{"a":[{"id":2}],"id" : 3 }`))
	f.Add([]byte(`{"id":{"a":1},"b":":,"}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		var scan idScanner
		scan.feed(in)
		got := scan.id()
		fields := map[string]json.RawMessage{}
		if len(in) > maxID || !json.Valid(in) || bytes.Count(in, []byte("id")) > 1 || json.Unmarshal(in, &fields) != nil {
			return
		}
		if want := fields["id"]; validID(want) && !bytes.Equal(got, want) {
			t.Errorf("%s: found %s", in, got)
		}
	})
}

// stub answers what the fake leaves out.
type stub struct{ *fake }

func (stub) List(context.Context, api.ListRequest) (*api.ListPage, error) {
	return &api.ListPage{}, nil
}
func (s stub) Connect(ctx context.Context, id string) (*api.SandboxInfo, error) {
	return s.GetInfo(ctx, id)
}
func (stub) SetTimeout(context.Context, string, int) error                   { return nil }
func (stub) Pause(context.Context, string) error                             { return nil }
func (stub) Resume(context.Context, string) error                            { return nil }
func (stub) MakeDir(context.Context, string, string) error                   { return nil }
func (stub) Remove(context.Context, string, string) error                    { return nil }
func (stub) Move(context.Context, string, string, string) error              { return nil }
func (stub) SendSignal(context.Context, string, api.PID, int) error          { return nil }
func (stub) ListDir(context.Context, string, string) ([]api.FileInfo, error) { return nil, nil }
func (stub) Stat(context.Context, string, string) (*api.FileInfo, error) {
	return &api.FileInfo{Name: "x"}, nil
}
func (stub) ListProcesses(context.Context, string) ([]api.ProcessInfo, error) { return nil, nil }
func (stub) PortURL(context.Context, string, int) (*api.PortURL, error) {
	return &api.PortURL{URL: "http://x"}, nil
}
func (stub) OpenTerminal(context.Context, string, api.TerminalRequest) (api.Terminal, error) {
	return nil, api.Errorf(api.CodeProvider, "no terminal")
}
