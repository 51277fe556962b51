package values

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/api"
)

var (
	cpu, secure, gpu = 2, true, "A10"
	at               = time.Date(2026, 1, 2, 3, 4, 5, 600_000_000, time.UTC)
)

// TestThereAndBack: what goes to JavaScript and comes back as it was is what
// was sent.
func TestThereAndBack(t *testing.T) {
	info := api.SandboxInfo{ID: "a", Template: "t", Status: api.StatusPaused, Metadata: map[string]string{"k": "v"}, EnvdURL: "http://h", EnvdToken: api.NewSecret("tok"),
		EnvdVersion: "0.6", Domain: "d", Region: "r", StartedAt: at, EndAt: at, CPUCount: 2, MemoryMB: 512}
	back(t, info, FromInfo(&info), deref(ToInfo))
	create := api.CreateRequest{Template: "t", Timeout: 90 * time.Second, Metadata: map[string]string{"k": "v"}, Envs: map[string]string{"E": "1"},
		CPU: &cpu, Memory: &cpu, Disk: &cpu, GPU: &gpu, Secure: &secure, AutoPause: true, RequestTimeout: time.Second, Options: map[string]any{"o": 1.0}}
	back(t, create, FromCreate(create), func(v any) (api.CreateRequest, error) {
		return ToCreate(v, map[string]any{"requestTimeout": 1.0}), nil
	})
	list := api.ListRequest{Status: "running", Limit: 3, Offset: 4, Cursor: "c"}
	back(t, list, FromList(list), sure(ToList))
	port := api.PortURL{URL: "https://x", Headers: map[string]string{"H": "v"}}
	back(t, port, FromPort(&port), deref(ToPort))
	target := api.Target{SandboxID: "a", EnvdURL: "u", Token: "tok", Domain: "d", EnvdVersion: "1"}
	back(t, target, FromToken(target), func(v any) (api.Target, error) { return ToTarget("u", v), nil })
	start := api.StartRequest{Cmd: "c", Args: []string{"a", ""}, Env: map[string]string{"E": "1"}, Cwd: "/", User: "u", Timeout: 1500 * time.Millisecond, Stdin: true}
	back(t, start, FromStart(start), sure(ToStart))
	term := api.TerminalRequest{Cols: 1, Rows: 2, Cmd: "c", Args: []string{"a"}, Env: map[string]string{"E": "1"}, Cwd: "/", User: "u"}
	back(t, term, FromTerminal(term), sure(ToTerminal))
	processes := []api.ProcessInfo{{PID: "12", Command: "c", Status: "running"}, {PID: "tag-1", Command: "d", Status: "s"}}
	back(t, processes, FromProcesses(processes), ToProcesses)
	files := []api.FileInfo{{Name: "n", Path: "/n", Type: api.TypeDirectory, Size: 1 << 40, Mode: 0o755, Modified: at, Symlink: "/m"}}
	back(t, files, FromFiles(files), ToFiles)
	event := api.FileEvent{Type: "renamed", Path: "b", OldPath: "a"}
	back(t, event, FromEvent(event), ToEvent)
	code := api.CodeRequest{Code: "1", Language: "r", ContextID: "c", Mode: "stateless", Timeout: time.Second, Envs: map[string]string{"E": "1"}}
	back(t, code, FromCode(code), sure(ToCode))
	result := api.CodeResult{Text: "t", Stdout: "o", Stderr: "e", ExitCode: 1, Results: []map[string]any{{"png": "x"}}, Error: &api.CodeError{Name: "n", Value: "v", Traceback: "t"}, Elapsed: time.Second}
	back(t, result, FromResult(&result), deref(ToResult))
	contexts := []api.CodeContext{{ID: "c", Language: "l", Cwd: "/"}}
	back(t, contexts, FromContexts(contexts), ToContexts)
	chunk := api.Chunk{Kind: api.ChunkExit, ExitCode: -1, Signal: 9}
	back(t, chunk, FromChunk("7", chunk), func(v any) (api.Chunk, error) { c, pid, err := ToChunk(v); return c, errors.Join(err, wantPID(pid)) })
}

func wantPID(pid api.PID) error {
	if pid != "7" {
		return errors.New("the pid is " + string(pid))
	}
	return nil
}

func back[T any](t *testing.T, want T, crossed any, read func(any) (T, error)) {
	t.Helper()
	for _, v := range []any{crossed, camelCased(crossed)} {
		got, err := read(v)
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%T (-sent +back):\n%s", want, diff)
		}
	}
}

// camelCased is the other casing that an author may use, one level deep.
func camelCased(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, item := range v {
			out[camel(key)] = item
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = camelCased(v[i])
		}
		return out
	}
	return v
}

func deref[T any](read func(any) (*T, error)) func(any) (T, error) {
	return func(v any) (T, error) {
		p, err := read(v)
		if err != nil {
			var zero T
			return zero, err
		}
		return *p, nil
	}
}

func sure[T any](read func(any) T) func(any) (T, error) {
	return func(v any) (T, error) { return read(v), nil }
}

func TestSpellings(t *testing.T) {
	s, err := ToInfo(map[string]any{"sandboxID": "a", "templateID": "t", "state": "paused", "envdAccessToken": "x"})
	if err != nil || s.ID != "a" || s.Template != "t" || s.Status != api.StatusPaused || s.EnvdToken.Reveal() != "x" {
		t.Errorf("%+v, %v", s, err)
	}
	if s, _ := ToInfo(map[string]any{"sandbox_id": "a", "status": "flying"}); s.Status != api.StatusRunning {
		t.Errorf("an unknown status became %q", s.Status)
	}
	for v, want := range map[string]int{"TERM": 15, "SIGKILL": 9, "SIGNAL_SIGTERM": 15, "15": 15} {
		if got := ToSignal(map[string]any{"signal": v}); got != want {
			t.Errorf("signal %s is %d", v, got)
		}
	}
	if p, err := ToPort([]any{"https://x", map[string]any{"a": "b"}}); err != nil || p.URL != "https://x" || p.Headers["a"] != "b" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestContents(t *testing.T) {
	pieces := []any{"a", []byte{0, 0xff}, "", "b"}
	next := func() (any, error) {
		if len(pieces) == 0 {
			return nil, io.EOF
		}
		v := pieces[0]
		pieces = pieces[1:]
		return v, nil
	}
	closed := false
	r, err := ToReader(Generate(next, func(v any) any { return v }, func() error { closed = true; return nil }))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil || string(data) != "a\x00\xffb" || r.Close() != nil || !closed {
		t.Errorf("%q, %v, closed %t", data, err, closed)
	}
	if _, err := ToReader(3.0); api.CodeOf(err) != api.CodeProvider {
		t.Error(err)
	}
	s := FromReader(io.NopCloser(strings.NewReader(strings.Repeat("x", 100_000))))
	n := 0
	for {
		v, err := s.Recv()
		if err != nil {
			break
		}
		n += len(v.([]byte))
	}
	if n != 100_000 {
		t.Errorf("%d bytes", n)
	}
	if _, err := Whole(io.LimitReader(zeros{}, MaxWhole+1)); api.CodeOf(err) != api.CodeFileSizeLimit {
		t.Error(err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// FuzzRead hands generated results to every reader: an error or a value, never
// a panic.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{`null`, `{"sandbox_id":1,"metadata":[],"started_at":{}}`, `[{"pid":null},3]`, `{"type":"exit","exit_code":1e300}`, `{"result":{"entry":{"path":3}}}`,
		`{"error":{"name":[]},"results":[1,null]}`, `{"timeout":-1,"args":{"length":9}}`, `[["a"],{}]`, `"x"`} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		var v any
		if json.Unmarshal([]byte(text), &v) != nil {
			return
		}
		_, _ = ToInfo(v)
		_, _ = ToInfos(v)
		_, _ = ToPort(v)
		_, _, _ = ToChunk(v)
		_, _ = ToProcesses(v)
		_, _ = ToFiles(v)
		_, _ = ToEvent(v)
		_, _ = ToResult(v)
		_, _ = ToContexts(v)
		_, _ = ToURL(v)
		_, _ = ToBool(v)
		_, _ = ToReader(v)
		_ = ToCreate(v, v)
		_, _, _, _ = ToStart(v), ToTerminal(v), ToCode(v), ToList(v)
		_, _, _ = ToTarget(v, v), ToPID(v), ToSignal(v)
	})
}
