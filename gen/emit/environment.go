package emit

import "github.com/dave/jennifer/jen"

// environment writes environment.go: the opening from the layers of
// spec/config.md. A core has its host's configuration and no TOML.
func environment(g *pkg) *source {
	f := g.file(notInCore)
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
		jen.Return(jen.Id("open").Call(jen.Id("ctx"), jen.Qual(providerPath, "Options").Values(jen.Dict{
			jen.Id("Values"):    jen.Id("values"),
			jen.Id("Transport"): jen.Qual(e2bPath, "TransportConfig").Values(jen.Dict{jen.Id("Proxy"): jen.Qual("net/http", "ProxyFromEnvironment")}),
		}))),
	)
	return f
}

// guestInProcess writes guest_inprocess.go: in a Go program the JavaScript
// runs inside it.
func guestInProcess(g *pkg) *source {
	if !g.hasGuest() {
		return nil
	}
	f := g.file(notInCore)
	f.Comment("// launcher starts the provider's JavaScript inside this process.")
	f.Var().Id("launcher").Qual(guestPath, "Launcher").Op("=").Qual(serverPath, "InProcess")
	return f
}

// guestCore writes guest_core.go: a core passes its own launcher to the runtime
// and links no JavaScript engine.
func guestCore(g *pkg) *source {
	if !g.hasGuest() {
		return nil
	}
	f := g.file(onlyCore)
	f.Comment("// launcher is nil: a core opens Linked with a launcher of its own.")
	f.Var().Id("launcher").Qual(guestPath, "Launcher")
	return f
}
