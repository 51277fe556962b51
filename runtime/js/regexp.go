package js

import "github.com/dop251/goja"

// RegExpGlobal is the global function (pattern, flags, now) that bundles call in
// place of their larger regular expressions: goja compiles a literal when it
// loads the script, each for up to milliseconds, this when it is first reached,
// and one that ignores case, which takes longest, when it is first used. Nothing
// but the expression's own methods may be used on that: where a bundle calls
// those of RegExp.prototype, now is to be true. Its property "properties",
// where the bundle sets it, tells by name what \p{…} matches (bundler,
// unicode/properties.txt).
const RegExpGlobal = "__abx_regexp"

// mended are constructors of goja that the prelude puts its own before, by its
// file.
var mended = map[string]string{"RegExp": "regexp", "Number": "mends", "Proxy": "mends", "Date": "mends"}

// installMends puts the prelude's constructors in place of goja's, when they are
// first looked at.
func (vm *VM) installMends() {
	vm.web.stock = vm.rt.NewObject()
	dates := vm.builtin.mended["Date"].Get("prototype").(*goja.Object)
	must(vm.web.stock.Set("iso", dates.Get("toISOString")))
	for _, name := range []string{"toISOString", "toGMTString", "getYear"} {
		vm.lazy(dates, name, func() goja.Value { return vm.load("mends").Get("dates").(*goja.Object).Get(name) })
	}
	for name, file := range mended {
		mend := func() goja.Value { return vm.load(file).Get(name) }
		if prototype, ok := vm.builtin.mended[name].Get("prototype").(*goja.Object); ok {
			vm.lazy(prototype, "constructor", mend)
		}
		vm.lazy(vm.rt.GlobalObject(), name, mend)
	}
	vm.installMatching(vm.builtin.mended["RegExp"].Get("prototype").(*goja.Object))
	vm.lazy(vm.rt.GlobalObject(), RegExpGlobal, func() goja.Value { return vm.load("regexp").Get("lazy") })
}

// installMatching puts the prelude's exec and what hangs on it before goja's.
// As goja takes ways of its own only where exec is its own, all matching is then
// the package pattern's.
func (vm *VM) installMatching(prototype *goja.Object) {
	must(vm.web.stock.Set("compile", prototype.Get("compile")))
	must(vm.web.stock.Set("split", prototype.GetSymbol(goja.SymSplit)))
	methods := func() *goja.Object { return vm.load("regexp").Get("methods").(*goja.Object) }
	for _, name := range []string{"exec", "test", "compile"} {
		vm.lazy(prototype, name, func() goja.Value { return methods().Get(name) })
	}
	split := vm.native("[Symbol.split]", func(call goja.FunctionCall) goja.Value {
		return vm.mustCall(methods().Get("split"), call.This, call.Arguments...)
	})
	must(prototype.DefineDataPropertySymbol(goja.SymSplit, split, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}
