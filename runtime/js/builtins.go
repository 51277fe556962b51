package js

import (
	"reflect"

	"github.com/dop251/goja"
)

// What is needed later of the built-in objects, where provider code cannot
// replace it.
var (
	symUint8Array = goja.NewSymbol("Uint8Array")
	symIsArray    = goja.NewSymbol("isArray")
	symIsView     = goja.NewSymbol("isView")
	symBuffer     = goja.NewSymbol("buffer") // the getter of typed arrays
)

// ask calls one of the built-in functions on o. By Export, because a Callable
// would run microtasks in the middle of what asks.
func ask(rt *goja.Runtime, builtin *goja.Symbol, o *goja.Object) goja.Value {
	f := rt.GlobalObject().GetSymbol(builtin).Export().(func(goja.FunctionCall) goja.Value)
	return f(goja.FunctionCall{This: o, Arguments: []goja.Value{o}})
}

// builtins are constructors as they were before any provider code ran.
type builtins struct {
	errors map[string]*goja.Object
	mended map[string]*goja.Object // by name, those of mended
}

func (b *builtins) init(rt *goja.Runtime) {
	hide(rt.GlobalObject(), symUint8Array, rt.Get("Uint8Array"))
	hide(rt.GlobalObject(), symIsArray, rt.Get("Array").(*goja.Object).Get("isArray"))
	hide(rt.GlobalObject(), symIsView, rt.Get("ArrayBuffer").(*goja.Object).Get("isView"))
	typed := rt.Get("Uint8Array").(*goja.Object).Prototype().Get("prototype")
	describe, _ := goja.AssertFunction(rt.Get("Object").(*goja.Object).Get("getOwnPropertyDescriptor"))
	buffer, err := describe(goja.Undefined(), typed, rt.ToValue("buffer"))
	must(err)
	hide(rt.GlobalObject(), symBuffer, buffer.(*goja.Object).Get("get"))
	b.mended = map[string]*goja.Object{}
	for name := range mended {
		b.mended[name] = rt.Get(name).(*goja.Object)
	}
	b.errors = map[string]*goja.Object{}
	for _, name := range []string{"Error", "TypeError", "RangeError", "SyntaxError"} {
		b.errors[name] = rt.Get(name).(*goja.Object)
	}
}

// newError makes an instance of one of ECMAScript's error classes.
func (vm *VM) newError(class, message string) *goja.Object {
	o, err := vm.rt.New(vm.builtin.errors[class], vm.rt.ToValue(clean(message)))
	must(err)
	return o
}

// codedTypeError is a TypeError with a code as Node.js has it.
func (vm *VM) codedTypeError(code, message string) *goja.Object {
	o := vm.newError("TypeError", message)
	must(o.Set("code", code))
	return o
}

// describe names a value in messages as Node.js does: undefined, type string
// ('x'), an instance of X.
func (vm *VM) describe(v goja.Value) string {
	switch {
	case v == nil || goja.IsUndefined(v):
		return "undefined"
	case goja.IsNull(v):
		return "null"
	}
	if o, ok := v.(*goja.Object); ok {
		return "an instance of " + o.ClassName()
	}
	kind := "number"
	switch {
	case goja.IsString(v):
		return "type string ('" + clip(v.String(), 25) + "')"
	case goja.IsBigInt(v):
		return "type bigint (" + v.String() + "n)"
	case v.ExportType() != nil && v.ExportType().Kind() == reflect.Bool:
		kind = "boolean"
	}
	if s, ok := v.(*goja.Symbol); ok {
		return "type symbol (Symbol(" + s.String() + "))"
	}
	return "type " + kind + " (" + v.String() + ")"
}

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n] + "..."
	}
	return s
}
