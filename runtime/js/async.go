package js

import (
	"context"
	"fmt"

	"github.com/dop251/goja"
)

// Settle runs on the loop's thread and gives what a promise ends with.
type Settle func(rt *goja.Runtime) (goja.Value, error)

// Async gives a promise and runs work on a goroutine of its own; settle then
// runs on the loop's thread, and the promise ends with its result, exactly
// once. A panic in either rejects. The context ends when the VM closes, and when
// the work that asked is taken back (Config.Scope). An error that is no
// JavaScript exception goes through Config.WrapError, and gets the author's line
// that asked. Call it on the loop's thread.
func (vm *VM) Async(rt *goja.Runtime, work func(ctx context.Context) (settle func(rt *goja.Runtime) (goja.Value, error))) goja.Value {
	promise, _ := vm.AsyncCancel(rt, work)
	return promise
}

// AsyncCancel is Async with a function that ends the context of its work.
func (vm *VM) AsyncCancel(rt *goja.Runtime, work func(ctx context.Context) (settle func(rt *goja.Runtime) (goja.Value, error))) (goja.Value, context.CancelFunc) {
	promise, resolve, reject := rt.NewPromise()
	if vm.asyncs.Add(1) > int64(vm.cfg.MaxAsync) {
		vm.asyncs.Add(-1)
		vm.note(reject(vm.newError("RangeError", fmt.Sprintf("more than %d requests are open", vm.cfg.MaxAsync))))
		return rt.ToValue(promise), func() {}
	}
	ctx, cancel := context.WithCancel(vm.ctx)
	scope := vm.cfg.Scope()
	taken, over := scope.Wait()
	release := context.AfterFunc(taken, cancel)
	asked := rt.CaptureCallStack(16, nil)
	go func() {
		defer vm.asyncs.Add(-1)
		var settle Settle
		if err := taken.Err(); err != nil {
			settle = failing(err)
		} else {
			settle = contained(ctx, work)
		}
		release()
		cancel()
		vm.Post(func(rt *goja.Runtime) {
			scope.Enter(func() {
				value, err := vm.settled(settle)
				if err != nil && taken.Err() != nil {
					err = taken.Err() // whatever it did to the work
				}
				over(err != nil)
				if err != nil {
					vm.note(reject(vm.placed(err, asked)))
					return
				}
				vm.note(resolve(value))
			})
		})
	}()
	return rt.ToValue(promise), cancel
}

// contained runs work; a panic becomes a failing settle.
func contained(ctx context.Context, work func(context.Context) func(*goja.Runtime) (goja.Value, error)) (settle Settle) {
	defer func() {
		if x := recover(); x != nil {
			settle = failing(fmt.Errorf("internal fault: %v", x))
		}
	}()
	settle = work(ctx)
	if settle == nil {
		settle = func(*goja.Runtime) (goja.Value, error) { return goja.Undefined(), nil }
	}
	return settle
}

func failing(err error) Settle {
	return func(*goja.Runtime) (goja.Value, error) { return nil, err }
}

// settled runs settle where a panic is an error too.
func (vm *VM) settled(settle Settle) (value goja.Value, err error) {
	defer func() {
		if x := recover(); x != nil {
			value, err = nil, vm.asError(x)
		}
	}()
	value, err = settle(vm.rt)
	if value == nil {
		value = goja.Undefined()
	}
	vm.note(err)
	return value, err
}

// asError makes an error of what was recovered.
func (vm *VM) asError(x any) error {
	switch x := x.(type) {
	case error:
		return x
	case goja.Value:
		return vm.thrown(x)
	}
	return fmt.Errorf("internal fault: %v", x)
}
