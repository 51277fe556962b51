package js

import (
	"strings"
	"unicode"

	"github.com/dop251/goja"
)

var consoleLevels = map[string]string{
	"debug": "debug", "log": "info", "info": "info", "warn": "warn", "error": "error",
}

var consoleLate = []string{"assert", "count", "countReset", "dir", "dirxml", "table", "time", "timeEnd", "timeLog", "trace"}

// installConsole makes console, whose lines go to Config.Log alone.
func (vm *VM) installConsole() {
	console := vm.rt.NewObject()
	for name, level := range consoleLevels {
		vm.method(console, name, func(call goja.FunctionCall) goja.Value {
			vm.log(level, vm.format(call.Arguments))
			return nil
		})
	}
	for _, name := range consoleLate {
		vm.lazy(console, name, func() goja.Value { return vm.load("console").Get(name) })
	}
	for name, by := range map[string]int{"group": 1, "groupCollapsed": 1, "groupEnd": -1} {
		vm.method(console, name, func(call goja.FunctionCall) goja.Value {
			if len(call.Arguments) > 0 {
				vm.log("info", vm.format(call.Arguments))
			}
			vm.web.groups = max(vm.web.groups+by, 0)
			return nil
		})
	}
	must(vm.rt.GlobalObject().DefineDataProperty("console", console, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// log writes one entry, which may have lines; of control characters only the
// breaks between them stay.
func (vm *VM) log(level, text string) {
	indent := strings.Repeat("  ", min(vm.web.groups, 40))
	vm.cfg.Log(level, indent+strings.ReplaceAll(withoutControls(text), "\n", "\n"+indent))
}

func withoutControls(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r == 0x2028 || r == 0x2029 {
			return -1
		}
		return r
	}, text)
}

// format joins the arguments of a console method as Node.js does. Plain texts
// need no formatter.
func (vm *VM) format(args []goja.Value) string {
	words := make([]string, len(args))
	for i, a := range args {
		if !goja.IsString(a) || i == 0 && len(args) > 1 && strings.Contains(a.String(), "%") {
			return vm.mustCall(vm.load("inspect").Get("format"), goja.Undefined(), args...).String()
		}
		words[i] = a.String()
	}
	return strings.Join(words, " ")
}
