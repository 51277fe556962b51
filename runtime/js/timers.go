package js

import (
	"cmp"
	"slices"
	"time"

	"github.com/dop251/goja"
)

// timers are those of setTimeout and setInterval in the order they are due, and
// the immediates. Due times come from a clock that stands still within a turn
// from its first timer on, much as in Node.js: setTimeout(a, 2) then
// setTimeout(b, 1) always runs b first.
type timers struct {
	now        time.Duration
	read       bool // the clock, in this turn
	seq        int64
	waiting    []*timer // sorted by due, seq
	immediates []*timer
	byID       map[int64]*timer
	proto      *goja.Object
}

type timer struct {
	id, seq  int64
	due      time.Duration
	every    time.Duration // of setInterval and for refresh
	repeat   bool
	live     bool
	scope    Scope // that set it, and that its callback runs for
	callback goja.Callable
	args     []goja.Value
	object   *goja.Object
}

// tick moves the clock, in whole milliseconds; it never goes back.
func (ts *timers) tick(d time.Duration) {
	ts.now = max(ts.now, d.Truncate(time.Millisecond))
}

func (ts *timers) add(t *timer) {
	ts.seq++
	t.seq, t.due, t.live = ts.seq, ts.now+t.every, true
	at, _ := slices.BinarySearchFunc(ts.waiting, t, compareTimers)
	ts.waiting = slices.Insert(ts.waiting, at, t)
}

func (ts *timers) remove(t *timer) {
	t.live = false
	delete(ts.byID, t.id)
	if at, ok := slices.BinarySearchFunc(ts.waiting, t, compareTimers); ok {
		ts.waiting = slices.Delete(ts.waiting, at, at+1)
	}
}

func compareTimers(a, b *timer) int {
	return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.seq, b.seq))
}

func (vm *VM) sinceStart() time.Duration { return vm.cfg.Now().Sub(vm.start) }

// nextDue is when the loop has to wake by itself.
func (vm *VM) nextDue() (time.Duration, bool) {
	if len(vm.timers.immediates) > 0 {
		return 0, true
	}
	due, ok := vm.rejects.due(vm.cfg.RejectGrace)
	if w := vm.timers.waiting; len(w) > 0 && (!ok || w[0].due < due) {
		return w[0].due, true
	}
	return due, ok
}

func (vm *VM) runTimers() {
	ts := &vm.timers
	ts.tick(vm.sinceStart())
	limit := ts.now
	if vm.Err() == nil {
		vm.rejects.expire(vm, limit-vm.cfg.RejectGrace)
	}
	for len(ts.waiting) > 0 && ts.waiting[0].due <= limit && vm.Err() == nil {
		t := ts.waiting[0]
		ts.waiting = ts.waiting[1:]
		if !t.repeat {
			delete(ts.byID, t.id)
		}
		vm.fire(t)
		ts.tick(vm.sinceStart())
		if t.repeat && t.live {
			ts.add(t)
		}
	}
}

func (vm *VM) runImmediates() {
	batch := vm.timers.immediates
	vm.timers.immediates = nil
	for _, t := range batch {
		if t.live {
			delete(vm.timers.byID, t.id)
			vm.fire(t)
		}
	}
}

func (vm *VM) fire(t *timer) {
	vm.turn(func(*goja.Runtime) {
		t.scope.Enter(func() {
			if _, err := t.callback(t.object, t.args...); err != nil {
				vm.uncaught(err)
			}
		})
	})
}
