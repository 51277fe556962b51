package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/abxgen/abxgen/runtime/api"
)

// provider writes provider.go: the Provider type, its opening and what is the
// same for every provider, and the check that the runtime is of this line.
func provider(g *pkg) *source {
	f := g.file()
	g.compatibility(f)
	g.providerType(f)
	g.opening(f)
	g.plainMethods(f)
	return f
}

// compatibility makes the package fail to compile against a runtime of another
// line, at a comment that tells the cure.
func (g *pkg) compatibility(f *source) {
	f.doc((&text{}).para("If the line below does not compile (\"duplicate key false\"), this package and the runtime beside it disagree: " +
		"the package was generated for the runtime's line " + api.Compatibility + ". Either take the runtime of that line,").
		block([]string{"go get github.com/abxgen/abxgen@v" + api.Version}).
		para("or write the package again with the abxgen of the runtime that is there:").
		block([]string{"abxgen generate --providers " + g.Descriptor.ID + " -o DIR"}))
	f.Var().Id("_").Op("=").Map(jen.Bool()).String().Values(
		jen.False().Op(":").Lit("another line"),
		jen.Qual(apiPath, "Compatibility").Op("==").Lit(api.Compatibility).Op(":").Lit("this line"),
	)
}

func (g *pkg) providerType(f *source) {
	f.Comment("// ID and Version are the provider's, from its manifest.")
	f.Const().Defs(
		jen.Id("ID").Op("=").Lit(g.Descriptor.ID),
		jen.Id("Version").Op("=").Lit(g.Descriptor.Version),
	)
	f.doc((&text{}).para("Provider is " + title(g.Descriptor) + ", opened. Its methods are safe for concurrent use, and E8004 tells a call that it does not support before any I/O. Close it in the end."))
	f.Type().Id("Provider").Struct(jen.Id("inner").Qual(apiPath, "Provider"))
	f.Var().Id("_").Qual(apiPath, "Provider").Op("=").Parens(jen.Op("*").Id("Provider")).Call(jen.Nil())
}

func (g *pkg) opening(f *source) {
	f.doc((&text{}).para("New opens the provider with options and nothing else: no variable, no file is read. " +
		"What is missing or wrong is E8002 or E1003, all at once and before anything is started. The context bounds the opening."))
	f.Func().Id("New").Params(ctxParam(), jen.Id("o").Id("Options")).Params(jen.Op("*").Id("Provider"), jen.Error()).Block(
		jen.Id("values").Op(":=").Id("o").Dot("given").Call(),
		jen.If(
			jen.Err().Op(":=").Qual(configPath, "CheckGiven").Call(jen.Id("descriptor").Call(), jen.Id("values").Dot("Options")),
			jen.Err().Op("!=").Nil(),
		).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(jen.Id("open").Call(jen.Id("ctx"), jen.Qual(providerPath, "Options").Values(jen.Dict{
			jen.Id("Values"): jen.Id("values"), jen.Id("Log"): jen.Id("o").Dot("Log"),
			jen.Id("HTTPTimeout"): jen.Id("o").Dot("HTTPTimeout"), jen.Id("Transport"): jen.Id("o").Dot("Transport"),
		}))),
	)
	f.Line()
	f.Func().Id("open").Params(ctxParam(), jen.Id("o").Qual(providerPath, "Options")).Params(jen.Op("*").Id("Provider"), jen.Error()).BlockFunc(func(b *jen.Group) {
		if g.hasGuest() {
			b.Id("o").Dot("Guest").Op("=").Id("launcher")
		}
		b.List(jen.Id("inner"), jen.Err()).Op(":=").Qual(providerPath, "Open").Call(jen.Id("ctx"), jen.Id("Linked").Call(), jen.Id("o"))
		b.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		b.Return(jen.Op("&").Id("Provider").Values(jen.Id("inner")), jen.Nil())
	})
}

func ctxParam() jen.Code { return jen.Id("ctx").Qual("context", "Context") }

func (g *pkg) plainMethods(f *source) {
	self := jen.Id("p").Op("*").Id("Provider")
	f.Comment("// Descriptor is what the manifest says.")
	f.Func().Params(self).Id("Descriptor").Params().Op("*").Qual(apiPath, "Descriptor").Block(
		jen.Return(jen.Id("p").Dot("inner").Dot("Descriptor").Call()),
	)
	f.Comment("// Features are the declared features, in the manifest's order.")
	f.Func().Params(self).Id("Features").Params().Index().Qual(apiPath, "Feature").Block(
		jen.Return(jen.Id("Features").Call()),
	)
	f.Comment("// Require gives E8004 where a feature is not declared, be there a method for it or not.")
	f.Func().Params(self).Id("Require").Params(jen.Id("feature").Qual(apiPath, "Feature")).Error().Block(
		jen.Return(jen.Id("p").Dot("inner").Dot("Require").Call(jen.Id("feature"))),
	)
	f.Comment("// Close ends what the provider holds: its connections and its JavaScript.")
	f.Func().Params(self).Id("Close").Params().Error().Block(
		jen.Return(jen.Id("p").Dot("inner").Dot("Close").Call()),
	)
}
