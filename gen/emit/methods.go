package emit

import (
	"reflect"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
)

// methods writes methods.go: every gated method, a stub where it is not
// supported.
func methods(g *pkg) *source {
	f := g.file()
	for _, m := range g.Methods {
		f.doc(g.methodDoc(m))
		fn := f.Func().Params(jen.Id("p").Op("*").Id("Provider")).Id(m.Name).ParamsFunc(func(ps *jen.Group) {
			for _, p := range m.Params {
				ps.Id(p.Name).Add(typeCode(p.Type))
			}
		}).Params(typeCodes(m.Results)...)
		if m.Declared {
			fn.Block(jen.Return(jen.Id("p").Dot("inner").Dot(m.Name).CallFunc(func(args *jen.Group) {
				for _, p := range m.Params {
					args.Id(p.Name)
				}
			})))
		} else {
			fn.Block(jen.Return(stub(m)...))
		}
	}
	return f
}

func (g *pkg) methodDoc(m plan.Method) *text {
	var features, declared []string
	for _, f := range m.Gate.Features {
		features = append(features, featureConst(f))
		if g.Descriptor.Supports(f) {
			declared = append(declared, featureConst(f))
		}
	}
	if m.Declared {
		return (&text{}).para(m.Name + " " + m.Does + ". Feature: " + strings.Join(declared, ", ") + ".")
	}
	return (&text{}).para(m.Name + " is not supported: " + g.Descriptor.ID + " does not declare " + strings.Join(features, " or ") +
		". It returns E8004 before any I/O.")
}

// stub are the results of a method that is not supported.
func stub(m plan.Method) []jen.Code {
	var values []jen.Code
	for _, t := range m.Results[:len(m.Results)-1] {
		values = append(values, zeroValue(t))
	}
	return append(values, jen.Qual(apiPath, "NotSupported").Call(jen.Id("ID"), featureCode(m.Gate.Features[0]), jen.Lit(m.Gate.Name)))
}

func zeroValue(t reflect.Type) jen.Code {
	switch t.Kind() {
	case reflect.String:
		return jen.Lit("")
	case reflect.Bool:
		return jen.False()
	case reflect.Struct:
		return jen.Add(typeCode(t)).Values()
	case reflect.Int, reflect.Int64, reflect.Float64:
		return jen.Lit(0)
	}
	return jen.Nil()
}

func typeCodes(ts []reflect.Type) []jen.Code {
	var out []jen.Code
	for _, t := range ts {
		out = append(out, typeCode(t))
	}
	return out
}

// typeCode writes a type of api.Provider's signatures.
func typeCode(t reflect.Type) jen.Code {
	switch {
	case t.PkgPath() != "":
		return jen.Qual(t.PkgPath(), t.Name())
	case t.Name() != "":
		return jen.Id(t.Name())
	}
	switch t.Kind() {
	case reflect.Pointer:
		return jen.Op("*").Add(typeCode(t.Elem()))
	case reflect.Slice:
		return jen.Index().Add(itemType(t.Elem()))
	case reflect.Map:
		return jen.Map(typeCode(t.Key())).Add(typeCode(t.Elem()))
	}
	panic("emit: api.Provider has a type that the emitter does not know: " + t.String())
}

// itemType writes byte as people do.
func itemType(t reflect.Type) jen.Code {
	if t.Kind() == reflect.Uint8 {
		return jen.Byte()
	}
	return typeCode(t)
}

// featureConst is the name of a feature's constant, with its package.
func featureConst(f api.Feature) string { return "api." + constName(f) }

func featureCode(f api.Feature) jen.Code { return jen.Qual(apiPath, constName(f)) }
