package js

import (
	"reflect"
	"strings"

	"github.com/dop251/goja"
)

// lookNatives see what JavaScript itself cannot, for inspect and reports.
func (vm *VM) lookNatives() map[string]nativeFunc {
	return map[string]nativeFunc{
		"promise": vm.promiseState,
		"isProxy": func(call goja.FunctionCall) goja.Value {
			o, ok := call.Argument(0).(*goja.Object)
			return vm.rt.ToValue(ok && isProxy(o))
		},
		// target gives what a proxy stands for, null of a revoked one.
		"target": func(call goja.FunctionCall) goja.Value {
			return vm.rt.ToValue(call.Argument(0).Export().(goja.Proxy).Target())
		},
		// stack gives an error's lines with the author's places only.
		"stack": func(call goja.FunctionCall) goja.Value {
			e := Explain(vm.thrown(call.Argument(0)))
			if e.Stack == "" {
				return vm.rt.ToValue("")
			}
			return vm.rt.ToValue("\n    at " + strings.ReplaceAll(e.Stack, "\n", "\n    at "))
		},
		"uncaught": func(call goja.FunctionCall) goja.Value {
			vm.uncaught(vm.thrown(call.Argument(0)))
			return nil
		},
		"log": func(call goja.FunctionCall) goja.Value {
			vm.log(call.Argument(0).String(), call.Argument(1).String())
			return nil
		},
		"now": func(goja.FunctionCall) goja.Value { return vm.rt.ToValue(vm.milliseconds()) },
	}
}

var (
	proxyType   = reflect.TypeFor[goja.Proxy]()
	promiseType = reflect.TypeFor[*goja.Promise]()
)

func isProxy(o *goja.Object) bool { return o.ExportType() == proxyType }

// promiseState gives ["pending"], ["fulfilled", value] or ["rejected", reason],
// undefined for what is no promise.
func (vm *VM) promiseState(call goja.FunctionCall) goja.Value {
	o, ok := call.Argument(0).(*goja.Object)
	if !ok || o.ExportType() != promiseType {
		return nil
	}
	p := o.Export().(*goja.Promise)
	switch p.State() {
	case goja.PromiseStateFulfilled:
		return vm.rt.NewArray("fulfilled", p.Result())
	case goja.PromiseStateRejected:
		return vm.rt.NewArray("rejected", p.Result())
	}
	return vm.rt.NewArray("pending")
}
