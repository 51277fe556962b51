package js

import (
	"fmt"
	"strconv"

	"github.com/dop251/goja"
)

// jsonReader reads JSON from a text of UTF-16 units. goja's own JSON.parse goes
// through Go's decoder, which takes halves of surrogates for U+FFFD, refuses
// numbers that are Infinity, and words its errors for people who write Go.
type jsonReader struct {
	vm    *VM
	text  goja.String
	size  int
	at    int
	depth int
}

// maxJSONDepth bounds how deep values may lie in others.
const maxJSONDepth = 100_000

// installJSON puts JSON.parse before goja's.
func (vm *VM) installJSON() {
	vm.method(vm.rt.Get("JSON").(*goja.Object), "parse", func(call goja.FunctionCall) goja.Value {
		if _, ok := call.Argument(0).(*goja.Symbol); ok {
			panic(vm.newError("TypeError", "Cannot convert a Symbol value to a string"))
		}
		text := stringOf(call.Argument(0))
		r := &jsonReader{vm: vm, text: text, size: text.Length()}
		v := r.value()
		if r.space(); r.at < r.size {
			r.fail("Unexpected non-whitespace character after JSON")
		}
		if _, ok := goja.AssertFunction(call.Argument(1)); ok {
			root := vm.rt.NewObject()
			must(root.Set("", v))
			return vm.revived(root, "", call.Argument(1))
		}
		return v
	})
}

// peek gives the next unit, -1 at the end.
func (r *jsonReader) peek() rune {
	if r.at < r.size {
		return rune(r.text.CharAt(r.at))
	}
	return -1
}

func (r *jsonReader) space() {
	for c := r.peek(); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = r.peek() {
		r.at++
	}
}

// take skips white space, and then a unit if it is c.
func (r *jsonReader) take(c rune) bool {
	r.space()
	if r.peek() != c {
		return false
	}
	r.at++
	return true
}

func (r *jsonReader) value() goja.Value {
	r.space()
	switch c := r.peek(); {
	case c == '{':
		return r.nested(r.object)
	case c == '[':
		return r.nested(r.array)
	case c == '"':
		return r.string()
	case c == 't':
		return r.word("true", r.vm.rt.ToValue(true))
	case c == 'f':
		return r.word("false", r.vm.rt.ToValue(false))
	case c == 'n':
		return r.word("null", goja.Null())
	case c == '-' || isDigit(c):
		return r.number()
	}
	r.unexpected()
	return nil
}

func (r *jsonReader) nested(read func() goja.Value) goja.Value {
	if r.depth++; r.depth > maxJSONDepth {
		panic(r.vm.newError("RangeError", overflowMessage))
	}
	r.at++
	v := read()
	r.depth--
	return v
}

func (r *jsonReader) object() goja.Value {
	o := r.vm.rt.NewObject()
	if r.take('}') {
		return o
	}
	for wanted := "property name or '}'"; ; wanted = "double-quoted property name" {
		if r.space(); r.peek() != '"' {
			r.fail("Expected " + wanted + " in JSON")
		}
		name := r.string().String()
		if !r.take(':') {
			r.fail("Expected ':' after property name in JSON")
		}
		must(o.DefineDataProperty(name, r.value(), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
		if r.take('}') {
			return o
		}
		if !r.take(',') {
			r.fail("Expected ',' or '}' after property value in JSON")
		}
	}
}

func (r *jsonReader) array() goja.Value {
	var items []any
	if r.take(']') {
		return r.vm.rt.NewArray()
	}
	for {
		items = append(items, r.value())
		if r.take(']') {
			return r.vm.rt.NewArray(items...)
		}
		if !r.take(',') {
			r.fail("Expected ',' or ']' after array element in JSON")
		}
	}
}

func (r *jsonReader) word(word string, v goja.Value) goja.Value {
	for _, c := range word {
		if r.peek() != c {
			r.unexpected()
		}
		r.at++
	}
	return v
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

func (r *jsonReader) digits() (any bool) {
	for isDigit(r.peek()) {
		r.at++
		any = true
	}
	return any
}

func (r *jsonReader) number() goja.Value {
	from := r.at
	if r.peek() == '-' {
		r.at++
	}
	if r.peek() == '0' {
		if r.at++; isDigit(r.peek()) {
			r.fail("Unexpected number in JSON")
		}
	} else if !r.digits() {
		r.fail("No number after minus sign in JSON")
	}
	if r.peek() == '.' {
		if r.at++; !r.digits() {
			r.fail("Unterminated fractional number in JSON")
		}
	}
	if r.peek()|0x20 == 'e' {
		if r.at++; r.peek() == '+' || r.peek() == '-' {
			r.at++
		}
		if !r.digits() {
			r.fail("Exponent part is missing a number in JSON")
		}
	}
	f, _ := strconv.ParseFloat(r.text.Substring(from, r.at).String(), 64) // out of range is an infinity
	return r.vm.rt.ToValue(f)
}

// fail throws a SyntaxError with the place.
func (r *jsonReader) fail(what string) {
	panic(r.vm.newError("SyntaxError", fmt.Sprintf("%s at position %d", what, r.at)))
}

// unexpected throws what V8 does where a value should begin or go on.
func (r *jsonReader) unexpected() {
	if r.at >= r.size {
		panic(r.vm.newError("SyntaxError", "Unexpected end of JSON input"))
	}
	const around = 10
	from, to, before, behind := 0, r.size, "", ""
	if r.size > 2*around {
		if from = r.at - around; from > 0 {
			before = "..."
		}
		if to = r.at + around; to < r.size {
			behind = "..."
		}
		from, to = max(from, 0), min(to, r.size)
	}
	shown := before + `"` + r.text.Substring(from, to).String() + `"` + behind + " is not valid JSON"
	switch r.text.String() {
	case "NaN", "Infinity", "undefined", "[object Object]":
	default:
		shown = "Unexpected token '" + r.text.Substring(r.at, r.at+1).String() + "', " + shown
	}
	panic(r.vm.newError("SyntaxError", shown))
}
