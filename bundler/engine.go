package bundler

import (
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/js"
)

// An engine is the one that will run the bundle, for questions about small
// pieces of it. It starts with the first question.
type engine struct{ vm *js.VM }

func (e *engine) close() {
	if e.vm != nil {
		e.vm.Close()
	}
}

// compile tries a regular expression with the properties that it may name.
func (e *engine) compile(pattern, flags string, properties map[string]string) error {
	if e.vm == nil {
		e.vm = js.New(js.Config{})
	}
	table := map[string]any{}
	for name, steps := range maps.All(properties) {
		table[name] = steps
	}
	return e.vm.Do(context.Background(), func(rt *goja.Runtime) error {
		f, err := rt.RunString(`(pattern, flags, table) => {
			` + js.RegExpGlobal + `.properties = table;
			new RegExp(pattern, flags);
		}`)
		if err != nil {
			return err
		}
		_, err = e.vm.Call(f, goja.Undefined(), rt.ToValue(pattern), rt.ToValue(flags), rt.ToValue(table))
		var thrown *goja.Exception
		if errors.As(err, &thrown) {
			return errors.New(strings.TrimPrefix(js.Explain(thrown).Message, "Invalid regular expression: /"+pattern+"/"+flags+": "))
		}
		return err
	})
}
