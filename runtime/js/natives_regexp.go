package js

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/js/pattern"
)

// regexpNatives match what the prelude's RegExp is asked for.
func (vm *VM) regexpNatives() map[string]nativeFunc {
	return map[string]nativeFunc{
		// program(source, flags) compiles a pattern.
		"program": func(call goja.FunctionCall) goja.Value {
			source := stringOf(call.Argument(0))
			p, err := pattern.Compile(unitsOf(source), call.Argument(1).String())
			if err != nil {
				panic(vm.newError("SyntaxError", "Invalid regular expression: /"+source.String()+"/"+call.Argument(1).String()+": "+err.Error()))
			}
			return vm.rt.ToValue(p)
		},
		// match(program, text, at, sticky) gives what exec does.
		"match": func(call goja.FunctionCall) goja.Value {
			p, text := programOf(call), stringOf(call.Argument(1))
			found := vm.match(p, text, int(call.Argument(2).ToInteger()), call.Argument(3).ToBoolean())
			if found == nil {
				return goja.Null()
			}
			vm.lastMatch = lastMatch{text, found}
			return vm.matchArray(p, text, found)
		},
		// split(program, text, limit) gives what split does.
		"split": func(call goja.FunctionCall) goja.Value {
			return vm.split(programOf(call), stringOf(call.Argument(1)), call.Argument(2).ToInteger())
		},
		// last(what, n) gives what RegExp.$1 and its kin do.
		"last": func(call goja.FunctionCall) goja.Value {
			return vm.lastMatch.part(call.Argument(0).String(), int(call.Argument(1).ToInteger()))
		},
	}
}

func programOf(call goja.FunctionCall) *pattern.Program {
	return call.Argument(0).Export().(*pattern.Program)
}

func unitsOf(s goja.String) []uint16 {
	out := make([]uint16, s.Length())
	for i := range out {
		out[i] = s.CharAt(i)
	}
	return out
}

func (vm *VM) match(p *pattern.Program, text goja.String, at int, sticky bool) []int {
	found, err := p.Match(text, at, sticky, func() bool { return vm.Err() != nil })
	if errors.Is(err, pattern.ErrTooDeep) {
		panic(vm.newError("RangeError", overflowMessage))
	}
	return found
}

// matchArray makes exec's result: the match, its groups, index, input, groups.
func (vm *VM) matchArray(p *pattern.Program, text goja.String, found []int) goja.Value {
	items := vm.captured(text, found)
	array := vm.rt.NewArray(items...)
	must(array.Set("index", found[0]))
	must(array.Set("input", text))
	must(array.Set("groups", goja.Undefined()))
	if p.Names != nil {
		groups := vm.rt.CreateObject(nil)
		for i, name := range p.Names {
			if name != "" {
				must(groups.Set(name, items[i]))
			}
		}
		must(array.Set("groups", groups))
	}
	return array
}

// captured gives the texts of a match and its groups.
func (vm *VM) captured(text goja.String, found []int) []any {
	items := make([]any, len(found)/2)
	for i := range items {
		items[i] = part(text, found[2*i], found[2*i+1])
	}
	return items
}

func part(text goja.String, from, to int) goja.Value {
	if from < 0 || to < 0 {
		return goja.Undefined()
	}
	return text.Substring(from, to)
}

// split cuts a text where the pattern matches; an empty match at the end of the
// part before is none.
func (vm *VM) split(p *pattern.Program, text goja.String, limit int64) goja.Value {
	if text.Length() == 0 {
		if limit == 0 || vm.match(p, text, 0, true) != nil {
			return vm.rt.NewArray()
		}
		return vm.rt.NewArray(text)
	}
	var parts []any
	from := 0
	for at := 0; at < text.Length() && int64(len(parts)) < limit; {
		found := vm.match(p, text, at, false)
		if found == nil || found[0] >= text.Length() {
			break
		}
		if found[1] == from {
			at = p.After(text, found[1])
			continue
		}
		parts = append(parts, text.Substring(from, found[0]))
		parts = append(parts, vm.captured(text, found)[1:]...)
		from, at = found[1], found[1]
	}
	parts = append(parts, text.Substring(from, text.Length()))
	return vm.rt.NewArray(parts[:min(int64(len(parts)), limit)]...)
}

// lastMatch is what RegExp.$1 and its kin tell of.
type lastMatch struct {
	text  goja.String
	found []int
}

// part gives one of those: group n, the last group, the input, or what stands
// before or behind the match; "" where there is none.
func (l lastMatch) part(what string, n int) goja.Value {
	from, to := -1, -1
	switch last := len(l.found)/2 - 1; {
	case l.found == nil:
	case what == "input":
		from, to = 0, l.text.Length()
	case what == "before":
		from, to = 0, l.found[0]
	case what == "behind":
		from, to = l.found[1], l.text.Length()
	case what == "last":
		return l.part("group", max(last, 1))
	case n <= last:
		from, to = l.found[2*n], l.found[2*n+1]
	}
	if from < 0 || to < 0 {
		return goja.StringFromUTF16(nil)
	}
	return l.text.Substring(from, to)
}
