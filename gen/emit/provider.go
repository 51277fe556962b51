package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/abxgen/abxgen/gen/plan"
)

// provider writes provider.go: the Provider type, its opening, and the methods
// that give sandboxes.
func provider(g *pkg) *source {
	f := g.file(notInCore)
	f.doc((&text{}).para("Provider is " + title(g.Descriptor) + ", opened. Its methods are safe for concurrent use, and E8004 tells a call that it does not support before any I/O. Close it in the end."))
	f.Type().Id("Provider").Struct(jen.Id("inner").Op("*").Qual(sandboxPath, "Client"))
	f.Var().Id("_").Qual(sandboxPath, "Provider").Index(jen.Op("*").Id("Sandbox")).Op("=").Parens(jen.Op("*").Id("Provider")).Call(jen.Nil())
	g.opening(f)
	g.methods(f, plan.OnProvider, "p")
	g.plainMethods(f)
	return f
}

func (g *pkg) opening(f *source) {
	passed := jen.Dict{jen.Id("Values"): jen.Id("values")}
	for _, name := range g.passed() {
		passed[jen.Id(name)] = jen.Id("o").Dot(name)
	}
	f.doc((&text{}).para("New opens the provider with options and nothing else: no variable, no file is read. " +
		"What is missing or wrong is E8002 or E1003, all at once and before anything is started. The context bounds the opening."))
	f.Func().Id("New").Params(ctxParam(), jen.Id("o").Id("Options")).Params(jen.Op("*").Id("Provider"), jen.Error()).Block(
		jen.Id("values").Op(":=").Id("o").Dot("given").Call(),
		jen.If(
			jen.Err().Op(":=").Qual(configPath, "CheckGiven").Call(jen.Id("descriptor").Call(), jen.Id("values")),
			jen.Err().Op("!=").Nil(),
		).Block(jen.Return(jen.Nil(), jen.Qual(sandboxPath, "Unopened").Call(jen.Err(), jen.Lit(g.Package+".Options")))),
		jen.Return(jen.Id("open").Call(jen.Id("ctx"), jen.Qual(providerPath, "Options").Values(passed))),
	)
	f.Line()
	f.Func().Id("open").Params(ctxParam(), jen.Id("o").Qual(providerPath, "Options")).Params(jen.Op("*").Id("Provider"), jen.Error()).BlockFunc(func(b *jen.Group) {
		if g.hasGuest() {
			b.Id("o").Dot("Guest").Op("=").Qual(serverPath, "InProcess").Comment("// the JavaScript runs in this process")
		}
		b.List(jen.Id("p"), jen.Err()).Op(":=").Qual(providerPath, "Open").Call(jen.Id("ctx"), jen.Id("Linked").Call(), jen.Id("o"))
		b.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		b.Return(jen.Op("&").Id("Provider").Values(jen.Qual(sandboxPath, "New").Call(jen.Id("p"))), jen.Nil())
	})
}

// passed are the members of Options that the runtime takes as they are.
func (g *pkg) passed() []string {
	names := []string{"HTTPTimeout", "Transport", "Log"}
	if g.isProgram() {
		names = append(names, "Exec")
	}
	return names
}

func ctxParam() jen.Code { return jen.Id("ctx").Qual("context", "Context") }

func (g *pkg) plainMethods(f *source) {
	self := jen.Id("p").Op("*").Id("Provider")
	f.doc((&text{}).para("Sandbox is the handle of a sandbox whose id is known. Nothing is asked, not even whether it exists: the first call of a method finds out."))
	f.Func().Params(self).Id("Sandbox").Params(jen.Id("id").String()).Op("*").Id("Sandbox").Block(
		jen.Return(jen.Op("&").Id("Sandbox").Values(jen.Id("p").Dot("inner").Dot("Sandbox").Call(jen.Id("id")))),
	)
	f.doc((&text{}).para("Features are the declared features, in the manifest's order."))
	f.Func().Params(self).Id("Features").Params().Index().Qual(apiPath, "Feature").Block(jen.Return(jen.Id("Features").Call()))
	f.doc((&text{}).para("Require gives E8004 where a feature is not declared, be there a method for it or not."))
	f.Func().Params(self).Id("Require").Params(jen.Id("feature").Qual(apiPath, "Feature")).Error().Block(
		jen.Return(jen.Id("p").Dot("inner").Dot("Require").Call(jen.Id("feature"))),
	)
	f.plain("p", "Provider", "API", jen.Qual(apiPath, "Provider"),
		"API is the provider as the runtime sees it: called by sandbox id, gated by the same features, with what has no place in Sandbox (pages of a list, say). Its SandboxInfo holds the envd token, which is a key.")
	f.plain("p", "Provider", "Close", jen.Error(), "Close ends what the provider holds: its connections and its JavaScript. Sandboxes go on.")
}
