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

// installRegExp puts the prelude's RegExp in place of goja's, when it is first
// looked at.
func (vm *VM) installRegExp() {
	regExp := func() goja.Value { return vm.load("regexp").Get("RegExp") }
	vm.lazy(vm.rt.GlobalObject(), "RegExp", regExp)
	vm.lazy(vm.builtin.regExp.Get("prototype").(*goja.Object), "constructor", regExp)
	vm.lazy(vm.rt.GlobalObject(), RegExpGlobal, func() goja.Value { return vm.load("regexp").Get("lazy") })
}
