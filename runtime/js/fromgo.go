package js

import (
	"fmt"
	"maps"
	"slices"

	"github.com/dop251/goja"
)

// FromGo makes a JavaScript value of the kinds that ToGo gives, of integers,
// []string, map[string]string, and of a goja.Value itself. A []byte becomes a
// Uint8Array over the same memory: the caller gives it away. Objects are plain,
// their keys sorted, and a key named __proto__ is a key. Anything else becomes
// its text. Call it on the loop's thread.
func FromGo(rt *goja.Runtime, v any) goja.Value {
	switch v := v.(type) {
	case goja.Value:
		return v
	case []byte:
		return newBytes(rt, v)
	case []any:
		return newArray(rt, v)
	case []string:
		return newArray(rt, v)
	case map[string]any:
		return newPlain(rt, v)
	case map[string]string:
		return newPlain(rt, v)
	case nil, bool, string, float64, int, int64, int32, uint32:
		return rt.ToValue(v)
	}
	return rt.ToValue(fmt.Sprint(v))
}

func newArray[T any](rt *goja.Runtime, items []T) goja.Value {
	values := make([]any, len(items))
	for i, item := range items {
		values[i] = FromGo(rt, item)
	}
	return rt.NewArray(values...)
}

func newPlain[T any](rt *goja.Runtime, m map[string]T) goja.Value {
	o := rt.NewObject()
	for _, key := range slices.Sorted(maps.Keys(m)) {
		must(o.DefineDataProperty(key, FromGo(rt, m[key]), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
	}
	return o
}

// newBytes gives a Uint8Array over b.
func newBytes(rt *goja.Runtime, b []byte) goja.Value {
	ctor := rt.GlobalObject().GetSymbol(symUint8Array)
	if ctor == nil { // a runtime that no VM made
		ctor = rt.Get("Uint8Array")
	}
	o, err := rt.New(ctor, rt.ToValue(rt.NewArrayBuffer(b)))
	if err != nil {
		panic(err)
	}
	return o
}
