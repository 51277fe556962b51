package bundler

import (
	"context"
	"errors"
	"fmt"
	"maps"

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

// compile tries a regular expression with the properties that it may name. It
// is also run from the middle of a text, for which goja compiles it anew in
// another way, and panics where that fails.
func (e *engine) compile(pattern, flags string, properties map[string]string) error {
	if e.vm == nil {
		e.vm = js.New(js.Config{})
	}
	table := map[string]any{}
	for name, steps := range maps.All(properties) {
		table[name] = steps
	}
	return e.vm.Do(context.Background(), func(rt *goja.Runtime) (err error) {
		defer func() {
			if x := recover(); x != nil {
				err = fmt.Errorf("%v", x)
			}
		}()
		f, err := rt.RunString(`(pattern, flags, table) => {
			` + js.RegExpGlobal + `.properties = table;
			const r = new RegExp(pattern, flags.replace("y", "") + "y");
			r.lastIndex = 1;
			r.exec("..");
		}`)
		if err != nil {
			return err
		}
		call, _ := goja.AssertFunction(f)
		_, err = call(nil, rt.ToValue(pattern), rt.ToValue(flags), rt.ToValue(table))
		var thrown *goja.Exception
		if errors.As(err, &thrown) {
			return errors.New(js.Explain(thrown).Message)
		}
		return err
	})
}
