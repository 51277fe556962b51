package emit

import (
	"reflect"

	"github.com/dave/jennifer/jen"

	"github.com/abxgen/abxgen/runtime/api"
)

// linked writes linked.go: the provider as data, with what is embedded, and the
// check that the runtime is of this line.
func linked(g *pkg) *source {
	f := g.file()
	g.compatibility(f)
	f.Comment("// ID and Version are the provider's, from its manifest.")
	f.Const().Defs(
		jen.Id("ID").Op("=").Lit(g.Descriptor.ID),
		jen.Id("Version").Op("=").Lit(g.Descriptor.Version),
	)
	values := jen.Dict{jen.Id("Descriptor"): jen.Id("descriptor").Call()}
	if len(g.bundle.JS) > 0 {
		f.embed("bundle", bundleFile)
		values[jen.Id("Bundle")] = jen.Id("bundle")
	}
	if len(g.bundle.Map) > 0 {
		f.embed("sourceMap", mapFile)
		values[jen.Id("SourceMap")] = jen.Id("sourceMap")
	}
	if len(g.bundle.Folder) > 0 {
		f.embed("folder", folderFile)
		values[jen.Id("Files")] = jen.Qual(packedPath, "Open").Call(jen.Id("folder"))
	}
	if s := reflect.ValueOf(g.Settings); !s.IsZero() {
		values[jen.Id("Settings")] = literal(s)
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
