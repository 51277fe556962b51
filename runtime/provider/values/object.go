// Package values translates between what crosses the guest's pipe (plain
// objects, numbers, byte arrays, streams) and the typed Go of runtime/api, in
// both directions. It is pure: no I/O, no provider.
//
// Objects that come from JavaScript may use the kit's snake_case, its
// camelCase twins, or the wire's own names (sandboxID, templateID, state); what
// goes to JavaScript has snake_case keys, to which the kit adds the twins.
// Whatever JavaScript hands over is taken as far as it makes sense, and
// refused with E8000 where it does not: nothing here panics.
//
// Source: spec/kit.md, "Signatures".
package values

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// Object is a plain object of JavaScript.
type Object map[string]any

// AsObject gives v as an object; an empty one where it is none.
func AsObject(v any) Object {
	switch v := v.(type) {
	case Object:
		return v
	case map[string]any:
		return v
	}
	return Object{}
}

// Get gives the first value that is set among the names, each tried as it
// stands and in camelCase.
func (o Object) Get(names ...string) any {
	for _, name := range names {
		if v := o[name]; v != nil {
			return v
		}
		if v := o[camel(name)]; v != nil {
			return v
		}
	}
	return nil
}

// hasAny reports whether one of the names is there, be it null.
func (o Object) hasAny(names ...string) bool {
	for _, name := range names {
		for _, key := range []string{name, camel(name)} {
			if _, ok := o[key]; ok {
				return true
			}
		}
	}
	return false
}

func camel(snake string) string {
	head, tail, found := strings.Cut(snake, "_")
	for found && tail != "" {
		var part string
		part, tail, found = strings.Cut(tail, "_")
		if part != "" {
			head += strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return head
}

// Text gives a text, "" where there is none.
func (o Object) Text(names ...string) string { return Text(o.Get(names...)) }

// Text gives v as text: numbers and truth values in JavaScript's form.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case bool:
		return strconv.FormatBool(v)
	case float64, int, int64:
		return numberText(v)
	}
	return ""
}

func numberText(v any) string {
	f, _ := Number(v)
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return strconv.FormatInt(int64(f), 10)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// Number gives a finite number; decimal text (as the wire writes an int64) is
// one too.
func Number(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case string:
		f, err := strconv.ParseFloat(v, 64)
		return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
	}
	return 0, false
}

// Int gives a whole number, 0 where there is none.
func (o Object) Int(names ...string) int {
	f, _ := Number(o.Get(names...))
	return int(max(math.MinInt32, min(math.MaxInt32, f)))
}

// IntPtr gives nil where there is no number.
func (o Object) IntPtr(names ...string) *int {
	if _, ok := Number(o.Get(names...)); !ok {
		return nil
	}
	n := o.Int(names...)
	return &n
}

// Bool gives a truth value, false where there is none.
func (o Object) Bool(names ...string) bool {
	b, _ := o.Get(names...).(bool)
	return b
}

// Seconds gives a duration that is a number of seconds.
func (o Object) Seconds(names ...string) time.Duration {
	f, _ := Number(o.Get(names...))
	return time.Duration(max(0, min(f, 1e9)) * float64(time.Second))
}

// Strings gives a list of texts, nil where there is none.
func (o Object) Strings(names ...string) []string {
	items, _ := o.Get(names...).([]any)
	var out []string
	for _, item := range items {
		out = append(out, Text(item))
	}
	return out
}

// Map gives an object of texts, nil where there is none.
func (o Object) Map(names ...string) map[string]string {
	obj := AsObject(o.Get(names...))
	if len(obj) == 0 {
		return nil
	}
	out := make(map[string]string, len(obj))
	for k, v := range obj {
		if v != nil {
			out[k] = Text(v)
		}
	}
	return out
}

// wrong is E8000 for a result of the wrong shape.
func wrong(v any, want string) error {
	return api.Errorf(api.CodeProvider, "the provider's JavaScript returned %s, not %s", kind(v), want)
}

func kind(v any) string {
	switch v.(type) {
	case nil:
		return "nothing"
	case map[string]any, Object:
		return "an object"
	case []any:
		return "an array"
	case []byte:
		return "bytes"
	case string, bool, float64, int, int64:
		return fmt.Sprintf("a %T", v)
	}
	return "something else"
}

// set puts a value where it is not empty.
func set[T comparable](o Object, key string, v T) {
	var zero T
	if v != zero {
		o[key] = v
	}
}

func setTime(o Object, key string, at time.Time) {
	if !at.IsZero() {
		o[key] = at.UTC().Format(time.RFC3339Nano)
	}
}

func textMap(m map[string]string) map[string]any {
	out := make(map[string]any, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

func anyList(items []string) []any {
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = item
	}
	return out
}

// ToBool reads a truth value; what is none is E8000.
func ToBool(v any) (bool, error) {
	b, ok := v.(bool)
	if !ok {
		return false, wrong(v, "true or false")
	}
	return b, nil
}
