package js

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/dop251/goja"
)

// ownPrefix begins the names of the VM's own scripts; their frames are never
// shown.
const ownPrefix = "abx:"

// symPlace and symStack are where an error that was made for a failed Async
// keeps the author's lines that asked for it.
var symPlace, symStack = goja.NewSymbol("place"), goja.NewSymbol("stack")

// withFrames fills in place and stack from frames; what is known already stays
// where no frame is the author's.
func withFrames(e *Exception, frames []goja.StackFrame) *Exception {
	p, stack := authorFrames(frames)
	if e.Place == "" || p != "" {
		e.Place, e.Stack = p, stack
	}
	return e
}

// authorFrames gives the innermost place within the author's files, and all of
// them, one a line.
func authorFrames(frames []goja.StackFrame) (first, all string) {
	var lines []string
	for _, f := range frames {
		if own := strings.HasPrefix(f.SrcName(), ownPrefix); own || f.SrcName() == "<native>" {
			continue
		}
		pos := f.Position()
		at := place(pos.Filename, pos.Line, pos.Column)
		if at == "" {
			continue
		}
		if first == "" {
			first = at
		}
		if name := f.FuncName(); name != "" && name != "<anonymous>" {
			at = clean(name) + " (" + at + ")"
		}
		lines = append(lines, at)
	}
	return first, strings.Join(lines, "\n")
}

func place(file string, line, column int) string {
	if file == "" || line == 0 {
		return ""
	}
	// The source map's library escapes names as URLs.
	if plain, err := url.PathUnescape(file); err == nil {
		file = plain
	}
	return fmt.Sprintf("%s:%d:%d", clean(file), line, column)
}

// placed gives the value that a promise of Async rejects with.
func (vm *VM) placed(err error, asked []goja.StackFrame) goja.Value {
	v := vm.errorValue(err)
	o, ok := v.(*goja.Object)
	if !ok || o.GetSymbol(symPlace) != nil {
		return v
	}
	first, all := authorFrames(asked)
	if first == "" {
		return v
	}
	_ = vm.rt.Try(func() {
		hide(o, symPlace, vm.rt.ToValue(first))
		hide(o, symStack, vm.rt.ToValue(all))
		text := textOf(o, "name") + ": " + textOf(o, "message")
		_ = o.DefineDataProperty("stack", vm.rt.ToValue(text+"\n    at "+strings.ReplaceAll(all, "\n", "\n    at ")),
			goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	})
	return v
}

func hide(o *goja.Object, key *goja.Symbol, v goja.Value) {
	_ = o.DefineDataPropertySymbol(key, v, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// remembered gives what placed left on an error.
func remembered(o *goja.Object) (place, stack string) {
	if v := safeGet(func() goja.Value { return o.GetSymbol(symPlace) }); v != nil {
		place = safeString(v)
		stack = safeString(safeGet(func() goja.Value { return o.GetSymbol(symStack) }))
	}
	return place, stack
}

// errorValue makes the JavaScript value of a Go error.
func (vm *VM) errorValue(err error) goja.Value {
	switch e := err.(type) {
	case *goja.Exception:
		return e.Value()
	case *Exception:
		if e.Value != nil {
			return e.Value
		}
	}
	if vm.cfg.WrapError != nil {
		if v := vm.cfg.WrapError(vm.rt, err); v != nil {
			return v
		}
	}
	return vm.newError("Error", err.Error())
}
