package e2b

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

var cat = api.StartRequest{Cmd: "cat"}

func TestStreamsThatEndBadly(t *testing.T) {
	for _, tt := range []struct {
		name  string
		serve func(w *frameWriter)
		code  api.Code
		says  string
	}{
		{"cut in the middle", func(w *frameWriter) {
			w.out("partial\n")
			panic(http.ErrAbortHandler)
		}, api.CodeNetwork, "cut off"},
		{"cut inside a frame", func(w *frameWriter) {
			w.out("partial\n")
			w.raw([]byte{0, 0, 0, 1, 0, '{'})
		}, api.CodeNetwork, "cut off"},
		{"a clean end without an end event or frame", func(w *frameWriter) { w.out("partial\n") }, api.CodeNetwork, "cut off"},
		{"an end frame without an end event", func(w *frameWriter) {
			w.out("partial\n")
			w.send(flagEnd, "{}")
		}, api.CodeNetwork, "before the program's end was known"},
		{"an end event without an end frame", func(w *frameWriter) {
			w.out("partial\n")
			w.send(0, `{"event":{"end":{"exited":true,"status":"exit status 0"}}}`)
		}, api.CodeNetwork, "cut off"},
		{"an error in the end frame", func(w *frameWriter) {
			w.out("partial\n")
			w.send(flagEnd, `{"error":{"code":"deadline_exceeded","message":"context deadline exceeded"}}`)
		}, api.CodeEnvdRPC, "deadline_exceeded: context deadline exceeded"},
		{"an error after the end event", func(w *frameWriter) {
			w.out("partial\n")
			w.send(0, `{"event":{"end":{"exited":true,"status":"exit status 0"}}}`)
			w.send(flagEnd, `{"error":{"code":"internal","message":"lost output"}}`)
		}, api.CodeEnvdRPC, "lost output"},
		{"a frame that promises 4 GiB", func(w *frameWriter) {
			w.out("partial\n")
			w.raw([]byte{0, 255, 255, 255, 255})
		}, api.CodeEnvdRPC, "over the limit"},
		{"a compressed frame", func(w *frameWriter) {
			w.out("partial\n")
			w.send(flagCompressed, "xx")
		}, api.CodeEnvdRPC, "compressed"},
		{"no JSON", func(w *frameWriter) {
			w.out("partial\n")
			w.send(0, "<html>")
		}, api.CodeEnvdRPC, "no JSON"},
		{"bare JSON instead of frames", func(w *frameWriter) {
			w.out("partial\n")
			w.raw([]byte(`{"error":{"code":"internal","message":"broken"}}`))
		}, api.CodeEnvdRPC, "internal: broken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, c, target := newEnvd(t, func(w *frameWriter, _ *http.Request) {
				w.begin()
				tt.serve(w)
			})
			s, err := c.Start(context.Background(), target, cat)
			if err != nil {
				t.Fatal(err)
			}
			out, _, exit, err := drain(s)
			wantCode(t, err, tt.code)
			if !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%q does not say %q", err, tt.says)
			}
			if out != "partial\n" || exit.Kind != "" {
				t.Errorf("out %q, exit %+v", out, exit)
			}
			if _, err := s.Recv(); err != io.EOF {
				t.Errorf("after the failure: %v", err)
			}
		})
	}
}

func TestExitCodes(t *testing.T) {
	for event, want := range map[string]api.Chunk{
		`{"exited":true,"status":"exit status 0"}`:                          {},
		`{"exited":true,"status":"exit status 5"}`:                          {ExitCode: 5},
		`{"exitCode":127,"exited":true,"status":"exit status 127"}`:         {ExitCode: 127},
		`{"exitCode":-1,"status":"signal: killed"}`:                         {ExitCode: -1, Signal: 9},
		`{"status":"signal: segmentation fault (core dumped)"}`:             {ExitCode: -1, Signal: 11},
		`{"exitCode":-1,"status":"signal: signal 34"}`:                      {ExitCode: -1, Signal: 34},
		`{"status":"done"}`:                                                 {},
		`{}`:                                                                {},
		`{"exitCode":3,"exited":true,"status":"exit status 3","error":"x"}`: {ExitCode: 3},
	} {
		_, c, target := newEnvd(t, func(w *frameWriter, _ *http.Request) {
			w.begin()
			w.end(event)
		})
		s, err := c.Start(context.Background(), target, cat)
		if err != nil {
			t.Fatal(err)
		}
		_, _, exit, err := drain(s)
		want.Kind = api.ChunkExit
		if err != io.EOF || exit.ExitCode != want.ExitCode || exit.Signal != want.Signal || exit.Kind != want.Kind {
			t.Errorf("%s: %+v %v", event, exit, err)
		}
	}
}

func TestPiecesAreKeptApart(t *testing.T) {
	euro := "€😀"
	_, c, target := newEnvd(t, func(w *frameWriter, _ *http.Request) {
		w.begin()
		for i := range len(euro) {
			w.out(euro[i : i+1])
			w.alive()
		}
		w.end(`{"exited":true}`)
	})
	s, err := c.Start(context.Background(), target, cat)
	if err != nil {
		t.Fatal(err)
	}
	var text api.TextDecoder
	var got string
	for {
		chunk, err := s.Recv()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got += text.Decode(chunk.Data)
	}
	if got += text.Flush(); got != euro {
		t.Errorf("got %q", got)
	}
}

func TestTimeoutKillsRemotely(t *testing.T) {
	envd, c, target := newEnvd(t, func(w *frameWriter, r *http.Request) {
		w.begin()
		for w.alive() == nil && r.Context().Err() == nil {
			time.Sleep(time.Millisecond) // a server that keeps talking
		}
	})
	s, err := c.Start(context.Background(), target, api.StartRequest{Cmd: "sleep", Timeout: 50 * time.Millisecond})
	if err == nil { // on a busy machine the time may be up before the start is in
		_, _, _, err = drain(s)
	}
	wantCode(t, err, api.CodeCommandTimeout)
	select {
	case sent := <-envd.signals:
		if sent != `{"process":{"pid":4242},"signal":"SIGNAL_SIGKILL"}` {
			t.Errorf("sent %s", sent)
		}
	default:
		t.Error("the failure was reported before the program was killed")
	}
	if h := await(t, "the start", envd.headers); h.Get("Connect-Timeout-Ms") != "5050" {
		t.Errorf("the server was told %q", h.Get("Connect-Timeout-Ms"))
	}
}

func TestCancelKillsRemotely(t *testing.T) {
	begun := make(chan struct{})
	envd, c, target := newEnvd(t, func(w *frameWriter, r *http.Request) {
		w.begin()
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(context.Background())
	s, err := c.Start(ctx, target, cat)
	if err != nil {
		t.Fatal(err)
	}
	go func() { close(begun); cancel() }()
	<-begun
	_, _, _, err = drain(s)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	await(t, "the signal", envd.signals)
	if h := await(t, "the start", envd.headers); h.Get("Connect-Timeout-Ms") != "" {
		t.Errorf("a deadline was told where there is none: %q", h.Get("Connect-Timeout-Ms"))
	}
}

func TestCancelBeforeThePidIsKnown(t *testing.T) {
	arrived, cancelled := make(chan struct{}), make(chan struct{})
	envd, c, target := newEnvd(t, func(w *frameWriter, r *http.Request) {
		close(arrived)
		<-cancelled
		w.begin()
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-arrived; cancel(); close(cancelled) }()
	// The pid may come just before the cancellation is seen: then the stream says it.
	s, err := c.Start(ctx, target, cat)
	if err == nil {
		_, err = s.Recv()
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	await(t, "the signal", envd.signals)
}

func TestCloseLeavesTheProgram(t *testing.T) {
	envd, c, target := newEnvd(t, func(w *frameWriter, r *http.Request) {
		w.begin()
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(context.Background())
	for _, begin := range []func() (api.ProcessStream, error){
		func() (api.ProcessStream, error) { return c.Start(ctx, target, cat) },
		func() (api.ProcessStream, error) { return c.ConnectToProcess(ctx, target, "4242") },
	} {
		s, err := begin()
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		await(t, "the leaving", envd.left)
	}
	s, err := c.ConnectToProcess(ctx, target, "4242")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := s.Recv(); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	await(t, "the leaving", envd.left)
	if len(envd.signals) != 0 {
		t.Errorf("a signal was sent: %s", <-envd.signals)
	}
}

func TestNobodyReads(t *testing.T) {
	const much = 128 << 20
	written := make(chan int, 1)
	_, c, target := newEnvd(t, func(w *frameWriter, _ *http.Request) {
		w.begin()
		http.NewResponseController(w.w).SetWriteDeadline(time.Now().Add(time.Second))
		n, piece := 0, strings.Repeat("x", 32<<10)
		for n < much && w.out(piece) == nil {
			n += len(piece)
		}
		written <- n
	})
	s, err := c.Start(context.Background(), target, cat)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if n := await(t, "the end of writing", written); n >= much {
		t.Errorf("the client took %d bytes that nobody read", n)
	}
}

func TestLongOutputInOrder(t *testing.T) {
	const lines = 100_000
	_, c, target := newEnvd(t, func(w *frameWriter, _ *http.Request) {
		w.begin()
		for i := range lines / 100 {
			var b strings.Builder
			for j := range 100 {
				b.WriteString(textOf(i*100+j) + "\n")
			}
			w.out(b.String())
		}
		w.end(`{"exited":true}`)
	})
	s, err := c.Start(context.Background(), target, cat)
	if err != nil {
		t.Fatal(err)
	}
	out, _, _, err := drain(s)
	if err != io.EOF {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
		if line != textOf(i) {
			t.Fatalf("line %d is %q", i, line)
		}
	}
}

func TestBadRequestsAreNotSent(t *testing.T) {
	envd, c, target := newEnvd(t, func(*frameWriter, *http.Request) {})
	ctx := context.Background()
	_, err := c.Start(ctx, target, api.StartRequest{})
	wantCode(t, err, api.CodeConfig)
	_, err = c.Start(ctx, target, api.StartRequest{Cmd: "id", User: "a:b"})
	wantCode(t, err, api.CodeConfig)
	wantCode(t, c.SendSignal(ctx, target, "1", 2), api.CodeProcess)
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, err = c.Start(over, target, cat); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	strict, _ := New(Config{})
	_, err = strict.Start(ctx, api.Target{SandboxID: "a", EnvdURL: envd.URL}, cat)
	wantCode(t, err, api.CodeTokenExpired)
	if len(envd.headers)+len(envd.signals) != 0 {
		t.Error("something was sent")
	}
}

func TestTheSandboxIsGone(t *testing.T) {
	for body, want := range map[string]string{
		`{"sandboxId":"x","message":"The sandbox was not found","code":502}`:                                `[E2009] sandbox "sbxid" was not found`,
		`{"sandboxId":"x","message":"The sandbox is running but port is not open","port":49983,"code":502}`: "[E5001] the sandbox runs, but nothing listens on the port",
		"<html><b>502 Bad Gateway</b></html>":                                                               "[E5000] the gateway in front answered HTTP 502",
	} {
		_, c, target := newEnvd(t, func(w *frameWriter, _ *http.Request) {
			w.w.WriteHeader(http.StatusBadGateway)
			io.WriteString(w.w, body)
		})
		_, err := c.Start(context.Background(), target, cat)
		if err == nil || strings.Split(err.Error(), "\n")[0] != want {
			t.Errorf("got %v", err)
		}
	}
}

// A server that sends keepalives has to go on doing so; of one that never sent
// any, silence says nothing.
func TestSilentStreams(t *testing.T) {
	for name, serve := range map[string]func(w *frameWriter){
		"after a keepalive":   func(w *frameWriter) { w.alive() },
		"after the end event": func(w *frameWriter) { w.send(0, `{"event":{"end":{"exited":true}}}`) },
	} {
		_, c, target := newEnvd(t, func(w *frameWriter, r *http.Request) {
			w.begin()
			serve(w)
			<-r.Context().Done()
		})
		c.patience.silence, c.patience.end = 50*time.Millisecond, 50*time.Millisecond
		s, err := c.Start(context.Background(), target, cat)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = s.Recv(); api.CodeOf(err) != api.CodeNetwork {
			t.Errorf("%s: %v", name, err)
		}
	}
	proceed := make(chan struct{})
	_, c, target := newEnvd(t, func(w *frameWriter, _ *http.Request) {
		w.begin()
		<-proceed
		w.end(`{"exited":true}`)
	})
	c.patience.silence = 50 * time.Millisecond
	s, err := c.Start(context.Background(), target, cat)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(150*time.Millisecond, func() { close(proceed) })
	if _, _, exit, err := drain(s); err != io.EOF || exit.Kind != api.ChunkExit {
		t.Errorf("%+v %v", exit, err)
	}
}
