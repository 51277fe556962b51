package js

import "context"

// Scope is a piece of work that can be taken back: what Go does for it ends by
// a context. Promises are followed by goja (AsyncContextTracker); timers and
// what is asked of Go, here. Its methods are called on the loop's thread.
type Scope interface {
	// Context ends when what has been asked for up to now is taken back.
	Context() context.Context
	// Wait tells that JavaScript begins to wait for Go, and gives the context that
	// takes that back; over tells how that ended, before JavaScript sees it.
	Wait() (ctx context.Context, over func(failed bool))
	// Enter runs f, and the reactions that it adds to promises, for the work.
	Enter(f func())
}

// everything is the one scope of a VM that has no others.
type everything struct{}

// Context never ends.
func (everything) Context() context.Context { return context.Background() }

// Wait has nothing to take back.
func (everything) Wait() (context.Context, func(bool)) { return context.Background(), func(bool) {} }

// Enter runs f.
func (everything) Enter(f func()) { f() }
