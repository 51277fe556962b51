package epp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// fake is a provider whose sandboxes live in memory and whose commands are
// words: what the tests of a protocol need of a backend.
type fake struct {
	api.Provider // the methods that no test calls
	mu           sync.Mutex
	files        map[string][]byte
	killed       []api.PID
	closed       atomic.Int32
	hangs        chan struct{} // where there is one, the first Close waits for the second
	inputs       []string
}

var descriptor = &api.Descriptor{
	ID: "fake", Version: "1.0", Kind: api.KindExec, StartupTimeout: 5 * time.Second, CallTimeout: 5 * time.Second,
	Features:   []api.Feature{api.FeatureSandboxLifecycle, api.FeatureExecRun, api.FeatureExecStream, api.FeatureFilesRW, api.FeatureProcessManage, api.FeaturePTY},
	Operations: api.Operations{CLI: []string{"exec.run", "sandbox.create"}, Python: []string{"sandbox.create"}},
	Workflow:   api.Workflow{Inputs: []string{"image"}},
}

func newFake() *fake { return &fake{files: map[string][]byte{}} }

func (f *fake) Close() error {
	switch n := f.closed.Add(1); {
	case f.hangs == nil:
	case n == 1:
		<-f.hangs
	default:
		close(f.hangs)
	}
	return nil
}

func (f *fake) Create(_ context.Context, req api.CreateRequest) (*api.SandboxInfo, error) {
	if req.Template == "nope" {
		return nil, api.Errorf(api.CodeTemplateNotFound, "no such template")
	}
	return &api.SandboxInfo{ID: "sb1", Template: req.Template, Status: api.StatusRunning, EnvdURL: "http://secret.host", EnvdToken: api.NewSecret("token")}, nil
}

func (f *fake) GetInfo(ctx context.Context, id string) (*api.SandboxInfo, error) {
	switch id {
	case "sb1":
		return &api.SandboxInfo{ID: id, Status: api.StatusRunning}, nil
	case "slow":
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return nil, api.Errorf(api.CodeSandboxNotFound, "sandbox %q does not exist", id)
}

func (f *fake) Kill(_ context.Context, id string) error {
	_, err := f.GetInfo(context.Background(), id)
	return err
}

func (f *fake) SendInput(_ context.Context, _ string, _ api.PID, data []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inputs = append(f.inputs, string(data))
	return nil
}

func (f *fake) Read(_ context.Context, _, path string) (io.ReadCloser, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	data, ok := f.files[path]
	if !ok {
		return nil, api.Errorf(api.CodeFileNotFound, "no such file")
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

func (f *fake) Write(_ context.Context, _, path string, content io.Reader) error {
	data, err := io.ReadAll(content)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files[path] = data
	return err
}

func (f *fake) Start(ctx context.Context, _ string, req api.StartRequest) (api.ProcessStream, error) {
	return &fakeStream{f: f, ctx: ctx, timeout: req.Timeout, words: append([]string{req.Cmd}, req.Args...)}, nil
}

func (f *fake) OpenTerminal(ctx context.Context, _ string, _ api.TerminalRequest) (api.Terminal, error) {
	return fakeTerminal{fakeStream: &fakeStream{f: f, ctx: ctx, words: []string{"wait"}}}, nil
}

// fakeTerminal waits for the end of its context.
type fakeTerminal struct {
	api.Terminal // the methods that no test calls
	*fakeStream
}

func (t fakeTerminal) PID() api.PID             { return t.fakeStream.PID() }
func (t fakeTerminal) Recv() (api.Chunk, error) { return t.fakeStream.Recv() }
func (t fakeTerminal) Close() error             { return t.fakeStream.Close() }

// stopped gives the processes that were ended before their time.
func (f *fake) stopped() []api.PID {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.killed)
}

// fakeStream says its words: "out:x", "err:x", "exit:3" and "signal:9" are
// chunks, "wait" waits for the end of its context or its timeout, "cut" fails.
type fakeStream struct {
	f       *fake
	ctx     context.Context
	timeout time.Duration
	words   []string
}

func (s *fakeStream) PID() api.PID { return "42" }
func (s *fakeStream) Close() error { return nil }

func (s *fakeStream) Recv() (api.Chunk, error) {
	if len(s.words) == 0 {
		return api.Chunk{Kind: api.ChunkExit}, nil
	}
	word, rest, _ := strings.Cut(s.words[0], ":")
	s.words = s.words[1:]
	switch word {
	case "out":
		return api.Chunk{Kind: api.ChunkStdout, Data: []byte(rest)}, nil
	case "err":
		return api.Chunk{Kind: api.ChunkStderr, Data: []byte(rest)}, nil
	case "big":
		return api.Chunk{Kind: api.ChunkStdout, Data: bytes.Repeat([]byte(rest), 2<<20)}, nil
	case "exit":
		return api.Chunk{Kind: api.ChunkExit, ExitCode: int(rest[0] - '0')}, nil
	case "signal":
		return api.Chunk{Kind: api.ChunkExit, ExitCode: -1, Signal: int(rest[0] - '0')}, nil
	case "cut":
		return api.Chunk{}, api.Errorf(api.CodeEnvdRPC, "the stream was cut")
	}
	return s.wait()
}

func (s *fakeStream) wait() (api.Chunk, error) {
	var expired <-chan time.Time
	if s.timeout > 0 {
		expired = time.After(s.timeout)
	}
	defer func() { s.f.mu.Lock(); s.f.killed = append(s.f.killed, s.PID()); s.f.mu.Unlock() }()
	select {
	case <-s.ctx.Done():
		return api.Chunk{}, s.ctx.Err()
	case <-expired:
		return api.Chunk{}, api.Errorf(api.CodeCommandTimeout, "the command did not end in time")
	}
}

// session drives a served fake with lines, in virtual time.
type session struct {
	t     *testing.T
	fake  *fake
	in    *io.PipeWriter
	lines chan string
	ended chan error
	start time.Time
	term  context.CancelFunc
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":"epp/1","config":{"api_key":"k"}}}`

func serve(t *testing.T) *session {
	f := newFake()
	return serveAs(t, f, f)
}

// serveAs serves a provider that is f, or has it in it.
func serveAs(t *testing.T, f *fake, provider api.Provider) *session {
	in, inWriter := io.Pipe()
	outReader, out := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{t: t, fake: f, in: inWriter, lines: make(chan string, 1000), ended: make(chan error, 1), start: time.Now(), term: cancel}
	plugin := Plugin{Descriptor: descriptor, Open: func(context.Context, Init) (api.Provider, error) { return provider, nil }}
	go func() {
		s.ended <- Serve(ctx, in, out, plugin)
		cancel()
		out.Close()
		in.Close()
	}()
	go func() {
		defer close(s.lines)
		r := bufio.NewReaderSize(outReader, MaxLine)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			if len(line) > MaxLine {
				t.Errorf("a line of %d bytes", len(line))
			}
			s.lines <- strings.TrimSuffix(line, "\n")
		}
	}()
	return s
}

func (s *session) send(lines ...string) {
	s.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(s.in, line+"\n"); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *session) next() string {
	s.t.Helper()
	select {
	case line, ok := <-s.lines:
		if !ok {
			s.t.Fatal("the plugin ended")
		}
		return line
	case <-time.After(time.Minute):
		s.t.Fatal("no answer")
	}
	return ""
}

func (s *session) want(lines ...string) {
	s.t.Helper()
	for _, want := range lines {
		if got := s.next(); got != want {
			s.t.Errorf("got  %.300s\nwant %.300s", got, want)
		}
	}
}

// eof ends the input and gives the time from then to the plugin's end.
func (s *session) eof() time.Duration {
	s.t.Helper()
	s.in.Close()
	return s.end()
}

func (s *session) end() time.Duration {
	s.t.Helper()
	from := time.Now()
	if err := <-s.ended; err != nil {
		s.t.Errorf("Serve: %v", err)
	}
	if s.fake.closed.Load() == 0 {
		s.t.Error("the provider was not closed")
	}
	return time.Since(from)
}

// inTime runs a story in virtual time, initialized.
func inTime(t *testing.T, story func(t *testing.T, s *session)) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		s.send(hello)
		var got struct{ Result handshake }
		if err := json.Unmarshal([]byte(s.next()), &got); err != nil || got.Result.Protocol != "epp/1" {
			t.Fatal("no handshake")
		}
		story(t, s)
	})
}
