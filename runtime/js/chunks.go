package js

import (
	"context"
	"io"

	"github.com/dop251/goja"
)

// chunksObject gives JavaScript a stream of Go's: recv() is a promise of the
// next Uint8Array, null at the end, and close() ends it.
func (vm *VM) chunksObject(chunks Chunks) *goja.Object {
	o := vm.rt.NewObject()
	vm.method(o, "recv", func(goja.FunctionCall) goja.Value {
		return vm.Async(vm.rt, func(ctx context.Context) func(*goja.Runtime) (goja.Value, error) {
			data, err := chunks.Recv(ctx)
			return func(rt *goja.Runtime) (goja.Value, error) {
				switch {
				case err == io.EOF:
					_ = chunks.Close()
					return goja.Null(), nil
				case err != nil:
					_ = chunks.Close()
					return nil, err
				}
				return newBytes(rt, data), nil
			}
		})
	})
	vm.method(o, "close", func(goja.FunctionCall) goja.Value { go chunks.Close(); return nil })
	return o
}

// pulledChunks gives Go a stream of JavaScript's.
type pulledChunks struct {
	vm           *VM
	pull, cancel goja.Value
}

type pulled struct {
	data []byte
	err  error
}

// Recv asks JavaScript for the next chunk and waits for its promise.
func (c *pulledChunks) Recv(ctx context.Context) ([]byte, error) {
	got := make(chan pulled, 1)
	vm := c.vm
	if !vm.post(func(rt *goja.Runtime) { c.ask(rt, got) }) {
		return nil, vm.Err()
	}
	select {
	case p := <-got:
		return p.data, p.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-vm.broken:
		return nil, vm.Err()
	case <-vm.done:
		return nil, ErrClosed
	}
}

func (c *pulledChunks) ask(rt *goja.Runtime, got chan<- pulled) {
	vm := c.vm
	answer := func(p pulled) nativeFunc {
		return func(call goja.FunctionCall) goja.Value { got <- p; return nil }
	}
	promise, err := vm.Call(c.pull, goja.Undefined())
	if err != nil {
		answer(pulled{err: vm.explained(err)})(goja.FunctionCall{})
		return
	}
	done := vm.native("", func(call goja.FunctionCall) goja.Value {
		if goja.IsNull(call.Argument(0)) {
			return answer(pulled{err: io.EOF})(call)
		}
		return answer(pulled{data: append([]byte{}, vm.bytes(call, 0)...)})(call)
	})
	failed := vm.native("", func(call goja.FunctionCall) goja.Value {
		return answer(pulled{err: Explain(vm.thrown(call.Argument(0)))})(call)
	})
	then := promise.(*goja.Object).Get("then")
	if _, err := vm.Call(then, promise, done, failed); err != nil {
		answer(pulled{err: vm.explained(err)})(goja.FunctionCall{})
	}
}

// Close tells JavaScript that no more is wanted.
func (c *pulledChunks) Close() error {
	c.vm.Post(func(*goja.Runtime) {
		if _, err := c.vm.Call(c.cancel, goja.Undefined()); err != nil {
			c.vm.uncaught(err)
		}
	})
	return nil
}
