package js

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"

	"github.com/dop251/goja"
)

// Bounds keep a value that provider code returns from taking the host with it;
// zero fields mean the defaults.
type Bounds struct {
	Depth int   // 100 levels
	Nodes int   // 1,000,000 values
	Bytes int64 // 256 MiB of text and binary together
	// Special sees each object first. With ok its result is taken as it is;
	// the guest makes streams of async iterables this way.
	Special func(rt *goja.Runtime, o *goja.Object) (v any, ok bool, err error)
}

// ToGo copies a JavaScript value to the kinds that cross between core and guest
// (runtime/guest, types.go): nil, bool, float64, string, []byte, []any and
// map[string]any. undefined and null are nil; a Date is RFC 3339 text; functions,
// symbols and undefined are left out of objects; Map and Set are an object and
// an array; an object with toJSON is what that returns. What is too deep, too
// large or cyclic, throws when it is read, or lies about its length is an error.
// Call it on the loop's thread.
func ToGo(rt *goja.Runtime, v goja.Value) (any, error) { return Bounds{}.ToGo(rt, v) }

// ToGo is the function ToGo within other bounds.
func (b Bounds) ToGo(rt *goja.Runtime, v goja.Value) (out any, err error) {
	orDefault(&b.Depth, 100)
	orDefault(&b.Nodes, 1_000_000)
	if b.Bytes <= 0 {
		b.Bytes = 256 << 20
	}
	c := &copier{rt: rt, bounds: b}
	// A getter, a proxy's trap or toJSON may throw, and goja may panic.
	defer func() {
		if x := recover(); x != nil {
			out, err = nil, recovered(rt, x)
		}
	}()
	if ex := rt.Try(func() { out, err = c.value(v, 0) }); ex != nil {
		return nil, Explain(ex)
	}
	return out, err
}

func recovered(rt *goja.Runtime, x any) error {
	switch x := x.(type) {
	case error:
		return Explain(x)
	case goja.Value:
		return Explain(rt.Try(func() { panic(x) }))
	}
	return fmt.Errorf("a value cannot be read: %v", x)
}

type copier struct {
	rt     *goja.Runtime
	bounds Bounds
	nodes  int
	bytes  int64
}

func (c *copier) count(bytes int) error {
	c.nodes++
	c.bytes += int64(bytes)
	switch {
	case c.nodes > c.bounds.Nodes:
		return fmt.Errorf("a value has more than %d parts", c.bounds.Nodes)
	case c.bytes > c.bounds.Bytes:
		return fmt.Errorf("a value is larger than %d bytes", c.bounds.Bytes)
	}
	return nil
}

func (c *copier) value(v goja.Value, depth int) (any, error) {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return nil, c.count(1)
	}
	if depth > c.bounds.Depth {
		return nil, fmt.Errorf("a value is nested deeper than %d levels, or contains itself", c.bounds.Depth)
	}
	if o, ok := v.(*goja.Object); ok {
		return c.object(o, depth)
	}
	return c.primitive(v)
}

func (c *copier) primitive(v goja.Value) (any, error) {
	if goja.IsString(v) {
		s := v.String()
		return s, c.count(len(s))
	}
	if err := c.count(8); err != nil {
		return nil, err
	}
	if goja.IsNumber(v) {
		return v.ToFloat(), nil
	}
	if goja.IsBigInt(v) {
		f, err := strconv.ParseFloat(v.String(), 64)
		if err != nil || math.Abs(f) > 1<<53 {
			return nil, fmt.Errorf("the BigInt %s is too large for a number", clip(v.String(), 40))
		}
		return f, nil
	}
	if b, ok := v.Export().(bool); ok {
		return b, nil
	}
	return nil, nil // a symbol
}

func (c *copier) object(o *goja.Object, depth int) (any, error) {
	if c.bounds.Special != nil {
		if v, ok, err := c.bounds.Special(c.rt, o); ok || err != nil {
			return v, err
		}
	}
	if b, ok := bytesOf(c.rt, o); ok {
		return append([]byte{}, b...), c.count(len(b))
	}
	if isFunction(o) {
		return nil, nil
	}
	if ask(c.rt, symIsArray, o).ToBoolean() {
		return c.array(o, depth)
	}
	switch o.ExportType() {
	case mapType:
		return c.mapEntries(o, depth)
	case setType:
		return c.iterable(o, depth)
	}
	switch o.ClassName() {
	case "Date":
		return dateText(o), c.count(24)
	case "Number", "String", "Boolean":
		return c.primitive(primitiveOf(o))
	}
	if f, ok := goja.AssertFunction(o.Get("toJSON")); ok {
		v, err := f(o)
		if err != nil {
			return nil, Explain(err)
		}
		return c.value(v, depth+1)
	}
	return c.plain(o, depth)
}

func (c *copier) plain(o *goja.Object, depth int) (any, error) {
	out := map[string]any{}
	for _, key := range o.Keys() {
		v := o.Get(key)
		if skipped(v) {
			continue
		}
		item, err := c.value(v, depth+1)
		if err == nil {
			err = c.count(len(key))
		}
		if err != nil {
			return nil, err
		}
		out[key] = item
	}
	return out, nil
}

// skipped are the values that an object leaves out.
func skipped(v goja.Value) bool {
	if v == nil || goja.IsUndefined(v) {
		return true
	}
	if o, ok := v.(*goja.Object); ok {
		return isFunction(o)
	}
	_, symbol := v.(*goja.Symbol)
	return symbol
}

func isFunction(o *goja.Object) bool {
	_, ok := goja.AssertFunction(o)
	return ok
}

func primitiveOf(o *goja.Object) goja.Value {
	if o.ClassName() == "String" {
		return o.ToString()
	}
	if o.ClassName() == "Boolean" {
		return goja.Undefined()
	}
	return o.ToNumber()
}

func dateText(o *goja.Object) any {
	t, ok := o.Export().(time.Time)
	if !ok {
		return nil
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

// bytesOf gives the bytes behind an ArrayBuffer, a typed array or a DataView,
// not copied.
func bytesOf(rt *goja.Runtime, o *goja.Object) ([]byte, bool) {
	if !isBinary(rt, o) {
		return nil, false
	}
	// goja reads a typed array over a detached buffer from nowhere.
	if o.ExportType().Kind() == reflect.Slice && ask(rt, symBuffer, o).Export().(goja.ArrayBuffer).Detached() {
		return nil, true
	}
	var b []byte
	if rt.ExportTo(o, &b) != nil {
		return nil, false
	}
	return b, true
}

// How goja exports what it gives no class name of its own.
var (
	arrayBufferType = reflect.TypeFor[goja.ArrayBuffer]()
	mapType         = reflect.TypeFor[[][2]any]()
	setType         = reflect.TypeFor[[]any]()
)

func isBinary(rt *goja.Runtime, o *goja.Object) bool {
	return o.ExportType() == arrayBufferType || ask(rt, symIsView, o).ToBoolean()
}
