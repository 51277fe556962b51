package server

import (
	"context"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

var bg = context.Background()

// scope is one call of the core: whatever JavaScript does for it, across all
// its awaits, can be taken back together. The VM's thread only.
type scope struct {
	lane   wire.Lane // of its effects
	ctx    context.Context
	cancel context.CancelFunc
}

func newScope(lane wire.Lane) *scope {
	s := &scope{lane: lane}
	s.ctx, s.cancel = context.WithCancel(bg)
	return s
}

// abort takes back what runs for the call. What its cleanup then asks for (a
// finally block) is new and runs.
func (s *scope) abort() {
	s.cancel()
	s.ctx, s.cancel = context.WithCancel(bg)
}

// enter runs f, and its microtasks, for a scope.
func (i *instance) enter(s *scope, f func()) {
	before := i.now
	i.now = s
	defer func() { i.now = before }()
	f()
}

// context gives what ends when the work that runs now is taken back.
func (i *instance) context() context.Context {
	if i.now == nil {
		return bg
	}
	return i.now.ctx
}

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

var _ goja.AsyncContextTracker = tracker{}
