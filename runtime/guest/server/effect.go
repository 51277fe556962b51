package server

import (
	"context"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/api"
)

// effect asks the core to do something: host.effect(class, method, client,
// args, with) gives [promise, cancel].
func (i *instance) effect(rt *goja.Runtime, c goja.FunctionCall) goja.Value {
	class, method := c.Argument(0).String(), c.Argument(1).String()
	client := c.Argument(2).ToInteger()
	args, err := i.effectArgs(rt, c.Argument(3), c.Argument(4))
	lane := i.lane()
	promise, cancel := i.vm.AsyncCancel(rt, func(ctx context.Context) func(*goja.Runtime) (goja.Value, error) {
		if err == nil && i.probe {
			err = api.Errorf(api.CodeProvider, "%s.%s: the build's test run has no network", class, method)
		}
		if err != nil {
			return func(*goja.Runtime) (goja.Value, error) { return nil, err }
		}
		v, err := i.peer.Call(ctx, lane, "effect", append([]any{class, method, client}, args...)...)
		return func(rt *goja.Runtime) (goja.Value, error) {
			if err != nil {
				return nil, err
			}
			return i.toJS(rt, v, shapeOf(class)), nil
		}
	})
	cancelFunc := i.vm.Native("cancel", func(goja.FunctionCall) goja.Value { cancel(); return nil })
	return rt.NewArray(promise, cancelFunc)
}

// effectArgs are the arguments as the author passed them, and the client's
// definition where the core doesn't know it yet.
func (i *instance) effectArgs(rt *goja.Runtime, list, with goja.Value) ([]any, error) {
	args, err := i.toGo(rt, i.now, list)
	if err != nil {
		return nil, err
	}
	definition, err := i.toGo(rt, i.now, with)
	if err != nil {
		return nil, err
	}
	return []any{args, definition}, nil
}

// shapeOf tells how results of a class come to JavaScript: those of the kit's
// classes in both casings, what a server said word for word.
func shapeOf(class string) shape {
	if class == "http" || class == "global" {
		return verbatim
	}
	return twins
}
