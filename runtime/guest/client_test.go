package guest

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
	"github.com/abxgen/abxgen/runtime/internal/tail"
)

// fakes launches guests made of Go, one after the other.
type fakes struct {
	t      *testing.T
	guests []func(f *fake, r *wire.Request)
	n      atomic.Int32
}

type fake struct {
	peer *wire.Peer
	w    io.Writer
	end  func()
	// stopReading closes its input; its output stays open.
	stopReading func()
	deaf        atomic.Bool
}

func (l *fakes) launch(context.Context) (*Conn, error) {
	n := int(l.n.Add(1)) - 1
	if n >= len(l.guests) {
		return nil, errors.New("no further guest")
	}
	fromCore, toGuest := io.Pipe()
	fromGuest, toCore := io.Pipe()
	gone := make(chan struct{})
	var once sync.Once
	end := func() { once.Do(func() { toCore.Close(); fromCore.Close(); close(gone) }) }
	f := &fake{w: toCore, end: end}
	f.stopReading = func() { f.deaf.Store(true); fromCore.CloseWithError(errors.New("closed")) }
	f.peer = wire.New(toCore, wire.Handler{
		Request: func(r *wire.Request) { go l.guests[n](f, r) }, Event: func(string, []any) {},
	})
	go func() {
		f.peer.Read(fromCore)
		if !f.deaf.Load() {
			end()
		}
	}()
	return &Conn{R: fromGuest, W: toGuest, Kill: end, Wait: func() error { <-gone; return nil }}, nil
}

type nobody struct{ lines chan string }

func (nobody) Call(context.Context, Call) (any, error) { return nil, errors.New("unexpected") }
func (n nobody) Log(level, text string)                { n.lines <- text }

func openFakes(t *testing.T, limits Limits, guests ...func(*fake, *wire.Request)) (*Client, *fakes, nobody) {
	l, h := &fakes{t: t, guests: guests}, nobody{make(chan string, 100)}
	c := Open(t.Context(), l.launch, Boot{Provider: "p", Limits: limits}, h)
	t.Cleanup(func() { c.Close() })
	return c, l, h
}

// booted answers the Boot and leaves the rest to f.
func booted(f func(*fake, *wire.Request)) func(*fake, *wire.Request) {
	return func(g *fake, r *wire.Request) {
		if r.Name == "boot" {
			r.Reply(map[string]any{"main_client": 5, "protocols": map[string]any{"sandbox": map[string]any{"client": 9}}})
			return
		}
		f(g, r)
	}
}

func reply(v any) func(*fake, *wire.Request) {
	return booted(func(_ *fake, r *wire.Request) { r.Begin(); r.Reply(v) })
}

// TestNotBegun: a call that a dead guest had not begun goes to the next one, its
// stream untouched; one that had begun fails.
func TestNotBegun(t *testing.T) {
	die := booted(func(f *fake, r *wire.Request) { f.end() })
	read := booted(func(_ *fake, r *wire.Request) {
		r.Begin()
		v, err := r.Args[2].([]any)[0].(Stream).Recv()
		if err != nil {
			r.Fail(err)
			return
		}
		r.Reply(v)
	})
	c, l, _ := openFakes(t, Limits{}, die, read)
	got, err := c.Call(t.Context(), "sandbox", "list", &once{v: "first"})
	if err != nil || got != "first" || l.n.Load() != 2 {
		t.Errorf("got %v, %v after %d guests", got, err, l.n.Load())
	}

	begin := booted(func(f *fake, r *wire.Request) { r.Begin(); f.peer.Event("broken", "it overflowed\x1b") })
	c, _, h := openFakes(t, Limits{}, begin, reply("fresh"))
	_, err = c.Call(t.Context(), "sandbox", "create")
	if api.CodeOf(err) != api.CodeProvider || !strings.Contains(err.Error(), "ended during sandbox.create: it overflowed") {
		t.Errorf("got %v", err)
	}
	if line := <-h.lines; !strings.Contains(line, "it overflowed") || strings.Contains(line, "\x1b") {
		t.Errorf("the log says %q", line)
	}
	if got, err := c.Call(t.Context(), "sandbox", "list"); got != "fresh" {
		t.Errorf("got %v, %v", got, err)
	}
}

type once struct {
	v    any
	done bool
}

func (o *once) Recv() (any, error) {
	if o.done {
		return nil, io.EOF
	}
	o.done = true
	return o.v, nil
}
func (o *once) Close() error { return nil }

// TestPoisonCall: a call that kills whoever is given it is not tried forever.
func TestPoisonCall(t *testing.T) {
	die := booted(func(f *fake, r *wire.Request) { f.end() })
	c, l, _ := openFakes(t, Limits{}, die, die, die, die, die)
	_, err := c.Call(t.Context(), "sandbox", "list")
	if api.CodeOf(err) != api.CodeProvider || l.n.Load() > maxAttempts {
		t.Errorf("got %v after %d guests", err, l.n.Load())
	}
}

// TestMalformed: whatever a guest sends, it costs the guest and nothing else.
func TestMalformed(t *testing.T) {
	for name, bytes := range map[string]string{
		"garbage": strings.Repeat("\xff", 100), "an answer to nothing": "\x00\x00\x00\x01\x03\x00\x00\x00\x63\x00",
		"an effect without a name": "\x00\x00\x00\x01\x01\x00\x00\x00\x01\x00", "a bad value": "\x00\x00\x00\x02\x0a\x00\x00\x00\x00\x06\x7f",
	} {
		t.Run(name, func(t *testing.T) {
			const begun = "\x00\x00\x00\x00\x02\x00\x00\x00\x02" // of request 2: 1 was the Boot
			bad := booted(func(f *fake, r *wire.Request) { io.WriteString(f.w, begun+bytes) })
			c, _, h := openFakes(t, Limits{}, bad, reply("fresh"))
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			if _, err := c.Call(ctx, "sandbox", "list"); api.CodeOf(err) != api.CodeProvider || !strings.Contains(err.Error(), "protocol") {
				t.Errorf("got %v", err)
			}
			if line := <-h.lines; !strings.Contains(line, "protocol") {
				t.Errorf("the log says %q", line)
			}
			if got, err := c.Call(t.Context(), "sandbox", "list"); got != "fresh" {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

// TestInfraIsNotBelieved: indexes beyond the clients are none.
func TestInfraIsNotBelieved(t *testing.T) {
	c, _, _ := openFakes(t, Limits{}, reply(nil))
	infra, err := c.Infra(t.Context())
	want := &Infra{MainClient: -1, Protocols: map[string]Protocol{"sandbox": {Client: -1}}}
	if diff := cmp.Diff(want, infra); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// TestCannotBeLaunched: the answer says what the system says, after three tries.
func TestCannotBeLaunched(t *testing.T) {
	c, l, _ := openFakes(t, Limits{})
	if _, err := c.Infra(t.Context()); err == nil || !strings.Contains(err.Error(), "no further guest") || l.n.Load() != maxStarts {
		t.Errorf("got %v after %d tries", err, l.n.Load())
	}
	launch := Command("/does/not/exist")
	if _, err := launch(t.Context()); err == nil {
		t.Error("a missing executable started")
	}
}

// TestALaunchersVerdictIsFinal: what a launcher says in its own words is the
// answer as it stands, and is not asked for again.
func TestALaunchersVerdictIsFinal(t *testing.T) {
	tries := 0
	verdict := api.Errorf(api.CodeIntegrity, "the guest is missing").With("install the folder whole")
	c := Open(t.Context(), func(context.Context) (*Conn, error) { tries++; return nil, verdict }, Boot{Provider: "p"}, nobody{make(chan string, 100)})
	defer c.Close()
	for range 2 {
		if _, err := c.Call(t.Context(), "sandbox", "list"); err != verdict {
			t.Errorf("got %v", err)
		}
	}
	if tries != 1 {
		t.Errorf("%d tries", tries)
	}
}

// hearing is told of each line as it is logged.
type hearing struct {
	nobody
	heard func()
}

func (h hearing) Log(string, string) { h.heard() }

// TestTheLastCrashIsFinal: also for a call that comes while it is being noted.
func TestTheLastCrashIsFinal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		crash := func(f *fake, _ *wire.Request) { f.end() }
		l := &fakes{t: t, guests: []func(*fake, *wire.Request){crash, crash, crash, reply("one too many")}}
		var c *Client
		lines, failed := 0, make(chan error, 1)
		call := func() { _, err := c.Call(t.Context(), "sandbox", "list"); failed <- err }
		c = Open(t.Context(), l.launch, Boot{Provider: "p"}, hearing{heard: func() {
			if lines++; lines == maxStarts {
				go call()
				time.Sleep(time.Second) // the call is on its way
			}
		}})
		defer c.Close()
		if _, err := c.Infra(t.Context()); err == nil || !strings.Contains(err.Error(), "3 times") {
			t.Errorf("got %v", err)
		}
		if err := <-failed; err == nil || l.n.Load() != maxStarts {
			t.Errorf("got %v after %d starts", err, l.n.Load())
		}
	})
}

// TestArgumentsThatCannotCross: the call fails, the guest lives.
func TestArgumentsThatCannotCross(t *testing.T) {
	c, l, _ := openFakes(t, Limits{}, reply("ok"))
	if _, err := c.Call(t.Context(), "sandbox", "list", make(chan int)); api.CodeOf(err) != api.CodeProvider {
		t.Errorf("got %v", err)
	}
	if got, err := c.Call(t.Context(), "sandbox", "list"); got != "ok" || l.n.Load() != 1 {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestFloodOfLines: a guest that logs without end fills no memory, and the calls
// beside it work.
func TestFloodOfLines(t *testing.T) {
	flood := booted(func(f *fake, r *wire.Request) {
		r.Begin()
		for range 100_000 {
			f.peer.Event("log", "info", "line")
		}
		r.Reply("done")
	})
	l := &fakes{t: t, guests: []func(*fake, *wire.Request){flood}}
	h := nobody{make(chan string)} // nobody reads
	c := Open(t.Context(), l.launch, Boot{Provider: "p"}, h)
	if got, err := c.Call(t.Context(), "sandbox", "list"); got != "done" {
		t.Errorf("got %v, %v", got, err)
	}
	go func() {
		for range h.lines {
		}
	}()
	c.Close()
}

// TestClosedTwice: a second Close does not wait for a provider's own close.
func TestClosedTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan struct{})
		deaf := func(_ *fake, r *wire.Request) {
			if r.Name == "boot" {
				r.Reply(map[string]any{"has_close": true})
				return
			}
			close(asked)
		}
		l := &fakes{t: t, guests: []func(*fake, *wire.Request){deaf}}
		c := Open(t.Context(), l.launch, Boot{Provider: "p"}, nobody{make(chan string, 100)})
		if _, err := c.Infra(t.Context()); err != nil {
			t.Fatal(err)
		}
		from := time.Now()
		first := make(chan error, 1)
		go func() { first <- c.Close() }()
		<-asked
		c.Close()
		<-first
		if d := time.Since(from); d != 0 {
			t.Errorf("closed after %v", d)
		}
	})
}

func TestExplain(t *testing.T) {
	l := Limits{HeapBytes: 512 << 20}
	for stderr, want := range map[string]string{
		"":   "",
		"\n": "",
		"runtime: out of memory: cannot allocate 1099511627776-byte block\nfatal error: out of memory\n": "out of memory (limit 512 MiB)",
		"fatal error: runtime: cannot allocate memory\n\ngoroutine 1":                                    "out of memory (limit 512 MiB)",
		"runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow":            "its calls nested too deep",
		"panic: boom\x1b[2J\n\ngoroutine 1 [running]:":                                                   "fault in the guest: panic: boom [2J",
		"something else\nmore":     "it ended by itself: something else",
		strings.Repeat("x", 10000): "it ended by itself: " + strings.Repeat("x", maxLine) + "…",
	} {
		if got := explain(stderr, l); got != want {
			t.Errorf("%.40q gave %q, want %q", stderr, got, want)
		}
	}
}

func TestTail(t *testing.T) {
	var said tail.Buffer
	for range 3 {
		said.Write([]byte(strings.Repeat("x", tail.Size/2)))
	}
	said.Write([]byte("end"))
	if s := said.String(); len(s) != tail.Size || !strings.HasSuffix(s, "end") {
		t.Errorf("%d bytes are kept", len(s))
	}
}

func TestConfinementText(t *testing.T) {
	if got := (Confinement{}).String(); got != "none" {
		t.Error(got)
	}
	c := Confinement{Memory: true, Sockets: true}
	if got := c.String(); got != "memory, sockets" || confinementOf(c.Names()) != c {
		t.Error(got)
	}
}

// TestLimitCountsFromTheBegin: a call that waits behind one that spins goes to
// the fresh guest, though its own limit has passed meanwhile.
func TestLimitCountsFromTheBegin(t *testing.T) {
	var once sync.Once
	begun := make(chan struct{})
	spin := booted(func(_ *fake, r *wire.Request) { once.Do(func() { r.Begin(); close(begun) }) })
	c, l, _ := openFakes(t, Limits{Call: 200 * time.Millisecond}, spin, reply("fresh"))
	spinning := make(chan error, 1)
	go func() {
		_, err := c.Call(t.Context(), "sandbox", "list")
		spinning <- err
	}()
	<-begun
	got, err := c.Call(t.Context(), "sandbox", "get_info")
	if err != nil || got != "fresh" || l.n.Load() != 2 {
		t.Errorf("got %v, %v after %d guests", got, err, l.n.Load())
	}
	if err := <-spinning; api.CodeOf(err) != api.CodeProviderTimeout {
		t.Errorf("the call that spins: %v", err)
	}
}

// TestTheCallsLimitComesFirst: a call that spins is told of its own limit, also
// where a ping that came just before it waits for as long.
func TestTheCallsLimitComesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 300 * time.Millisecond
		spin := booted(func(_ *fake, r *wire.Request) { r.Begin() })
		c, _, _ := openFakes(t, Limits{Call: limit}, spin)
		defer c.Close()
		if _, err := c.Infra(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(limit/2 + 1) // a ping has been sent and is not answered
		if _, err := c.Call(t.Context(), "sandbox", "list"); err == nil || !strings.Contains(err.Error(), "sandbox.list took longer than 300ms") {
			t.Errorf("got %v", err)
		}
	})
}

// TestTheEndOfAGuestIsWaitedFor: a call behind one that spins reaches the fresh
// guest also where the old one takes its time to end.
func TestTheEndOfAGuestIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 200 * time.Millisecond
		var once sync.Once
		begun := make(chan struct{})
		spin := booted(func(_ *fake, r *wire.Request) { once.Do(func() { r.Begin(); close(begun) }) })
		l := &fakes{t: t, guests: []func(*fake, *wire.Request){spin, reply("fresh")}}
		slow := func(ctx context.Context) (*Conn, error) {
			conn, err := l.launch(ctx)
			if err == nil {
				kill := conn.Kill
				conn.Kill = func() { time.Sleep(limit); kill() }
			}
			return conn, err
		}
		c := Open(t.Context(), slow, Boot{Provider: "p", Limits: Limits{Call: limit}}, nobody{make(chan string, 100)})
		defer c.Close()
		go c.Call(t.Context(), "sandbox", "list")
		<-begun
		if got, err := c.Call(t.Context(), "sandbox", "get_info"); err != nil || got != "fresh" {
			t.Errorf("got %v, %v", got, err)
		}
	})
}
