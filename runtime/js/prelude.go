package js

import (
	_ "embed"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/js/internal/pack"
)

// The larger globals are written in JavaScript: a guest's 10 MiB have more room
// for a text than for the machine code of the same, and what a provider never
// touches is never compiled. Each file is a function (native, use) that gives
// an object of what it defines; use(name) gives another file's. Provider code
// sees neither native nor use. The texts are in prelude/*.js.
//
//go:generate go run ./internal/pack/cmd
//go:embed prelude.bin
var prelude []byte

// preludeGlobals tells which file defines which globals.
var preludeGlobals = map[string][]string{
	"blob":     {"Blob", "File", "FormData"},
	"buffer":   {"Buffer"},
	"clone":    {"structuredClone"},
	"crypto":   {"crypto"},
	"encoding": {"TextDecoder", "TextEncoder"},
	"events":   {"AbortController", "AbortSignal", "CustomEvent", "DOMException", "Event", "EventTarget"},
	"fetch":    {"Headers", "Request", "Response", "fetch"},
	"streams":  {"ReadableStream"},
	"url":      {"URL", "URLSearchParams"},
	"writable": {"ByteLengthQueuingStrategy", "CountQueuingStrategy", "TextDecoderStream", "TextEncoderStream", "TransformStream", "WritableStream"},
}

// webState is what of the prelude has been loaded.
type webState struct {
	loaded map[string]*goja.Object
	native *goja.Object
	use    *goja.Object
	stock  *goja.Object // goja's own methods of expressions
	groups int          // depth of console.group
}

func (vm *VM) installPrelude() {
	vm.web.loaded = map[string]*goja.Object{}
	for file, names := range preludeGlobals {
		for _, name := range names {
			vm.lazy(vm.rt.GlobalObject(), name, func() goja.Value { return vm.load(file).Get(name) })
		}
	}
}

// lazy defines a property of o whose value is made when it is first used.
func (vm *VM) lazy(o *goja.Object, name string, make func() goja.Value) {
	define := func(on *goja.Object, v goja.Value) {
		must(on.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	get := vm.native("get "+name, func(call goja.FunctionCall) goja.Value {
		v := make()
		define(o, v)
		return v
	})
	set := vm.native("set "+name, func(call goja.FunctionCall) goja.Value {
		on, ok := call.This.(*goja.Object)
		if !ok {
			on = o
		}
		define(on, call.Argument(0))
		return nil
	})
	must(o.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// load gives what a file of the prelude defines, running it the first time.
func (vm *VM) load(file string) *goja.Object {
	if o := vm.web.loaded[file]; o != nil {
		return o
	}
	if vm.web.native == nil {
		vm.web.native = vm.natives()
		vm.web.use = vm.native("use", func(call goja.FunctionCall) goja.Value { return vm.load(call.Argument(0).String()) })
	}
	source, err := pack.Unpack(prelude, file)
	must(err)
	define := vm.mustRun(ownPrefix+file, string(source))
	o := vm.mustCall(define, goja.Undefined(), vm.web.native, vm.web.use).(*goja.Object)
	vm.web.loaded[file] = o
	return o
}

// natives are the functions in Go that the prelude uses.
func (vm *VM) natives() *goja.Object {
	o := vm.rt.NewObject()
	for _, table := range []map[string]nativeFunc{vm.textNatives(), vm.byteNatives(), vm.cryptoNatives(), vm.lookNatives(), vm.fetchNatives(), vm.regexpNatives()} {
		for name, f := range table {
			vm.method(o, name, f)
		}
	}
	must(o.Set("stock", vm.web.stock))
	for name, native := range vm.builtin.mended {
		must(o.Set(name, native))
	}
	return o
}
