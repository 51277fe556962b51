package js

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/dop251/goja"
)

// Post runs f on the loop's thread, after all that was posted before it;
// microtasks run when it returns. It may be called from any goroutine, and does
// nothing once the VM is closed or broken.
func (vm *VM) Post(f func(rt *goja.Runtime)) { vm.post(f) }

func (vm *VM) post(f func(rt *goja.Runtime)) bool {
	vm.mu.Lock()
	ok := !vm.closed && vm.brokenErr == nil
	if ok {
		vm.queue = append(vm.queue, f)
	}
	vm.mu.Unlock()
	if ok {
		vm.poke()
	}
	return ok
}

// Do runs f on the loop's thread and waits for it and its microtasks. A
// JavaScript exception that f returns comes out as *Exception. The end of ctx
// ends the waiting, and drops f if it hasn't begun; so does the end of the VM. f
// may still be running when Do fails: what it writes is to be read only after
// success. Never call it on the loop's own thread.
func (vm *VM) Do(ctx context.Context, f func(rt *goja.Runtime) error) error {
	result := make(chan error, 1)
	job := func(rt *goja.Runtime) {
		if err := ctx.Err(); err != nil {
			result <- err
			return
		}
		// In a deferred call, so that a panic of f answers too.
		err := error(errAborted)
		defer func() { result <- vm.explained(err) }()
		err = f(rt)
		if !vm.note(err) {
			vm.probe.drain(vm)
		}
	}
	if !vm.post(job) {
		return vm.Err()
	}
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-vm.broken:
	case <-vm.done:
	}
	select {
	case err := <-result:
		return err
	default:
		return vm.Err()
	}
}

var errAborted = fmt.Errorf("the job ended abnormally")

func (vm *VM) poke() {
	select {
	case vm.wake <- struct{}{}:
	default:
	}
}

// run is the loop's thread: posted jobs, then due timers, then immediates, each
// followed by its microtasks.
func (vm *VM) run() {
	defer close(vm.done)
	for vm.Err() == nil {
		vm.timers.tick(vm.sinceStart())
		for _, job := range vm.take() {
			vm.turn(job)
		}
		vm.runTimers()
		vm.runImmediates()
		vm.idle()
	}
	if vm.Err() == ErrClosed {
		vm.lastWords()
	}
}

// lastWords reports what nobody handled before Close. The values may have
// getters, which don't get long.
func (vm *VM) lastWords() {
	vm.rt.ClearInterrupt()
	vm.rejects.flush(vm)
}

func (vm *VM) take() []func(*goja.Runtime) {
	vm.mu.Lock()
	defer vm.mu.Unlock()
	jobs := vm.queue
	vm.queue = nil
	return jobs
}

// idle waits for the next job or timer.
func (vm *VM) idle() {
	due, ok := vm.nextDue()
	if !ok {
		<-vm.wake
		return
	}
	if wait := due - vm.sinceStart(); wait > 0 {
		stop := vm.cfg.After(wait, vm.poke)
		if vm.sinceStart() < due { // the clock may have moved before the alarm was set
			<-vm.wake
		}
		stop()
	}
}

// turn runs one job and its microtasks. Whatever panics in it is contained.
func (vm *VM) turn(job func(*goja.Runtime)) {
	if vm.Err() != nil {
		return
	}
	defer func() {
		if x := recover(); x != nil {
			vm.contain(x)
		}
	}()
	if vm.cfg.MaxTurn > 0 {
		guard := time.AfterFunc(vm.cfg.MaxTurn, vm.interruptTurn)
		defer guard.Stop()
	}
	vm.timers.read = false
	job(vm.rt)
	vm.probe.drain(vm)
	vm.rejects.sweep(vm)
}

func (vm *VM) interruptTurn() {
	vm.Interrupt(fmt.Errorf("JavaScript ran for longer than %s without a pause", vm.cfg.MaxTurn))
}

// contain takes a panic that reached the bottom of a turn. A JavaScript
// exception there is only an uncaught one; anything else came through goja's
// own frames, whose state is lost with it.
func (vm *VM) contain(x any) {
	switch x := x.(type) {
	case *goja.Exception:
		vm.guarded(func() { vm.uncaught(x) })
	case *goja.Object:
		vm.guarded(func() { vm.uncaught(vm.thrown(x)) })
	case error:
		if !vm.note(x) {
			vm.fault(x)
		}
	default:
		vm.fault(x)
	}
}

// reportLimit is how long the getters of one value in a report may take.
const reportLimit = 100 * time.Millisecond

// bounded is guarded where no turn bounds the time either: after an interrupt
// goja forgets that there was one. It tells whether f ended in time.
func (vm *VM) bounded(f func()) bool {
	guard := time.AfterFunc(reportLimit, func() { vm.rt.Interrupt(errReport) })
	vm.guarded(f)
	return guard.Stop()
}

var errReport = errors.New("a report took too long")

// guarded runs what looks at JavaScript's values where no turn is around it: a
// getter may overflow or be interrupted there too.
func (vm *VM) guarded(f func()) {
	defer func() {
		if x := recover(); x != nil {
			if err, ok := x.(error); !ok || !vm.note(err) {
				vm.fault(x)
			}
		}
	}()
	f()
}

func (vm *VM) fault(x any) {
	vm.cfg.Log("debug", fmt.Sprintf("fault in the JavaScript engine: %v\n%s", x, debug.Stack()))
	vm.breakDown(fmt.Errorf("fault in the JavaScript engine: %v", x))
}
