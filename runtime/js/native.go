package js

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

type nativeFunc = func(goja.FunctionCall) goja.Value

// Native makes a JavaScript function of f that is safe to hand to a provider:
// a Go panic in it is an Error there, and nil counts as undefined (goja falls
// over both).
func (vm *VM) Native(name string, f func(goja.FunctionCall) goja.Value) *goja.Object {
	return vm.native(name, f)
}

func (vm *VM) native(name string, f nativeFunc) *goja.Object {
	o := vm.rt.ToValue(func(call goja.FunctionCall) (result goja.Value) {
		defer func() {
			if x := recover(); x != nil {
				panic(vm.throwable(name, x))
			}
			if result == nil {
				result = goja.Undefined()
			}
		}()
		if call.This == nil {
			call.This = goja.Undefined()
		}
		return f(call)
	}).(*goja.Object)
	must(o.DefineDataProperty("name", vm.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return o
}

// throwable turns what a native panicked with into what goja may be given:
// JavaScript values and goja's own panics as they are, the rest as an Error.
func (vm *VM) throwable(name string, x any) any {
	switch x := x.(type) {
	case goja.Value, *goja.Exception:
		return x
	case error:
		if uncatchable(x) {
			return x
		}
		return vm.errorValue(x)
	}
	if strings.HasPrefix(fmt.Sprintf("%T", x), "goja.") {
		return x
	}
	return vm.newError("Error", fmt.Sprintf("%s failed: %v", name, x))
}

// uncatchable tells the errors after which goja's state is lost.
func uncatchable(err error) bool {
	var interrupted *goja.InterruptedError
	var overflow *goja.StackOverflowError
	return errors.As(err, &interrupted) || errors.As(err, &overflow)
}

// note breaks the VM if err is one after which it must not go on.
func (vm *VM) note(err error) bool {
	if err == nil || !uncatchable(err) {
		return false
	}
	vm.breakDown(Explain(err))
	return true
}

// Call calls a function of JavaScript from the loop's thread. Use it instead of
// goja.AssertFunction, so that an overflow of the stack is noticed. Microtasks
// run before it returns unless JavaScript is on the stack below.
func (vm *VM) Call(fn, this goja.Value, args ...goja.Value) (goja.Value, error) {
	f, ok := goja.AssertFunction(fn)
	if !ok {
		return nil, vm.thrown(vm.newError("TypeError", vm.describe(fn)+" is not a function"))
	}
	v, err := f(this, args...)
	vm.note(err)
	return v, err
}

// mustCall is Call for natives: an exception goes on to the caller.
func (vm *VM) mustCall(fn, this goja.Value, args ...goja.Value) goja.Value {
	v, err := vm.Call(fn, this, args...)
	if err != nil {
		panic(err)
	}
	return v
}

// thrown gives the exception that throwing v would be.
func (vm *VM) thrown(v goja.Value) *goja.Exception {
	return vm.rt.Try(func() { panic(v) })
}

func (vm *VM) global(name string, f nativeFunc) { vm.method(vm.rt.GlobalObject(), name, f) }

func (vm *VM) method(o *goja.Object, name string, f nativeFunc) {
	must(o.DefineDataProperty(name, vm.native(name, f), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// must is for definitions on fresh objects, which cannot fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
