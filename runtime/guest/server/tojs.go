package server

import (
	"maps"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/js"
)

// shape says how objects come to JavaScript.
type shape bool

const (
	verbatim shape = false
	// twins: a key answers to its other casing too. Only the key that came is
	// enumerable, so copies hold each value once.
	twins shape = true
)

// userData are the keys below which the names are a user's, not ours.
var userData = map[string]bool{
	"metadata": true, "env": true, "envs": true, "env_vars": true, "headers": true, "provider_options": true, "options": true,
}

// toJS makes a JavaScript value; streams become async iterables. The VM's
// thread only.
func (i *instance) toJS(rt *goja.Runtime, v any, how shape) goja.Value {
	switch v := v.(type) {
	case guest.Stream:
		return i.streamToJS(rt, v, how)
	case map[string]any:
		return i.objectToJS(rt, v, how)
	case []any:
		items := make([]any, len(v))
		for n, item := range v {
			items[n] = i.toJS(rt, item, how)
		}
		return rt.NewArray(items...)
	}
	return js.FromGo(rt, v)
}

func (i *instance) objectToJS(rt *goja.Runtime, m map[string]any, how shape) goja.Value {
	o := rt.NewObject()
	for _, key := range slices.Sorted(maps.Keys(m)) {
		below := how
		if userData[key] {
			below = verbatim
		}
		define(o, key, i.toJS(rt, m[key], below))
	}
	if how == twins {
		for key := range m {
			addTwin(rt, o, m, key)
		}
	}
	return o
}

// define sets a key as data, whatever its name ("__proto__" too).
func define(o *goja.Object, key string, v goja.Value) {
	if err := o.DefineDataProperty(key, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
		panic(err) // a fresh object takes every property
	}
}

// addTwin lets o answer to the other casing of one of its keys.
func addTwin(rt *goja.Runtime, o *goja.Object, m map[string]any, key string) {
	other := otherCasing(key)
	if _, taken := m[other]; taken || other == key {
		return
	}
	get := func(c goja.FunctionCall) goja.Value { return c.This.ToObject(rt).Get(key) }
	set := func(c goja.FunctionCall) goja.Value {
		if err := c.This.ToObject(rt).Set(key, c.Argument(0)); err != nil {
			panic(err)
		}
		return goja.Undefined()
	}
	err := o.DefineAccessorProperty(other, rt.ToValue(get), rt.ToValue(set), goja.FLAG_TRUE, goja.FLAG_FALSE)
	if err != nil {
		panic(err)
	}
}

// otherCasing gives sandboxId for sandbox_id and the other way round; a name of
// one word is its own twin.
func otherCasing(key string) string {
	if strings.Contains(key, "_") {
		return camel(key)
	}
	return snake(key)
}

func camel(key string) string {
	var b strings.Builder
	up := false
	for n, r := range key {
		switch {
		case r == '_' && n > 0:
			up = true
		case up && 'a' <= r && r <= 'z':
			b.WriteRune(r - 'a' + 'A')
			up = false
		default:
			b.WriteRune(r)
			up = false
		}
	}
	return b.String()
}

func snake(key string) string {
	var b strings.Builder
	lower := false // the rune before was a small letter or a digit
	for _, r := range key {
		upper := 'A' <= r && r <= 'Z'
		if upper {
			if lower {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
		lower = !upper && r != '_'
	}
	return b.String()
}
