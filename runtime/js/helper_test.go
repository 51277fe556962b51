package js

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"
)

// rig is a VM with a clock that moves only when a test says so, and its log.
type rig struct {
	*VM
	t     *testing.T
	clock *clock
	lines chan string
}

func newRig(t *testing.T, change ...func(*Config)) *rig {
	t.Helper()
	r := &rig{t: t, clock: &clock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}, lines: make(chan string, 10000)}
	cfg := Config{
		Log:   func(level, msg string) { r.lines <- level + ": " + msg },
		Now:   r.clock.Now,
		After: r.clock.After,
	}
	for _, f := range change {
		f(&cfg)
	}
	r.VM = New(cfg)
	t.Cleanup(r.Close)
	return r
}

// run runs a script named test.js on the loop.
func (r *rig) run(source string) error {
	return r.Do(context.Background(), func(rt *goja.Runtime) error {
		_, err := rt.RunScript("test.js", source)
		return err
	})
}

func (r *rig) mustRunScript(source string) {
	r.t.Helper()
	if err := r.run(source); err != nil {
		r.t.Fatalf("%v", err)
	}
}

// eval gives the text of an expression's value.
func (r *rig) eval(source string) string {
	r.t.Helper()
	var text string
	err := r.Do(context.Background(), func(rt *goja.Runtime) error {
		v, err := rt.RunScript("test.js", source)
		if err == nil {
			text = v.String()
		}
		return err
	})
	if err != nil {
		return "error: " + err.Error()
	}
	return text
}

// line gives the next line of the log.
func (r *rig) line() string {
	r.t.Helper()
	select {
	case l := <-r.lines:
		return l
	case <-time.After(20 * time.Second):
		r.t.Fatal("nothing was logged")
		return ""
	}
}

// noLine fails if something was logged by all that was posted until now.
func (r *rig) noLine() {
	r.t.Helper()
	_ = r.Do(context.Background(), func(*goja.Runtime) error { return nil })
	select {
	case l := <-r.lines:
		r.t.Errorf("logged %q", l)
	default:
	}
}

// advance moves the clock when all that is due has run.
func (r *rig) advance(d time.Duration) {
	_ = r.Do(context.Background(), func(*goja.Runtime) error { return nil })
	r.clock.advance(d)
}

func (r *rig) wantLines(want ...string) {
	r.t.Helper()
	for i, w := range want {
		if got := r.line(); got != w {
			r.t.Fatalf("line %d:\n got %s\nwant %s", i, got, w)
		}
	}
}

// clock is virtual time: advance fires what is due, in order.
type clock struct {
	mu      sync.Mutex
	now     time.Time
	waiting []*alarm
}

type alarm struct {
	at   time.Time
	wake func()
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) After(d time.Duration, wake func()) func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := &alarm{c.now.Add(d), wake}
	c.waiting = append(c.waiting, a)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.waiting = slices.DeleteFunc(c.waiting, func(b *alarm) bool { return b == a })
	}
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var wake []func()
	c.waiting = slices.DeleteFunc(c.waiting, func(a *alarm) bool {
		if a.at.After(c.now) {
			return false
		}
		wake = append(wake, a.wake)
		return true
	})
	c.mu.Unlock()
	for _, f := range wake {
		f()
	}
}
