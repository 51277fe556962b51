package js

import (
	"strings"

	"github.com/dop251/goja"
)

// RegExpGlobal is the global function (pattern, flags) that bundles call in
// place of their larger regular expressions: goja compiles a literal when it
// loads the script, each for up to milliseconds, this when it is first reached.
// Its property "properties", where the bundle sets it, tells by name what
// \p{…} matches (bundler, unicode/properties.txt).
const RegExpGlobal = "__abx_regexp"

// wrapRegExp puts a constructor before goja's that knows \p{…}, which goja takes
// for the letter p without an error. The rest is goja's: the prototype, and what
// split and matchAll make, through Symbol.species.
const wrapRegExp = `(expand) => {
  const Native = RegExp, { construct } = Reflect;
  const Wrapper = function RegExp(pattern, flags) {
    if (typeof pattern === "string" && typeof flags === "string") pattern = expand(pattern, flags);
    else if (new.target === undefined && flags === undefined && pattern instanceof Native && pattern.constructor === Wrapper) return pattern;
    return construct(Native, [pattern, flags], new.target ?? Native);
  };
  Object.defineProperty(Wrapper, "prototype", { value: Native.prototype, writable: false });
  Object.defineProperty(Wrapper, Symbol.species, { get() { return this === Wrapper ? Native : this; }, configurable: true });
  Object.defineProperty(Native.prototype, "constructor", { value: Wrapper, writable: true, configurable: true });
  Object.defineProperty(globalThis, "RegExp", { value: Wrapper, writable: true, configurable: true });
  return Wrapper;
}`

func (vm *VM) installRegExp() {
	expand := vm.native("", func(call goja.FunctionCall) goja.Value {
		pattern, flags := call.Argument(0), call.Argument(1).String()
		if strings.Contains(flags, "u") && hasProperty(pattern.String()) {
			table := vm.rt.Get(RegExpGlobal).(*goja.Object).Get("properties")
			return vm.mustCall(vm.load("regexp").Get("expand"), goja.Undefined(), pattern, table)
		}
		return pattern
	})
	native := vm.rt.Get("RegExp")
	wrapper := vm.mustCall(vm.mustRun("abx:regexp", wrapRegExp), goja.Undefined(), expand)
	made := map[[2]string]goja.Value{}
	vm.global(RegExpGlobal, func(call goja.FunctionCall) goja.Value {
		pattern, flags := call.Argument(0), call.Argument(1)
		key := [2]string{pattern.String(), flags.String()}
		first := made[key]
		if first == nil {
			o, err := vm.rt.New(wrapper, pattern, flags)
			if err != nil {
				panic(err)
			}
			made[key], first = o, o
		}
		// Each evaluation of a literal is an object of its own; goja shares what
		// is compiled.
		again, err := vm.rt.New(native, first)
		if err != nil {
			panic(err)
		}
		return again
	})
}

func hasProperty(pattern string) bool {
	return strings.Contains(pattern, `\p`) || strings.Contains(pattern, `\P`)
}
