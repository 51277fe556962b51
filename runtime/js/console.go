package js

import (
	"strings"

	"github.com/dop251/goja"
)

var consoleLevels = map[string]string{
	"debug": "debug", "log": "info", "info": "info", "warn": "warn", "error": "error",
}

// installConsole makes console, whose lines go to Config.Log alone.
func (vm *VM) installConsole() {
	console := vm.rt.NewObject()
	for name, level := range consoleLevels {
		vm.method(console, name, func(call goja.FunctionCall) goja.Value {
			vm.cfg.Log(level, vm.format(call.Arguments))
			return goja.Undefined()
		})
	}
	must(vm.rt.GlobalObject().DefineDataProperty("console", console, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// format joins the arguments of a console method.
func (vm *VM) format(args []goja.Value) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = safeString(a)
	}
	return strings.Join(words, " ")
}
