package guest_test

import (
	"context"
	_ "embed"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/app/guest"
	core "github.com/abxgen/abxgen/runtime/guest"
)

//go:embed testdata/faults.js
var faults []byte

// TestMain is the guest, too: the tests start this executable as one.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "__guest" {
		os.Exit(guest.Main(os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// host refuses every effect but those of slow, which end with their context.
type host struct {
	lines chan string
	asked atomic.Int32
	ended chan error // of effects
}

func newHost() *host { return &host{lines: make(chan string, 1000), ended: make(chan error, 10)} }

func (h *host) Call(ctx context.Context, c core.Call) (any, error) {
	h.asked.Add(1)
	<-ctx.Done()
	h.ended <- context.Cause(ctx)
	return nil, ctx.Err()
}

func (h *host) Log(level, message string) { h.lines <- level + ": " + message }

// death waits for the line about a guest's end.
func (h *host) death(t *testing.T) string {
	t.Helper()
	return h.line(t, "the guest that runs its JavaScript ended")
}

// rest gives the lines with a text that have come; none may be a dump of Go's.
func (h *host) rest(text string) (found []string) {
	for {
		select {
		case line := <-h.lines:
			if strings.Contains(line, text) || strings.Contains(line, "goroutine ") || strings.Contains(line, "\n") {
				found = append(found, line)
			}
		default:
			return found
		}
	}
}

func (h *host) line(t *testing.T, text string) string {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		select {
		case line := <-h.lines:
			if strings.Contains(line, text) {
				return line
			}
		case <-late:
			t.Fatalf("no line with %q in the log", text)
		}
	}
}

// launcher starts guests and keeps their processes' ends.
type launcher struct {
	conns chan *core.Conn
}

func (l *launcher) launch(ctx context.Context) (*core.Conn, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	conn, err := core.Command(self, "__guest")(ctx)
	if err == nil {
		l.conns <- conn
	}
	return conn, err
}

func open(t *testing.T, h *host, options map[string]any) (*core.Client, *launcher) {
	t.Helper()
	return openWith(t, h, core.Boot{Options: options})
}

func openWith(t *testing.T, h *host, boot core.Boot) (*core.Client, *launcher) {
	t.Helper()
	l := &launcher{conns: make(chan *core.Conn, 20)}
	boot.Provider, boot.Bundle = "my-cloud", faults
	c := core.Open(t.Context(), l.launch, boot, h)
	t.Cleanup(func() { c.Close() })
	return c, l
}

func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// works calls what needs JavaScript, and nothing is wrong with it.
func works(t *testing.T, c *core.Client) {
	t.Helper()
	v, err := c.Call(within(t, 20*time.Second), "sandbox", "get_info", "sb000")
	if err != nil {
		t.Fatalf("the next call: %v", err)
	}
	if m, _ := v.(map[string]any); m["sandbox_id"] != "sb000" {
		t.Fatalf("the next call gave %v", v)
	}
}

// TestFaults: the call ends, where it spins after its second, one line says why,
// and the next one works (cases/05).
func TestFaults(t *testing.T) {
	const timeUp = "ran over its limit of 1s"
	for _, tc := range []struct {
		mode string
		code api.Code // "" a result
		log  string
	}{
		{"loop", api.CodeProviderTimeout, timeUp},
		{"swallow", api.CodeProviderTimeout, timeUp},
		{"microtask", api.CodeProviderTimeout, timeUp},
		{"redos", api.CodeProviderTimeout, timeUp},
		{"deepjson", api.CodeProviderTimeout, timeUp},
		{"recurse", api.CodeProvider, "call stack"},
		{"alloc", api.CodeProvider, "out of memory (limit 512 MiB)"},
		{"grow", api.CodeProvider, "out of memory (limit 512 MiB)"},
		{"timer", "", ""},
	} {
		t.Run(tc.mode, func(t *testing.T) {
			if raceDetector && (tc.mode == "alloc" || tc.mode == "grow") {
				t.Skip("the race detector's shadow memory has no limit")
			}
			h := newHost()
			c, _ := open(t, h, nil)
			if _, err := c.Infra(t.Context()); err != nil {
				t.Fatal(err)
			}
			limit := 20 * time.Second // what ends by itself has the time that the machine needs
			if tc.code == api.CodeProviderTimeout {
				limit = time.Second
			}
			_, err := c.Call(within(t, limit), "sandbox", "list", tc.mode)
			if tc.code == "" && err != nil || tc.code != "" && (err == nil || api.CodeOf(err) != tc.code) {
				t.Fatalf("got %v, want %q", err, tc.code)
			}
			works(t, c)
			c.Close()
			lines := h.rest("the guest that runs its JavaScript ended")
			if tc.log == "" && len(lines) != 0 || tc.log != "" && (len(lines) != 1 || !strings.Contains(lines[0], tc.log)) {
				t.Errorf("the log says %q", lines)
			}
		})
	}
	if most := peak(t); most > 1<<30 {
		t.Errorf("the core took %d MiB", most>>20)
	}
}

// peak is the most memory that this process, the core, has taken, in bytes; 0
// where the system does not tell.
func peak(t *testing.T) int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	size, _, _ := strings.Cut(after, "kB")
	kib, err := strconv.ParseInt(strings.TrimSpace(size), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}

// TestOthersInFlight: when a guest ends for one call, those that it had begun
// fail with it and those that it had not are done by the next one.
func TestOthersInFlight(t *testing.T) {
	h := newHost()
	c, l := open(t, h, nil)
	type result struct {
		v   any
		err error
	}
	start := func(method string, limit time.Duration, args ...any) chan result {
		done := make(chan result, 1)
		go func() {
			v, err := c.Call(within(t, limit), "sandbox", method, args...)
			done <- result{v, err}
		}()
		return done
	}
	begun := start("connect", 20*time.Second, "sb")
	waitFor(t, func() bool { return h.asked.Load() == 1 })
	loop := start("list", 3*time.Second, "loop")
	h.line(t, "fault: loop") // it spins: what comes now is not begun
	waiting := start("get_info", 20*time.Second, "sb000")

	if r := <-loop; api.CodeOf(r.err) != api.CodeProviderTimeout {
		t.Errorf("the loop: %v", r.err)
	}
	if r := <-begun; api.CodeOf(r.err) != api.CodeProviderTimeout || !strings.Contains(r.err.Error(), "sandbox.list ran over") {
		t.Errorf("a call that had begun: %v", r.err)
	}
	if r := <-waiting; r.err != nil {
		t.Errorf("a call that had not begun: %v", r.err)
	}
	if err := <-h.ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the effect of a guest that is gone goes on: %v", err)
	}
	if n := len(l.conns); n != 2 {
		t.Errorf("%d guests were started", n)
	}
}

// TestSpinsUnasked: JavaScript that spins when no call waits is found, too.
func TestSpinsUnasked(t *testing.T) {
	h := newHost()
	c, _ := openWith(t, h, core.Boot{Options: map[string]any{}, Limits: core.Limits{Call: 300 * time.Millisecond}})
	if _, err := c.Call(t.Context(), "sandbox", "list", "later"); err != nil {
		t.Fatal(err)
	}
	if line := h.death(t); !strings.Contains(line, "without a pause") {
		t.Errorf("the log says %q", line)
	}
	works(t, c)
}

// TestDefaultLimit: a call without a deadline has that of the limits.
func TestDefaultLimit(t *testing.T) {
	c, _ := openWith(t, newHost(), core.Boot{Limits: core.Limits{Call: 300 * time.Millisecond}})
	_, err := c.Call(t.Context(), "sandbox", "list", "loop")
	if api.CodeOf(err) != api.CodeProviderTimeout || !strings.Contains(err.Error(), "sandbox.list took longer than 300ms") {
		t.Errorf("got %v", err)
	}
}

func TestCancelled(t *testing.T) {
	h := newHost()
	c, l := open(t, h, nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { _, err := c.Call(ctx, "sandbox", "connect", "sb"); done <- err }()
	waitFor(t, func() bool { return h.asked.Load() == 1 })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || api.CodeOf(err) != api.CodeProvider {
		t.Errorf("got %v", err)
	}
	<-h.ended // the work behind it stops
	works(t, c)
	if len(l.conns) != 1 {
		t.Error("a call that waits is cancelled without the guest's end")
	}
}

func TestBuildInfraFails(t *testing.T) {
	h := newHost()
	c, l := open(t, h, map[string]any{"refuse": true})
	for range 3 {
		_, err := c.Call(t.Context(), "sandbox", "get_info", "sb")
		if api.CodeOf(err) != api.CodeInvalidAPIKey || !strings.Contains(err.Error(), "no such key") {
			t.Errorf("got %v", err)
		}
	}
	if len(l.conns) != 1 {
		t.Errorf("%d guests were started", len(l.conns))
	}
}

// TestNeverStarts: a guest that dies at its start is tried again, but not forever.
func TestNeverStarts(t *testing.T) {
	h := newHost()
	c, l := open(t, h, map[string]any{"start": "recurse"})
	for range 2 {
		_, err := c.Infra(t.Context())
		if api.CodeOf(err) != api.CodeProvider || !strings.Contains(err.Error(), "ended 3 times before buildInfra") {
			t.Errorf("got %v", err)
		}
	}
	if len(l.conns) != 3 {
		t.Errorf("%d guests were started", len(l.conns))
	}
}

func TestStartTakesTooLong(t *testing.T) {
	h := newHost()
	c, _ := openWith(t, h, core.Boot{
		Options: map[string]any{"start": "loop"}, Limits: core.Limits{Startup: 300 * time.Millisecond},
	})
	_, err := c.Infra(t.Context())
	if api.CodeOf(err) != api.CodeProviderTimeout {
		t.Errorf("got %v", err)
	}
	h.death(t)
}

// TestKilledFromOutside: the guest is a process that anybody may kill.
func TestKilledFromOutside(t *testing.T) {
	h := newHost()
	c, l := open(t, h, nil)
	works(t, c)
	(<-l.conns).Kill()
	if line := h.death(t); !strings.Contains(line, "signal: killed") {
		t.Errorf("the log says %q", line)
	}
	works(t, c)
}

// TestClose: nothing is left, whatever JavaScript is doing.
func TestClose(t *testing.T) {
	for _, mode := range []string{"", "loop", "redos"} {
		t.Run(mode, func(t *testing.T) {
			h := newHost()
			c, l := open(t, h, nil)
			works(t, c)
			done := make(chan error, 1)
			go func() { _, err := c.Call(t.Context(), "sandbox", "list", mode); done <- err }()
			if mode == "" {
				<-done
			} else {
				h.line(t, "fault: "+mode)
			}
			c.Close()
			(<-l.conns).Wait()
			if _, err := c.Call(t.Context(), "sandbox", "list", ""); api.CodeOf(err) != api.CodeProvider {
				t.Errorf("a call after Close: %v", err)
			}
		})
	}
}

// TestEndOfInput: a guest ends with its core, even inside a regular expression.
func TestEndOfInput(t *testing.T) {
	h := newHost()
	c, l := open(t, h, nil)
	works(t, c)
	conn := <-l.conns
	go c.Call(t.Context(), "sandbox", "list", "redos")
	h.line(t, "fault: redos")
	conn.W.Close()
	conn.Wait()
}

func TestConfinement(t *testing.T) {
	c, _ := open(t, newHost(), nil)
	held, err := c.Confinement(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" && (!held.Privileges || !raceDetector && !held.Memory) {
		t.Errorf("what holds on Linux without any privilege: %s", held)
	}
}

func waitFor(t *testing.T, ok func() bool) {
	t.Helper()
	for late := time.Now().Add(10 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			t.Fatal("it never happens")
		}
	}
}
