package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/abxgen/abxgen/gen/plan"
)

// given writes the method that turns Options into the runtime's values: an
// entry for each option that is set, and none for the others.
func (g *pkg) given(f *source) {
	f.Comment("// given are the options that are set; the runtime types them and adds the defaults.")
	f.Func().Params(jen.Id("o").Id("Options")).Id("given").Params().Qual(configPath, "Resolved").BlockFunc(func(b *jen.Group) {
		b.Id("r").Op(":=").Qual(configPath, "Resolved").Values(jen.Dict{
			jen.Id("Options"): emptyMap(), jen.Id("Core"): emptyMap(),
		})
		for _, o := range g.Options {
			set, value := setAndValue(o)
			b.If(set).Block(jen.Id("r").Dot(table(o)).Index(jen.Lit(o.Key)).Op("=").Add(value))
		}
		b.Return(jen.Id("r"))
	})
}

func emptyMap() jen.Code { return jen.Map(jen.String()).Any().Values() }

func table(o plan.Option) string {
	if o.Core {
		return "Core"
	}
	return "Options"
}

// setAndValue are the expressions that say whether an option is set, and what
// the runtime is given for it.
func setAndValue(o plan.Option) (set, value *jen.Statement) {
	field := func() *jen.Statement { return jen.Id("o").Dot(o.Field) }
	if o.Pointer {
		return field().Op("!=").Nil(), jen.Op("*").Add(field())
	}
	switch o.Type {
	case plan.TypeInt, plan.TypeFloat:
		return field().Op("!=").Lit(0), field()
	case plan.TypeBool:
		return field(), field()
	case plan.TypeEnum, plan.TypePath:
		return field().Op("!=").Lit(""), jen.String().Call(field())
	case plan.TypeURL:
		return field().Op("!=").Nil(), field().Dot("String").Call()
	case plan.TypeList:
		return jen.Len(field()).Op(">").Lit(0), field()
	case plan.TypeSecret:
		return jen.Op("!").Add(field()).Dot("IsZero").Call(), field().Dot("Reveal").Call()
	default:
		return field().Op("!=").Lit(""), field()
	}
}
