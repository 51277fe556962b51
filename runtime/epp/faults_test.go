package epp

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// plain serves a provider of a test's own, in virtual time.
func plain(t *testing.T, d *api.Descriptor, p api.Provider) (in *io.PipeWriter, lines chan string, ended chan error) {
	t.Helper()
	inReader, inWriter := io.Pipe()
	lines, ended = make(chan string, 100), make(chan error, 1)
	plugin := Plugin{Descriptor: d, Open: func(_ context.Context, init Init) (api.Provider, error) {
		init.Log("info", "opened with \x1b[0m"+init.Config["api_key"].(string))
		return p, nil
	}}
	go func() {
		ended <- Serve(context.Background(), inReader, lineWriter(lines), plugin)
		close(lines)
	}()
	return inWriter, lines, ended
}

type lineWriter chan string

func (w lineWriter) Write(p []byte) (int, error) {
	w <- strings.TrimSuffix(string(p), "\n")
	return len(p), nil
}

// wild is a provider whose calls go wrong.
type wild struct{ Base }

func (wild) GetInfo(context.Context, string) (*api.SandboxInfo, error) { panic("wild") }

func (wild) Create(context.Context, api.CreateRequest) (*api.SandboxInfo, error) {
	return nil, api.Errorf(api.CodeProvider, "refused canary-key").With("not with canary-key")
}

func (wild) Start(_ context.Context, _ string, req api.StartRequest) (api.ProcessStream, error) {
	if !req.Stdin {
		return nil, api.Errorf(api.CodeProvider, "stdin is closed")
	}
	return wildStream{}, nil
}

type wildStream struct{}

func (wildStream) PID() api.PID             { return "1" }
func (wildStream) Recv() (api.Chunk, error) { panic("wild stream") }
func (wildStream) Close() error             { return nil }

// Faults of a provider are answers without keys, and each stream still has its
// one exit; the process lives.
func TestFaultsOfAProvider(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := *descriptor
		d.Fields = []api.Field{{Key: "api_key", Secret: true}}
		in, lines, ended := plain(t, &d, wild{Base{&d}})
		send := func(line string) { _, _ = io.WriteString(in, line+"\n") }
		next := func() string { synctest.Wait(); return <-lines }
		send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"config":{"api_key":"canary-key"}}}`)
		if got := next(); got != `{"jsonrpc":"2.0","method":"log","params":{"level":"info","message":"opened with [0m****"}}` {
			t.Error(got)
		}
		next()
		send(req("2", "sandbox.create", "{}"))
		if got := next(); !strings.Contains(got, "refused ****") || strings.Contains(got, "canary") {
			t.Error(got)
		}
		send(req("3", "sandbox.get", "{}"))
		if got := next(); !strings.Contains(got, `"code":-32000,"message":"internal fault: wild"`) {
			t.Error(got)
		}
		send(req("4", "exec.start", `{"cmd":"x"}`))
		got := []string{next(), next(), next()}
		if !strings.Contains(got[0], "process_id") || !strings.Contains(got[1], `"exec.exit"`) || !strings.Contains(got[1], "125") ||
			!strings.Contains(got[2], "internal fault: wild stream") {
			t.Error(got)
		}
		in.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// A method that is not declared never reaches the provider.
func TestUndeclaredMethods(t *testing.T) {
	for method, feature := range map[string]api.Feature{
		"sandbox.create": api.FeatureSandboxLifecycle, "sandbox.set_timeout": api.FeatureSandboxTimeout, "sandbox.resume": api.FeatureSandboxPause,
		"exec.start": api.FeatureExecRun, "process.list": api.FeatureProcessManage, "pty.open": api.FeaturePTY,
		"files.read": api.FeatureFilesRW, "ports.url": api.FeaturePortsURL,
	} {
		t.Run(method, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := *descriptor
				d.Features = slices.DeleteFunc(api.Features(), func(f api.Feature) bool {
					return f == feature || feature == api.FeatureExecRun && f == api.FeatureExecStream
				})
				in, lines, ended := plain(t, &d, nil) // a call of it would be a fault
				_, _ = io.WriteString(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"config":{"api_key":""}}}`+"\n")
				<-lines
				<-lines
				_, _ = io.WriteString(in, req("2", method, "{}")+"\n")
				if got := <-lines; !strings.Contains(got, `"code":-32003`) || !strings.Contains(got, `"details":{"feature":"`+string(feature)+`"}`) {
					t.Error(got)
				}
				in.Close()
				if err := <-ended; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// Every method of the protocol belongs to a feature.
func TestEveryMethodHasItsFeature(t *testing.T) {
	for method := range handlers {
		if err := allowed(&api.Descriptor{ID: "none"}, method); api.CodeOf(err) != api.CodeFeatureNotSupported {
			t.Errorf("%s: %v", method, err)
		}
		if err := allowed(&api.Descriptor{ID: "all", Features: api.Features()}, method); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// stuck takes input and never ends but by its context.
type stuck struct{ Base }

func (stuck) SendInput(ctx context.Context, _ string, _ api.PID, data []byte) error {
	if string(data) == "quick" {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

// An input that waits for its turn can be cancelled, too, and then overtakes
// nothing.
func TestCancellingAnInputThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, lines, _ := plain(t, descriptor, stuck{Base{descriptor}})
		send := func(line string) { _, _ = io.WriteString(in, line+"\n") }
		input := func(id, data string) string {
			return req(id, "process.stdin", `{"sandbox_id":"s","pid":1,"data":"`+data+`"}`)
		}
		cancel := func(id string) string {
			return `{"jsonrpc":"2.0","method":"$/cancel","params":{"id":` + id + `}}`
		}
		send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"config":{"api_key":""}}}`)
		<-lines
		<-lines
		send(input("2", "slow"))
		send(input("3", "slow"))
		send(input("4", "quick"))
		send(cancel("3"))
		want := func(text string) {
			t.Helper()
			if got := <-lines; !strings.Contains(got, text) {
				t.Errorf("got %s, want %s", got, text)
			}
		}
		want(`"id":3,"error"`)
		synctest.Wait()
		if len(lines) > 0 {
			t.Errorf("out of turn: %s", <-lines)
		}
		send(cancel("2"))
		want(`"id":2,"error"`)
		want(`"id":4,"result"`)
		in.Close()
	})
}

// unread runs a story with a host that has read the handshake, and reads no
// more but from out.
func unread(t *testing.T, story func(t *testing.T, f *fake, in io.Writer, out *bufio.Reader, stop func(), ended chan error)) {
	synctest.Test(t, func(t *testing.T) {
		inReader, in := io.Pipe()
		outReader, out := io.Pipe()
		ctx, stop := context.WithCancel(t.Context())
		ended, f := make(chan error, 1), newFake()
		plugin := Plugin{Descriptor: descriptor, Open: func(context.Context, Init) (api.Provider, error) { return f, nil }}
		go func() { ended <- Serve(ctx, inReader, out, plugin) }()
		_, _ = io.WriteString(in, hello+"\n")
		reader := bufio.NewReaderSize(outReader, 16)
		if _, err := reader.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		story(t, f, in, reader, stop, ended)
		stop()
		outReader.Close()
		inReader.Close()
	})
}

// A host that stopped reading does not keep the plugin from its end.
func TestTheEndWithAHostThatDoesNotRead(t *testing.T) {
	for name, signal := range map[string]bool{"shutdown": false, "a signal": true} {
		t.Run(name, func(t *testing.T) {
			unread(t, func(t *testing.T, f *fake, in io.Writer, _ *bufio.Reader, stop func(), ended chan error) {
				_, _ = io.WriteString(in, req("2", "sandbox.get", `{"sandbox_id":"sb1"}`)+"\n")
				synctest.Wait()
				from := time.Now()
				if signal {
					stop()
				} else {
					_, _ = io.WriteString(in, req("3", "shutdown", "{}")+"\n")
				}
				<-ended
				if d := time.Since(from); d != graceInFlight+graceCancel || f.closed.Load() == 0 {
					t.Errorf("ended after %v, closed %d times", d, f.closed.Load())
				}
			})
		})
	}
}

// A process whose id the host cancelled before it could read it ends.
func TestCancellingAnAnswerThatWaits(t *testing.T) {
	for _, method := range []string{"exec.start", "pty.open"} {
		t.Run(method, func(t *testing.T) {
			unread(t, func(t *testing.T, f *fake, in io.Writer, out *bufio.Reader, _ func(), _ chan error) {
				_, _ = io.WriteString(in, req("2", method, `{"sandbox_id":"sb1","cmd":"wait"}`)+"\n")
				synctest.Wait()
				_, _ = io.WriteString(in, `{"jsonrpc":"2.0","method":"$/cancel","params":{"id":2}}`+"\n")
				synctest.Wait()
				for _, want := range []string{`"id":2,"result"`, `exit"`} {
					line := ""
					for !strings.Contains(line, want) {
						var err error
						if line, err = out.ReadString('\n'); err != nil {
							t.Fatal(err)
						}
					}
				}
				if killed := f.stopped(); len(killed) != 1 {
					t.Errorf("killed %v", killed)
				}
			})
		})
	}
}

// Of requests whose answers nobody reads, only so many are taken.
func TestRequestsOfAHostThatDoesNotRead(t *testing.T) {
	unread(t, func(t *testing.T, _ *fake, in io.Writer, _ *bufio.Reader, stop func(), ended chan error) {
		var taken atomic.Int32
		go func() {
			for {
				if _, err := io.WriteString(in, req("2", "sandbox.get", `{"sandbox_id":"sb1"}`)+"\n"); err != nil {
					return
				}
				taken.Add(1)
			}
		}()
		synctest.Wait()
		if n := int(taken.Load()); n < 1000 || n > maxHeld/requestCost+1000 { // what the reader's buffer holds comes on top
			t.Errorf("%d were taken", n)
		}
		stop()
		<-ended
	})
}

// Requests in flight are bounded in size, so that a host cannot fill the
// memory; small ones are not held up by it.
func TestLargeRequestsWaitForEachOther(t *testing.T) {
	s := newServer(context.Background(), io.Discard, Plugin{})
	_, forget := s.register([]byte("1"), maxHeld-100)
	if s.full(100) || !s.full(101) {
		t.Error("the bound is elsewhere")
	}
	forget()
	if s.full(2 * maxHeld) {
		t.Error("one alone has to be taken")
	}
}
