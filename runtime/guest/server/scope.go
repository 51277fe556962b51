package server

import (
	"context"
	"errors"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
	"github.com/abxgen/abxgen/runtime/js"
)

var bg = context.Background()

// scope is one call of the core: whatever JavaScript does for it, across all
// its awaits, can be taken back together. The VM's thread only.
type scope struct {
	lane   wire.Lane // of its effects
	ctx    context.Context
	cancel context.CancelCauseFunc
}

func newScope(lane wire.Lane) *scope {
	s := &scope{lane: lane}
	s.renew()
	return s
}

func (s *scope) renew() { s.ctx, s.cancel = context.WithCancelCause(bg) }

// abort takes back what runs for the call. What its cleanup then asks for (a
// finally block) is new and runs.
func (s *scope) abort() {
	s.cancel(nil)
	s.renew()
}

// interrupt is abort for a call that nobody waits for. It lasts until JavaScript
// has heard of it: a call that waits for nothing of the core's at the moment (it
// sleeps before it asks again) hears from the next that it asks for.
func (s *scope) interrupt() { s.cancel(errInterrupted) }

var errInterrupted = errors.New("nobody waits for the call any more")

// leave ends a stream that was open for a scope which ended: for a call that
// nobody waits for with what goes on behind it, such as a program.
func leave(taken context.Context, s guest.Stream) {
	if a, ok := s.(wire.Aborter); ok && context.Cause(taken) == errInterrupted {
		_ = a.Abort()
		return
	}
	_ = s.Close()
}

func (s *scope) wait() (ctx context.Context, over func(failed bool)) {
	ctx = s.ctx
	return ctx, func(failed bool) {
		if failed && ctx == s.ctx && ctx.Err() != nil {
			s.renew()
		}
	}
}

// enter runs f, and its microtasks, for a scope.
func (i *instance) enter(s *scope, f func()) {
	before := i.now
	i.now = s
	defer func() { i.now = before }()
	f()
}

// work is a scope, or none, as the VM knows it.
type work struct {
	i *instance
	s *scope
}

// Context ends when the work is taken back.
func (w work) Context() context.Context {
	if w.s == nil {
		return bg
	}
	return w.s.ctx
}

// Wait gives the context of one effect, request or read.
func (w work) Wait() (ctx context.Context, over func(failed bool)) {
	if w.s == nil {
		return bg, func(bool) {}
	}
	return w.s.wait()
}

// Enter runs f for the work.
func (w work) Enter(f func()) { w.i.enter(w.s, f) }

// lane gives the lane for the effects of the work that runs now.
func (i *instance) lane() wire.Lane {
	if i.now == nil {
		return wire.Main
	}
	return i.now.lane
}

// tracker keeps the scope of the work across promises.
type tracker struct{ i *instance }

// Grab gives the scope that a promise's reaction will run for.
func (t tracker) Grab() any { return t.i.now }

// Resumed sets it before the reaction runs.
func (t tracker) Resumed(s any) { t.i.now, _ = s.(*scope) }

// Exited ends it.
func (t tracker) Exited() { t.i.now = nil }

var (
	_ goja.AsyncContextTracker = tracker{}
	_ js.Scope                 = work{}
)
