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
		found[jen.Id("Exec")] = jen.Qual(providerPath, "ExecHost").Values(jen.Dict{
			jen.Id("Folder"):  jen.Qual("path/filepath", "Join").Call(jen.Id("home"), jen.Lit(".abx"), jen.Lit("linked")), // as abx does
			jen.Id("Environ"): jen.Qual("os", "Environ").Call(),
		})
	}
	f.doc((&text{}).para("FromEnvironment opens the provider with the machine's configuration: the process's environment, ./.env, ~/.abx/.env, ~/.abx/config.toml, the defaults, the first hit of each option. Proxies are those of the environment. The package comment lists the variables."))
	f.Func().Id("FromEnvironment").Params(ctxParam()).Params(jen.Op("*").Id("Provider"), jen.Error()).Block(
		jen.List(jen.Id("cwd"), jen.Id("_")).Op(":=").Qual("os", "Getwd").Call().Comment("// where there is none, ./.env is no layer"),
		jen.List(jen.Id("home"), jen.Id("_")).Op(":=").Qual("os", "UserHomeDir").Call(),
		jen.List(jen.Id("values"), jen.Err()).Op(":=").Qual(layersPath, "Resolve").Call(
			jen.Id("descriptor").Call(),
			jen.Qual(layersPath, "Sources").Values(jen.Dict{
				jen.Id("Environ"): jen.Qual("os", "LookupEnv"), jen.Id("Cwd"): jen.Id("cwd"), jen.Id("Home"): jen.Id("home"),
			}),
		),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(jen.Id("open").Call(jen.Id("ctx"), jen.Qual(providerPath, "Options").Values(found))),
	)
	return f
}
