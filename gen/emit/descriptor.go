package emit

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/abxgen/abxgen/runtime/api"
)

// descriptor writes the descriptor, with the bundle's digest, as a literal.
func (g *pkg) descriptor() *jen.Statement {
	d := *g.Descriptor
	d.Digest = g.bundle.Digest
	return literal(reflect.ValueOf(d))
}

// literal writes a value of the descriptor: fields and entries that are zero
// are left out, so that a new field of api.Descriptor needs no work here.
func literal(v reflect.Value) *jen.Statement {
	switch x := v.Interface().(type) {
	case time.Duration:
		return duration(x)
	case api.Feature:
		return jen.Add(featureValue(x))
	}
	switch v.Kind() {
	case reflect.Pointer:
		return jen.Op("&").Add(literal(v.Elem()))
	case reflect.Struct, reflect.Slice, reflect.Map:
		return jen.Add(anyType(v.Type())).Add(braced(v))
	case reflect.Interface:
		return value(v.Interface())
	}
	return jen.Lit(v.Interface())
}

// braced writes what stands between the braces, and them.
func braced(v reflect.Value) jen.Code {
	switch v.Kind() {
	case reflect.Struct:
		return lines(members(v))
	case reflect.Map:
		return lines(entries(v))
	}
	if k := v.Type().Elem().Kind(); k == reflect.String || k == reflect.Interface {
		return jen.Values(items(v)...)
	}
	return lines(items(v))
}

func members(v reflect.Value) []jen.Code {
	var out []jen.Code
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			out = append(out, jen.Id(v.Type().Field(i).Name).Op(":").Add(literal(v.Field(i))))
		}
	}
	return out
}

func items(v reflect.Value) []jen.Code {
	var out []jen.Code
	for i := range v.Len() {
		out = append(out, element(v.Index(i)))
	}
	return out
}

// element leaves out the type that the literal around it has said.
func element(v reflect.Value) jen.Code {
	switch v.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Map:
		return braced(v)
	}
	return literal(v)
}

func entries(v reflect.Value) []jen.Code {
	var out []jen.Code
	keys := map[string]reflect.Value{}
	for _, k := range v.MapKeys() {
		keys[k.String()] = v.MapIndex(k)
	}
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		out = append(out, jen.Lit(k).Op(":").Add(element(keys[k])))
	}
	return out
}

// anyType is typeCode with the empty interface among its types.
func anyType(t reflect.Type) jen.Code {
	switch {
	case t.Kind() == reflect.Interface && t.NumMethod() == 0:
		return jen.Any()
	case t.Name() != "":
		return typeCode(t)
	case t.Kind() == reflect.Slice:
		return jen.Index().Add(anyType(t.Elem()))
	default:
		return jen.Map(anyType(t.Key())).Add(anyType(t.Elem()))
	}
}

// value writes a default as TOML gave it; inside an interface a number's type
// has to be said.
func value(x any) *jen.Statement {
	switch x := x.(type) {
	case nil:
		return jen.Nil()
	case float64:
		return float(x)
	case string, bool, int64:
		return jen.Lit(x)
	case time.Time:
		return jen.Lit(x.Format(time.RFC3339Nano))
	}
	if k := reflect.ValueOf(x).Kind(); k == reflect.Slice || k == reflect.Map {
		return literal(reflect.ValueOf(x))
	}
	return jen.Lit(fmt.Sprint(x))
}

func float(x float64) *jen.Statement {
	switch {
	case math.IsNaN(x):
		return jen.Qual("math", "NaN").Call()
	case math.IsInf(x, 0):
		return jen.Qual("math", "Inf").Call(jen.Lit(int(math.Copysign(1, x))))
	}
	return jen.Lit(x)
}

func duration(x time.Duration) *jen.Statement {
	unit, name := time.Nanosecond, "Nanosecond"
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Millisecond, "Millisecond"}, {time.Second, "Second"}} {
		if x%u.unit == 0 {
			unit, name = u.unit, u.name
		}
	}
	return jen.Lit(int(x/unit)).Op("*").Qual("time", name)
}
