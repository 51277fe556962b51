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
var mended = map[string]string{"RegExp": "regexp", "Number": "mends", "Proxy": "mends"}

// installMends puts the prelude's constructors in place of goja's, when they are
// first looked at.
func (vm *VM) installMends() {
	for name, file := range mended {
		mend := func() goja.Value { return vm.load(file).Get(name) }
		if prototype, ok := vm.builtin.mended[name].Get("prototype").(*goja.Object); ok {
			vm.lazy(prototype, "constructor", mend)
		}
		vm.lazy(vm.rt.GlobalObject(), name, mend)
	}
	vm.lazy(vm.rt.GlobalObject(), RegExpGlobal, func() goja.Value { return vm.load("regexp").Get("lazy") })
}
