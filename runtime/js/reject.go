package js

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
)

// rejections are the promises that were rejected and have no handler yet. Each
// is logged once, with its place, when it has stayed so for RejectGrace or the
// VM closes; one that is handled before is not.
type rejections struct {
	fresh   []*goja.Promise
	waiting []rejection
	n       atomic.Int32 // of both, as of the last turn's end
}

// Unreported tells, on any goroutine, whether a promise was rejected that nobody
// handles and that is not in the log yet.
func (vm *VM) Unreported() bool { return vm.rejects.n.Load() > 0 }

// ReportRejections logs those that wait, whose time is not over, because nobody
// will be there to handle them. On the loop's thread only.
func (vm *VM) ReportRejections() { vm.rejects.flush(vm) }

type rejection struct {
	promise *goja.Promise
	since   time.Duration
}

func (r *rejections) track(p *goja.Promise, op goja.PromiseRejectionOperation) {
	if op == goja.PromiseRejectionReject {
		r.fresh = append(r.fresh, p)
		return
	}
	r.fresh = slices.DeleteFunc(r.fresh, func(q *goja.Promise) bool { return q == p })
	r.waiting = slices.DeleteFunc(r.waiting, func(q rejection) bool { return q.promise == p })
}

// sweep runs at the end of each turn: what is still unhandled starts to wait.
func (r *rejections) sweep(vm *VM) {
	for _, p := range r.fresh {
		r.waiting = append(r.waiting, rejection{p, vm.timers.now})
	}
	r.fresh = nil
	r.n.Store(int32(len(r.waiting)))
}

// due is when the oldest one's grace ends.
func (r *rejections) due(grace time.Duration) (time.Duration, bool) {
	if len(r.waiting) == 0 {
		return 0, false
	}
	return r.waiting[0].since + grace, true
}

// expire reports those that wait since limit or longer.
func (r *rejections) expire(vm *VM, limit time.Duration) {
	for len(r.waiting) > 0 && r.waiting[0].since <= limit {
		p := r.waiting[0].promise
		r.waiting = r.waiting[1:]
		if !vm.bounded(func() { vm.report("Unhandled rejection", vm.thrown(p.Result())) }) {
			r.waiting = nil // the others may be like it
		}
	}
	r.n.Store(int32(len(r.waiting)))
}

func (r *rejections) flush(vm *VM) {
	r.sweep(vm)
	r.expire(vm, 1<<62)
}
