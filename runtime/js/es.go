package js

import "github.com/dop251/goja"

// lateMethods are properties that the files es and locale of the prelude define
// on built-in objects, by the path to the object and the group in the file.
var lateMethods = []struct {
	on, file, group string
	names           []string
}{
	{"Object", "es", "object", []string{"groupBy"}},
	{"Map", "es", "map", []string{"groupBy"}},
	{"Array", "es", "array", []string{"fromAsync"}},
	{"Promise", "es", "promise", []string{"withResolvers", "try"}},
	{"Error", "es", "error", []string{"captureStackTrace"}},
	{"ArrayBuffer.prototype", "es", "buffer", []string{"transfer", "transferToFixedLength"}},
	{"String.prototype", "es", "string", []string{"isWellFormed", "toWellFormed"}},
	{"Iterator.prototype", "es", "iterator", []string{"map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"}},
	{"globalThis", "es", "global", []string{"Iterator"}},
	{"Number.prototype", "locale", "number", []string{"toLocaleString"}},
	{"BigInt.prototype", "locale", "bigint", []string{"toLocaleString"}},
	{"Date.prototype", "locale", "date", []string{"toLocaleString", "toLocaleDateString", "toLocaleTimeString"}},
}

// installES defines what the language's library lacks in goja.
func (vm *VM) installES() {
	targets := vm.mustRun("abx:targets", `({ "Object": Object, "Map": Map, "Array": Array, "Promise": Promise, "Error": Error,
		"ArrayBuffer.prototype": ArrayBuffer.prototype, "String.prototype": String.prototype, globalThis, "Number.prototype": Number.prototype,
		"BigInt.prototype": BigInt.prototype, "Date.prototype": Date.prototype,
		"Iterator.prototype": Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) })`).(*goja.Object)
	for _, m := range lateMethods {
		on := targets.Get(m.on).(*goja.Object)
		for _, name := range m.names {
			vm.lazy(on, name, func() goja.Value { return vm.load(m.file).Get(m.group).(*goja.Object).Get(name) })
		}
	}
}
