package epp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// pluginEnd is the other end of a client: what a plugin reads and says.
type pluginEnd struct {
	t      *testing.T
	in     *bufio.Reader
	inPipe *io.PipeReader
	out    *io.PipeWriter
	killed atomic.Int32
	asked  atomic.Int32 // SIGTERM
	stderr string
	gone   chan struct{}
	// Between a plugin and its story, made in their bubble.
	begin chan struct{}
	told  chan sent
}

// host gives a client and a plugin's end, in virtual time.
func host(t *testing.T, d *api.Descriptor, stderr string) (*Client, *pluginEnd) {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	p := &pluginEnd{t: t, in: bufio.NewReader(inReader), inPipe: inReader, out: outWriter, stderr: stderr, gone: make(chan struct{}), begin: make(chan struct{}), told: make(chan sent, 4)}
	link := Link{
		Stdout: outReader, Stdin: inWriter, Stderr: func() string { return p.stderr },
		Terminate: func() { p.asked.Add(1) },
		Kill: func() {
			if p.killed.Add(1) == 1 {
				p.exit()
			}
		},
		Wait: func() error { <-p.gone; return nil },
	}
	return NewClient(link, ClientOptions{Descriptor: d}), p
}

func (p *pluginEnd) exit() {
	p.inPipe.Close()
	p.out.Close()
	close(p.gone)
}

// sent is a request or a notification of the host.
type sent struct {
	ID     int64
	Method string
	Params map[string]any
}

func (p *pluginEnd) next() sent {
	p.t.Helper()
	line, err := p.in.ReadString('\n')
	var s sent
	if err != nil || json.Unmarshal([]byte(line), &s) != nil {
		p.t.Errorf("read %q, %v", line, err)
	}
	return s
}

func (p *pluginEnd) say(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }

func (p *pluginEnd) answer(id int64, result string) {
	p.say(`{"jsonrpc":"2.0","id":%d,"result":%s}`, id, result)
}

// shake answers initialize as the descriptor says.
func (p *pluginEnd) shake(d *api.Descriptor) {
	text, _ := json.Marshal(handshakeOf(d)) // a plain struct
	p.answer(p.next().ID, string(text))
}

// with runs a story against a client that has shaken hands.
func with(t *testing.T, plugin func(p *pluginEnd), story func(t *testing.T, c *Client, p *pluginEnd)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c, p := host(t, descriptor, "")
		go func() {
			p.shake(descriptor)
			plugin(p)
		}()
		if err := c.Initialize(t.Context(), Init{}); err != nil {
			t.Fatal(err)
		}
		story(t, c, p)
		c.link.Kill()
	})
}

func wantCode(t *testing.T, err error, code api.Code, words ...string) {
	t.Helper()
	if err == nil || api.CodeOf(err) != code {
		t.Errorf("got %v, want %s", err, code)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
}

// ignore reads whatever comes.
func ignore(p *pluginEnd) { _, _ = io.Copy(io.Discard, p.in) }

func TestAnotherContractIsRefused(t *testing.T) {
	for name, change := range map[string]func(*handshake){
		"protocol": func(h *handshake) { h.Protocol = "epp/2" },
		"cli":      func(h *handshake) { h.Operations.CLI = []string{"sandbox.create", "exec.run"} }, // another order
		"python":   func(h *handshake) { h.Operations.Python = nil },
		"inputs":   func(h *handshake) { h.WorkflowInputs = []string{} },
		"startups": func(h *handshake) { h.StartupModes = []string{"exec"} },
		"version":  func(h *handshake) { h.OperationContractVersion = 2 },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, p := host(t, descriptor, "")
				go func() {
					h := handshakeOf(descriptor)
					change(&h)
					text, _ := json.Marshal(h)
					p.answer(p.next().ID, string(text))
				}()
				wantCode(t, c.Initialize(t.Context(), Init{}), api.CodeVersion, `"fake"`)
				c.link.Kill()
			})
		})
	}
}

func TestOnlyFeaturesThatBothNameAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := host(t, descriptor, "")
		go func() {
			h := handshakeOf(descriptor)
			h.Features = []api.Feature{api.FeatureExecRun, api.FeatureSandboxPause}
			text, _ := json.Marshal(h)
			p.answer(p.next().ID, string(text))
			r := p.next()
			if r.Method != "exec.run" || r.Params["timeout"] != float64(noTimeout) {
				t.Errorf("%+v", r)
			}
			p.answer(r.ID, `{"stdout":"a","stderr":"b","exit_code":3}`)
		}()
		if err := c.Initialize(t.Context(), Init{}); err != nil {
			t.Fatal(err)
		}
		if c.Require(api.FeatureExecRun) != nil || c.Require(api.FeatureFilesRW) == nil || c.Require(api.FeatureSandboxPause) == nil {
			t.Errorf("kept %v", c.Descriptor().Features)
		}
		stream, err := c.Start(t.Context(), "sb", api.StartRequest{Cmd: "x"})
		if err != nil {
			t.Fatal(err)
		}
		if got := drain(t, stream); got != "stdout:a stderr:b exit:3 " {
			t.Error(got)
		}
		c.link.Kill()
	})
}

func drain(t *testing.T, s api.ProcessStream) string {
	t.Helper()
	var out strings.Builder
	for {
		c, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if c.Kind == api.ChunkExit {
			fmt.Fprintf(&out, "exit:%d ", c.ExitCode)
			continue
		}
		fmt.Fprintf(&out, "%s:%s ", c.Kind, c.Data)
	}
}

func TestAPluginThatDoesNotInitialize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := *descriptor
		d.Fields = []api.Field{{Key: "api_key", Secret: true}}
		c, p := host(t, &d, "cannot reach \x1b[1mhome with canary-key\n")
		heard := make(chan string)
		go func() { all, _ := io.ReadAll(p.in); heard <- string(all) }()
		err := c.Initialize(t.Context(), Init{Config: map[string]any{"api_key": "canary-key"}})
		wantCode(t, err, api.CodeProviderTimeout, "did not answer initialize", "with ****")
		synctest.Wait()
		c.link.Kill()
		if got := <-heard; strings.Contains(got, "$/cancel") {
			t.Errorf("initialize was cancelled: %s", got)
		}
	})
}

// What breaks the protocol ends the plugin, and every call with it.
func TestViolations(t *testing.T) {
	for name, line := range map[string]string{
		"text": "hello", "a list": `[{"jsonrpc":"2.0","id":2,"result":{}}]`, "null": "null", "half": `{"id":2,`,
		"no UTF-8": "{\"id\":2,\"result\":\"\xff\"}", "too long": `{"id":2,"result":"` + strings.Repeat("x", MaxLine) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			with(t, func(p *pluginEnd) { p.next(); p.say("%s", line) }, func(t *testing.T, c *Client, p *pluginEnd) {
				_, err := c.GetInfo(t.Context(), "sb")
				wantCode(t, err, api.CodeProtocol, `"fake" sent`)
				_, err = c.GetInfo(t.Context(), "sb")
				wantCode(t, err, api.CodeProtocol)
				if p.killed.Load() == 0 {
					t.Error("the plugin lives")
				}
			})
		})
	}
}

// What is merely strange is overlooked, as the published hosts do.
func TestStrangeLines(t *testing.T) {
	with(t, func(p *pluginEnd) {
		r := p.next()
		for _, line := range []string{
			"", "  \r", `{}`, `{"method":5}`, `{"id":"2","result":{}}`, `{"id":99,"result":{}}`, `{"id":2.0,"result":{}}`, `{"method":"log","params":7}`,
			`{"method":"exec.output","params":{"process_id":null,"data":"x"}}`, `{"method":"what.is.this","params":{"process_id":"1"}}`,
		} {
			p.say("%s", line)
		}
		p.answer(r.ID, `{"sandbox_id":"sb","status":"running"}`)
		p.say(`{"id":%d,"error":{"code":"x"}}`, p.next().ID)
		p.say(`{"id":%d,"error":{"code":-32002,"message":"gone","data":"text"}}`, p.next().ID)
	}, func(t *testing.T, c *Client, p *pluginEnd) {
		if info, err := c.GetInfo(t.Context(), "sb"); err != nil || info.ID != "sb" {
			t.Fatalf("%v, %v", info, err)
		}
		_, err := c.GetInfo(t.Context(), "sb")
		wantCode(t, err, api.CodeProtocol)
		_, err = c.GetInfo(t.Context(), "sb")
		wantCode(t, err, api.CodeSandboxNotFound)
	})
}

func TestOutputThatComesBeforeTheAnswer(t *testing.T) {
	with(t, func(p *pluginEnd) {
		r := p.next()
		p.say(`{"method":"exec.output","params":{"process_id":7,"stream":"stdout","data":"stray"}}`)
		p.say(`{"method":"exec.output","params":{"process_id":"p","stream":"stdout","data":"early"}}`)
		p.answer(r.ID, `{"process_id":"p"}`)
		p.say(`{"method":"exec.exit","params":{"process_id":"p","exit_code":4}}`)
		p.say(`{"method":"exec.exit","params":{"process_id":"p","exit_code":5}}`)
	}, func(t *testing.T, c *Client, p *pluginEnd) {
		stream, err := c.Start(t.Context(), "sb", api.StartRequest{Cmd: "x"})
		if err != nil {
			t.Fatal(err)
		}
		if got := drain(t, stream); got != "stdout:early exit:4 " {
			t.Error(got)
		}
		stream.Close()
		synctest.Wait()
		if len(c.in.queues) != 0 || c.in.kept != 0 {
			t.Errorf("%d queues keep %d bytes", len(c.in.queues), c.in.kept)
		}
	})
}

func TestGivingUpTellsThePlugin(t *testing.T) {
	with(t, func(p *pluginEnd) { p.next(); p.told <- p.next() }, func(t *testing.T, c *Client, p *pluginEnd) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := c.GetInfo(ctx, "sb")
		wantCode(t, err, api.CodeProviderTimeout, "sandbox.get")
		if got := <-p.told; got.Method != "$/cancel" || got.Params["id"] != 2.0 {
			t.Errorf("%+v", got)
		}
	})
}

// What was cancelled is told as every failure is, and stops in the plugin: also
// where the plugin was not done with reading it.
func TestACancelledCallIsAnError(t *testing.T) {
	for name, early := range map[string]bool{"read": false, "not read yet": true} {
		t.Run(name, func(t *testing.T) {
			with(t, func(p *pluginEnd) {
				if early {
					<-p.begin
				}
				p.told <- p.next()
				p.told <- p.next()
			}, func(t *testing.T, c *Client, p *pluginEnd) {
				ctx, cancel := context.WithCancel(t.Context())
				failed := make(chan error, 1)
				go func() { failed <- c.call(ctx, "sandbox.get", nil, nil) }()
				synctest.Wait()
				cancel()
				err := <-failed
				close(p.begin)
				wantCode(t, err, api.CodeProvider, "the call sandbox.get")
				if !errors.Is(err, context.Canceled) {
					t.Errorf("got %v", err)
				}
				<-p.told
				if got := <-p.told; got.Method != "$/cancel" {
					t.Errorf("%+v", got)
				}
			})
		})
	}
}

// A caller who gives up a stream stops its process, whether or not it reads.
func TestACancelledStreamStopsItsProcess(t *testing.T) {
	with(t, func(p *pluginEnd) {
		p.answer(p.next().ID, `{"process_id":"p"}`)
		r := p.next()
		p.answer(r.ID, `{}`)
		p.told <- r
	}, func(t *testing.T, c *Client, p *pluginEnd) {
		ctx, cancel := context.WithCancel(t.Context())
		stream, err := c.Start(ctx, "sb", api.StartRequest{Cmd: "x"})
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		if got := <-p.told; got.Method != "process.signal" || got.Params["signal"] != 9.0 || got.Params["pid"] != "p" {
			t.Errorf("%+v", got)
		}
		_, err = stream.Recv()
		wantCode(t, err, api.CodeExecution, "cancelled")
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

// A plugin that enforces no timeout is not waited for without end.
func TestATimeoutThatThePluginIgnores(t *testing.T) {
	with(t, func(p *pluginEnd) {
		r := p.next()
		if r.Params["timeout"] != 2.0 {
			t.Errorf("timeout %v", r.Params["timeout"])
		}
		p.answer(r.ID, `{"process_id":"p"}`)
		r = p.next()
		p.answer(r.ID, `{}`)
		ignore(p)
	}, func(t *testing.T, c *Client, p *pluginEnd) {
		from := time.Now()
		stream, err := c.Start(t.Context(), "sb", api.StartRequest{Cmd: "x", Timeout: 1500 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		_, err = stream.Recv()
		wantCode(t, err, api.CodeCommandTimeout)
		if d := time.Since(from); d != 6500*time.Millisecond {
			t.Errorf("after %v", d)
		}
	})
}

// A plugin that does not read holds nobody up for longer than its time.
func TestAPluginThatDoesNotRead(t *testing.T) {
	with(t, func(*pluginEnd) {}, func(t *testing.T, c *Client, p *pluginEnd) {
		for range 2 {
			from := time.Now()
			_, err := c.GetInfo(t.Context(), "sb")
			wantCode(t, err, api.CodeProviderTimeout)
			if d := time.Since(from); d != descriptor.CallTimeout {
				t.Errorf("after %v", d)
			}
		}
		from := time.Now()
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if d := time.Since(from); d != shutdownTime+2*endTime || p.asked.Load() != 1 || p.killed.Load() != 1 {
			t.Errorf("ended after %v, asked %d, killed %d", d, p.asked.Load(), p.killed.Load())
		}
	})
}

// A second Close does not wait for what the first one waits for.
func TestClosingTwice(t *testing.T) {
	with(t, func(*pluginEnd) {}, func(t *testing.T, c *Client, p *pluginEnd) {
		from := time.Now()
		first := make(chan error, 1)
		go func() { first <- c.Close() }()
		synctest.Wait()
		for _, err := range []error{c.Close(), <-first} {
			if err != nil {
				t.Error(err)
			}
		}
		if d := time.Since(from); d > shutdownTime || p.killed.Load() == 0 {
			t.Errorf("ended after %v, killed %d", d, p.killed.Load())
		}
	})
}

func TestClosingAPluginThatEnds(t *testing.T) {
	with(t, func(p *pluginEnd) {
		p.answer(p.next().ID, "{}")
		ignore(p)
		p.exit()
	}, func(t *testing.T, c *Client, p *pluginEnd) {
		from := time.Now()
		p.killed.Store(1) // it has ended by then: only what it left behind is killed
		if err := c.Close(); err != nil || time.Since(from) != 0 || p.asked.Load() != 0 {
			t.Errorf("%v, after %v", err, time.Since(from))
		}
		_, err := c.GetInfo(t.Context(), "sb")
		wantCode(t, err, api.CodeProviderProcess)
	})
}

func TestOnlyAMissingMethodFallsBack(t *testing.T) {
	with(t, func(p *pluginEnd) {
		p.say(`{"id":%d,"error":{"code":-32601,"message":"no"}}`, p.next().ID)
		r := p.next()
		if r.Method != "sandbox.get" {
			t.Errorf("%+v", r)
		}
		p.answer(r.ID, `{"sandbox_id":"sb"}`)
		p.answer(p.next().ID, `{"status":"running"}`)
	}, func(t *testing.T, c *Client, p *pluginEnd) {
		if info, err := c.Connect(t.Context(), "sb"); err != nil || info.ID != "sb" {
			t.Errorf("%v, %v", info, err)
		}
		_, err := c.Connect(t.Context(), "sb")
		wantCode(t, err, api.CodeProtocol, "without an id")
	})
}

// Output that nobody reads makes the plugin wait, but not while somebody waits
// for an answer behind it; and what nobody wants is not kept.
func TestOutputThatNobodyReads(t *testing.T) {
	var said atomic.Int64
	data := strings.Repeat("x", 1<<10)
	flood := func(p *pluginEnd, n int) {
		for range n {
			p.say(`{"method":"exec.output","params":{"process_id":"p","stream":"stdout","data":"%s"}}`, data)
			said.Add(int64(len(data)))
		}
	}
	with(t, func(p *pluginEnd) {
		p.answer(p.next().ID, `{"process_id":"p"}`)
		flood(p, 400)
		p.answer(p.next().ID, `{"sandbox_id":"sb"}`)
		flood(p, 400)
		p.say(`{"method":"exec.exit","params":{"process_id":"p","exit_code":0}}`)
	}, func(t *testing.T, c *Client, p *pluginEnd) {
		const limit = 100 << 10
		c.in.mu.Lock()
		c.in.limit = limit
		c.in.mu.Unlock()
		stream, err := c.Start(t.Context(), "sb", api.StartRequest{Cmd: "x"})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		// What is in the reader's buffer counts as said, too.
		if n := said.Load(); n < limit || n > limit+70<<10 {
			t.Errorf("the plugin said %d bytes", n)
		}
		if _, err := c.GetInfo(t.Context(), "sb"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // what came behind the answer is being put away
		if c.in.kept < 400<<10 {
			t.Errorf("%d bytes are kept", c.in.kept)
		}
		stream.Close()
		synctest.Wait()
		if said.Load() != 800<<10 || c.in.kept != 0 || len(c.in.queues) != 0 {
			t.Errorf("said %d, kept %d in %d", said.Load(), c.in.kept, len(c.in.queues))
		}
	})
}
