package js

import (
	"errors"

	"github.com/dop251/goja"
)

// probe runs what microtasks are left after a turn and finds out whether goja
// still runs any: after an overflow of the stack inside an async function it
// never does again, without an error.
type probe struct {
	ask goja.Callable
	ran bool
}

func (p *probe) init(vm *VM) {
	mark := vm.native("", func(goja.FunctionCall) goja.Value { p.ran = true; return goja.Undefined() })
	make, _ := goja.AssertFunction(vm.mustRun("abx:probe", "(p, then, mark) => () => { then.call(p, mark) }"))
	promise, resolve, _ := vm.rt.NewPromise()
	must(resolve(goja.Undefined()))
	object := vm.rt.ToValue(promise).(*goja.Object)
	ask, err := make(nil, object, object.Get("then"), mark)
	must(err)
	p.ask, _ = goja.AssertFunction(ask)
}

func (p *probe) drain(vm *VM) {
	p.ran = false
	if _, err := p.ask(nil); err != nil && !vm.note(err) {
		vm.breakDown(err)
		return
	}
	if !p.ran {
		vm.breakDown(errors.New("the call stack overflowed (" + overflowMessage + ")"))
	}
}

// mustRun runs a script of the VM's own.
func (vm *VM) mustRun(name, source string) goja.Value {
	program, err := goja.Compile(name, source, true)
	must(err)
	v, err := vm.rt.RunProgram(program)
	must(err)
	return v
}
