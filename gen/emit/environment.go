package emit

import "github.com/dave/jennifer/jen"

// environment writes environment.go: the opening from the layers of
// spec/config.md. A core has its host's configuration and no TOML.
func environment(g *pkg) *source {
	f := g.file(notInCore)
	found := jen.Dict{
		jen.Id("Values"):    jen.Id("values"),
		jen.Id("Transport"): jen.Qual(e2bPath, "TransportConfig").Values(jen.Dict{jen.Id("Proxy"): jen.Qual("net/http", "ProxyFromEnvironment")}),
	}
	if g.isProgram() {
		found[jen.Id("Exec")] = jen.Id("host")
	}
	f.doc((&text{}).para("FromEnvironment opens the provider with the machine's configuration: the process's environment, ./.env, ~/.abx/.env, ~/.abx/config.toml, the defaults, the first hit of each option. Proxies are those of the environment. The package comment lists the variables."))
	f.Func().Id("FromEnvironment").Params(ctxParam()).Params(jen.Op("*").Id("Provider"), jen.Error()).BlockFunc(func(b *jen.Group) {
		b.List(jen.Id("cwd"), jen.Id("_")).Op(":=").Qual("os", "Getwd").Call().Comment("// where there is none, ./.env is no layer")
		b.List(jen.Id("home"), jen.Id("_")).Op(":=").Qual("os", "UserHomeDir").Call()
		b.List(jen.Id("values"), jen.Err()).Op(":=").Qual(layersPath, "Resolve").Call(
			jen.Id("descriptor").Call(),
			jen.Qual(layersPath, "Sources").Values(jen.Dict{
				jen.Id("Environ"): jen.Qual("os", "LookupEnv"), jen.Id("Cwd"): jen.Id("cwd"), jen.Id("Home"): jen.Id("home"),
			}),
		)
		b.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		if g.isProgram() {
			execHost(b)
		}
		b.Return(jen.Id("open").Call(jen.Id("ctx"), jen.Qual(providerPath, "Options").Values(found)))
	})
	return f
}

// execHost writes where a provider's program is unpacked: where abx does it,
// and nowhere without a home.
func execHost(b *jen.Group) {
	b.Id("host").Op(":=").Qual(providerPath, "ExecHost").Values(jen.Dict{jen.Id("Environ"): jen.Qual("os", "Environ").Call()})
	b.If(jen.Id("home").Op("!=").Lit("")).Block(
		jen.Id("host").Dot("Folder").Op("=").Qual("path/filepath", "Join").Call(jen.Id("home"), jen.Lit(".abx"), jen.Lit("linked")),
	)
}
