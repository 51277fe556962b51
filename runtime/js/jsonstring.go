package js

import (
	"strconv"

	"github.com/dop251/goja"
)

var jsonEscapes = map[rune]uint16{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// string reads a string; one without escapes is a part of the text.
func (r *jsonReader) string() goja.Value {
	r.at++
	from := r.at
	for {
		switch c := r.peek(); {
		case c == '"':
			r.at++
			return r.text.Substring(from, r.at-1)
		case c == '\\':
			return r.escaped(from)
		default:
			r.plain(c)
		}
	}
}

// plain skips a unit that stands for itself.
func (r *jsonReader) plain(c rune) {
	if c < 0 {
		r.fail("Unterminated string in JSON")
	}
	if c < ' ' {
		r.fail("Bad control character in string literal in JSON")
	}
	r.at++
}

func (r *jsonReader) escaped(from int) goja.Value {
	units := unitsOf(r.text.Substring(from, r.at).(goja.String))
	for {
		switch c := r.peek(); c {
		case '"':
			r.at++
			return goja.StringFromUTF16(units)
		case '\\':
			r.at++
			units = append(units, r.escape())
		default:
			r.plain(c)
			units = append(units, uint16(c))
		}
	}
}

func (r *jsonReader) escape() uint16 {
	c := r.peek()
	if c < 0 {
		r.unexpected()
	}
	if unit, ok := jsonEscapes[c]; ok {
		r.at++
		return unit
	}
	if c != 'u' {
		r.fail("Bad escaped character in JSON")
	}
	r.at++
	from := r.at
	for r.at < from+4 {
		if _, err := strconv.ParseUint(string(max(r.peek(), ' ')), 16, 16); err != nil {
			r.fail("Bad Unicode escape in JSON")
		}
		r.at++
	}
	unit, _ := strconv.ParseUint(r.text.Substring(from, r.at).String(), 16, 16)
	return uint16(unit)
}

// revived gives what a reviver makes of a value and of all in it.
func (vm *VM) revived(holder *goja.Object, key string, reviver goja.Value) goja.Value {
	v := holder.Get(key)
	if o, ok := v.(*goja.Object); ok {
		for _, name := range vm.ownNames(o) {
			item := vm.revived(o, name, reviver)
			if goja.IsUndefined(item) {
				_ = o.Delete(name)
			} else {
				_ = o.DefineDataProperty(name, item, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
			}
		}
	}
	return vm.mustCall(reviver, holder, vm.rt.ToValue(key), v)
}

// ownNames are an array's places, or the names of an object's own properties.
func (vm *VM) ownNames(o *goja.Object) []string {
	if !ask(vm.rt, symIsArray, o).ToBoolean() {
		return o.Keys()
	}
	names := make([]string, max(o.Get("length").ToInteger(), 0))
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return names
}
