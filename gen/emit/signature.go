package emit

import (
	"reflect"

	"github.com/dave/jennifer/jen"

	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/sandbox"
)

// The types of runtime/sandbox in whose place a generated package has its own.
var (
	sandboxType = reflect.TypeFor[*sandbox.Sandbox]()
	resultType  = reflect.TypeFor[*sandbox.Result]()
)

// body passes a call on, or is the stub of one that is not supported. What
// opens others is passed on always: the runtime refuses each.
func body(m plan.Method, self string) []jen.Code {
	switch {
	case !m.Declared && m.Opens == "":
		return []jen.Code{jen.Return(stub(m)...)}
	case isSequence(m.Results[0]) && elem(m.Results[0]) == sandboxType:
		return []jen.Code{jen.Return(eachWrapped(forward(m, self)))}
	case m.Results[0] == sandboxType:
		return []jen.Code{jen.Return(jen.Id("wrap").Call(forward(m, self)))}
	}
	return []jen.Code{jen.Return(forward(m, self))}
}

func forward(m plan.Method, self string) *jen.Statement {
	return jen.Id(self).Dot("inner").Dot(m.Name).CallFunc(func(args *jen.Group) {
		for _, p := range m.Params {
			args.Id(p.Name)
		}
	})
}

// eachWrapped is a sequence of the package's own handles.
func eachWrapped(all jen.Code) jen.Code {
	item := jen.Op("*").Id("Sandbox")
	return jen.Func().Params(jen.Id("yield").Func().Params(item, jen.Error()).Bool()).Block(
		jen.For(jen.List(jen.Id("s"), jen.Err()).Op(":=").Range().Add(all)).Block(
			jen.If(jen.Op("!").Id("yield").Call(jen.Id("wrap").Call(jen.Id("s"), jen.Err()))).Block(jen.Return()),
		),
	)
}

// stub are the results of a method that is not supported.
func stub(m plan.Method) []jen.Code {
	refusal := jen.Qual(apiPath, "NotSupported").Call(jen.Id("ID"), featureCode(m.Gate.Features[0]), jen.Lit(m.Gate.Name))
	if isSequence(m.Results[0]) {
		return []jen.Code{jen.Qual(sandboxPath, "Failed").Index(ownType(elem(m.Results[0]))).Call(refusal)}
	}
	var values []jen.Code
	for _, t := range m.Results[:len(m.Results)-1] {
		values = append(values, zeroValue(t))
	}
	return append(values, refusal)
}

func zeroValue(t reflect.Type) jen.Code {
	switch {
	case t == resultType: // is there whatever happens
		return jen.Op("&").Qual(sandboxPath, "Result").Values(jen.Id("ExitCode").Op(":").Lit(-1))
	case t.Kind() == reflect.String:
		return jen.Lit("")
	case t.Kind() == reflect.Bool:
		return jen.False()
	case t.Kind() == reflect.Int, t.Kind() == reflect.Int64, t.Kind() == reflect.Float64:
		return jen.Lit(0)
	}
	return jen.Nil()
}

func resultCodes(m plan.Method) []jen.Code {
	var out []jen.Code
	for _, t := range m.Results {
		out = append(out, ownType(t))
	}
	return out
}

// ownType is typeCode with the package's own Sandbox.
func ownType(t reflect.Type) jen.Code {
	switch {
	case t == sandboxType:
		return jen.Op("*").Id("Sandbox")
	case isSequence(t):
		return jen.Qual("iter", "Seq2").Types(ownType(elem(t)), jen.Error())
	}
	return typeCode(t)
}

// isSequence reports whether t is an iter.Seq2 of values and errors.
func isSequence(t reflect.Type) bool { return t.PkgPath() == "iter" }

// elem is the type of what a sequence gives.
func elem(t reflect.Type) reflect.Type { return t.In(0).In(0) }

// typeCode writes a type of a signature.
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
	panic("emit: a signature has a type that the emitter does not know: " + t.String())
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
