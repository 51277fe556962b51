package emit

import (
	"github.com/dave/jennifer/jen"
)

// linked writes linked.go: the provider as data, with what is embedded.
func linked(g *pkg) *source {
	f := g.file()
	values := jen.Dict{jen.Id("Descriptor"): jen.Id("descriptor").Call()}
	if len(g.bundle.JS) > 0 {
		f.embed("bundle", bundleFile)
		values[jen.Id("Bundle")] = jen.Id("bundle")
	}
	if len(g.bundle.Map) > 0 {
		f.embed("sourceMap", mapFile)
		values[jen.Id("SourceMap")] = jen.Id("sourceMap")
	}
	f.Comment("// Linked is the provider as data, for hosts that open it themselves.")
	f.Func().Id("Linked").Params().Qual(apiPath, "Linked").Block(
		jen.Return(jen.Qual(apiPath, "Linked").Values(values)),
	)
	f.Line()
	f.Func().Id("descriptor").Params().Op("*").Qual(apiPath, "Descriptor").Block(
		jen.Return(jen.Op("&").Add(g.descriptor())),
	)
	return f
}

func (f *source) embed(name, file string) {
	f.Anon("embed")
	f.Comment("//go:embed " + file)
	f.Var().Id(name).Index().Byte()
}
