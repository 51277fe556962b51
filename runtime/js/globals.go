package js

import (
	"time"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/js/names"
)

// Globals lists the names that exist for a provider beside ECMAScript's own.
func Globals() []string { return names.Globals() }

// NodeModules lists the node: modules that __abx_require gives, without prefix.
func NodeModules() []string { return names.NodeModules() }

func (vm *VM) installGlobals() {
	must(vm.rt.GlobalObject().Delete("GoError"))
	vm.mustRun("abx:symbols", symbols)
	vm.installES()
	vm.installMends()
	vm.installJSON()
	vm.installPrelude()
	vm.installTimers()
	vm.installConsole()
	vm.installSmall()
	vm.global("__abx_require", vm.require)
}

// symbols are those that goja lacks; without them a user's async iterator
// becomes a property named "undefined". And goja's typed arrays can't be made
// from a string.
const symbols = `for (const name of ["asyncIterator", "dispose", "asyncDispose"]) if (!(name in Symbol))
  Object.defineProperty(Symbol, name, { value: Symbol("Symbol." + name) });
{ const typed = Object.getPrototypeOf(Uint8Array), { from } = typed, { value } = { value: { from(items, ...rest) { return from.call(this, typeof items === "string" ? [...items] : items, ...rest); } }.from };
  Object.defineProperty(typed, "from", { value, writable: true, configurable: true }); }`

// installSmall makes the globals that are one function in Go.
func (vm *VM) installSmall() {
	vm.global("atob", func(call goja.FunctionCall) goja.Value {
		b, ok := forgivingBase64(vm.needed(call, "input").String())
		if !ok {
			panic(vm.domException("The string to be decoded is not correctly encoded.", "InvalidCharacterError"))
		}
		return vm.decodeText(b, "latin1")
	})
	vm.global("btoa", func(call goja.FunctionCall) goja.Value {
		text := stringOf(vm.needed(call, "input"))
		for i := range text.Length() {
			if text.CharAt(i) > 0xff {
				panic(vm.domException("Invalid character", "InvalidCharacterError"))
			}
		}
		return vm.decodeText(encodeText(text, "latin1"), "base64")
	})
	vm.installMicrotask()
	performance := vm.rt.NewObject()
	vm.method(performance, "now", func(goja.FunctionCall) goja.Value { return vm.rt.ToValue(vm.milliseconds()) })
	must(performance.Set("timeOrigin", float64(vm.start.UnixMicro())/1000))
	must(vm.rt.GlobalObject().DefineDataProperty("performance", performance, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// needed gives the first argument, which may not be left out.
func (vm *VM) needed(call goja.FunctionCall, name string) goja.Value {
	if len(call.Arguments) == 0 {
		panic(vm.codedTypeError("ERR_MISSING_ARGS", `The "`+name+`" argument must be specified`))
	}
	return call.Arguments[0]
}

func (vm *VM) domException(message, name string) goja.Value {
	o, err := vm.rt.New(vm.load("events").Get("DOMException"), vm.rt.ToValue(message), vm.rt.ToValue(name))
	must(err)
	return o
}

// installMicrotask makes queueMicrotask; what its callback throws is reported.
func (vm *VM) installMicrotask() {
	report := vm.native("", func(call goja.FunctionCall) goja.Value {
		vm.uncaught(vm.thrown(call.Argument(0)))
		return nil
	})
	enqueue := vm.mustCall(vm.mustRun("abx:microtask",
		`(report) => { const p = Promise.resolve(), then = p.then; return (f) => { then.call(p, () => { try { f(); } catch (e) { report(e); } }); }; }`),
		goja.Undefined(), report)
	vm.global("queueMicrotask", func(call goja.FunctionCall) goja.Value {
		if _, ok := goja.AssertFunction(call.Argument(0)); !ok {
			panic(vm.codedTypeError("ERR_INVALID_ARG_TYPE",
				`The "callback" argument must be of type function. Received `+vm.describe(call.Argument(0))))
		}
		vm.mustCall(enqueue, goja.Undefined(), call.Argument(0))
		return nil
	})
}

// milliseconds is the time since the VM began, as performance.now gives it.
func (vm *VM) milliseconds() float64 {
	return float64(vm.sinceStart()) / float64(time.Millisecond)
}

// nodeFiles are the files of the prelude that hold the node: modules.
var nodeFiles = map[string]string{"buffer": "buffer", "crypto": "crypto", "path": "path", "url": "nodeurl", "util": "util"}

// require is __abx_require: a node: module by its name, with or without node:.
func (vm *VM) require(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	if !names.IsNodeModule(name) {
		o := vm.newError("Error", name+" is not available to providers")
		must(o.Set("code", "MODULE_NOT_FOUND"))
		panic(o)
	}
	if len(name) > 5 && name[:5] == "node:" {
		name = name[5:]
	}
	return vm.load(nodeFiles[name]).Get("node")
}
