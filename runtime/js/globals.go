package js

import "github.com/abxgen/abxgen/runtime/js/names"

// Globals lists the names that exist for a provider beside ECMAScript's own.
func Globals() []string { return names.Globals() }

// NodeModules lists the node: modules that __abx_require gives, without prefix.
func NodeModules() []string { return names.NodeModules() }

type webState struct{}

func (vm *VM) installGlobals() {
	vm.mustRun("abx:symbols", symbols)
	vm.installTimers()
	vm.installConsole()
}

// symbols are those that goja lacks; without them a user's async iterator
// becomes a property named "undefined".
const symbols = `for (const name of ["asyncIterator", "dispose", "asyncDispose"]) if (!(name in Symbol))
  Object.defineProperty(Symbol, name, { value: Symbol("Symbol." + name) });`
