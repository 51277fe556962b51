package js

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

// VM is one runtime with its loop. Make it by New.
type VM struct {
	rt  *goja.Runtime
	cfg Config

	ctx    context.Context // ends at Close: the parent of every Async work
	cancel context.CancelFunc

	mu        sync.Mutex
	queue     []func(*goja.Runtime)
	closed    bool
	brokenErr error

	wake   chan struct{} // capacity 1: the loop has to look again
	done   chan struct{} // closed when the loop has ended
	broken chan struct{} // closed when brokenErr is set
	asyncs atomic.Int64  // Async works in flight

	start   time.Time // zero of the timers' clock
	timers  timers
	rejects rejections
	probe   probe
	web     webState
	builtin builtins

	lastMatch lastMatch // of the regular expressions
}

// ErrClosed is what Do answers after Close.
var ErrClosed = errors.New("the JavaScript VM is closed")

// New starts a VM. Its globals exist when it returns; most of their code is
// compiled when first used.
func New(cfg Config) *VM {
	vm := &VM{
		rt:     goja.New(),
		cfg:    cfg.withDefaults(),
		wake:   make(chan struct{}, 1),
		done:   make(chan struct{}),
		broken: make(chan struct{}),
	}
	vm.ctx, vm.cancel = context.WithCancel(context.Background())
	vm.start = vm.cfg.Now()
	vm.setUp()
	go vm.run()
	return vm
}

func (vm *VM) setUp() {
	vm.rt.SetMaxCallStackSize(vm.cfg.MaxCallStack)
	vm.rt.SetTimeSource(vm.cfg.Now)
	// Without this eval and Function read the file that a sourceMappingURL names.
	vm.rt.SetParserOptions(parser.WithDisableSourceMaps)
	vm.rt.SetPromiseRejectionTracker(vm.rejects.track)
	vm.builtin.init(vm.rt)
	vm.installGlobals()
	vm.probe.init(vm)
}

// Close ends the VM: running JavaScript is interrupted, waiting jobs are
// dropped, and the contexts of Async works end. It doesn't wait; see Done.
func (vm *VM) Close() {
	vm.mu.Lock()
	was := vm.closed
	vm.closed = true
	vm.queue = nil
	vm.mu.Unlock()
	if was {
		return
	}
	vm.cancel()
	vm.rt.Interrupt(ErrClosed)
	vm.poke()
}

// Done closes when the loop's thread has ended after Close. It stays open while
// JavaScript is in a native call that cannot be interrupted.
func (vm *VM) Done() <-chan struct{} { return vm.done }

// Interrupt stops what runs now, or what runs next, with an InterruptedError
// that no catch sees, and breaks the VM.
func (vm *VM) Interrupt(reason error) {
	vm.breakDown(reason)
	vm.rt.Interrupt(reason)
}

// Broken closes when the VM can run nothing any more; Err says why.
func (vm *VM) Broken() <-chan struct{} { return vm.broken }

// Err gives why the VM is broken, ErrClosed after Close, else nil.
func (vm *VM) Err() error {
	vm.mu.Lock()
	defer vm.mu.Unlock()
	if vm.brokenErr != nil {
		return vm.brokenErr
	}
	if vm.closed {
		return ErrClosed
	}
	return nil
}

// breakDown marks the VM as unusable; only the first reason counts.
func (vm *VM) breakDown(reason error) {
	vm.mu.Lock()
	first := vm.brokenErr == nil && !vm.closed
	if first {
		vm.brokenErr = reason
		vm.queue = nil
	}
	vm.mu.Unlock()
	if first {
		close(vm.broken)
		vm.poke()
	}
}
