package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
)

// sandboxFile writes sandbox.go: the handle of a sandbox, and what it can.
func sandboxFile(g *pkg) *source {
	f := g.file(notInCore)
	g.capabilities(f)
	f.doc((&text{}).para("Sandbox is the handle of one sandbox of " + title(g.Descriptor) + ". It holds no connection and needs no closing, and is safe for concurrent use."))
	f.Type().Id("Sandbox").Struct(jen.Id("inner").Op("*").Qual(sandboxPath, "Sandbox"))
	f.Comment("// wrap makes the handle of what the common client gave.")
	f.Func().Id("wrap").Params(jen.Id("s").Add(commonSandbox()), jen.Err().Error()).Params(jen.Op("*").Id("Sandbox"), jen.Error()).Block(
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(jen.Op("&").Id("Sandbox").Values(jen.Id("s")), jen.Nil()),
	)
	f.plain("s", "Sandbox", "ID", jen.String(), "ID is the sandbox's id, as its provider knows it.")
	f.plain("s", "Sandbox", "String", jen.String(), "String gives PROVIDER:ID, the reference that every host takes.")
	f.plain("s", "Sandbox", "Record", jen.Qual(apiPath, "SandboxInfo"),
		"Record is what was told when the handle was made, without asking again; only the id is known of one that Provider.Sandbox made.")
	g.methods(f, plan.OnSandbox, "s")
	g.markers(f)
	return f
}

func commonSandbox() jen.Code { return jen.Op("*").Qual(sandboxPath, "Sandbox") }

// plain writes a method that passes on to inner and is not gated.
func (s *source) plain(self, on, name string, result jen.Code, doc string) {
	s.doc((&text{}).para(doc))
	s.Func().Params(jen.Id(self).Op("*").Id(on)).Id(name).Params().Add(result).Block(
		jen.Return(jen.Id(self).Dot("inner").Dot(name).Call()),
	)
}

// capabilities writes the interface of all that the provider declares.
func (g *pkg) capabilities(f *source) {
	f.doc((&text{}).para("Capabilities are what a Sandbox can for certain: the interfaces of package sandbox whose features are declared. It has the methods of the others as well, which only return E8004, but does not satisfy them: a program that asks for one of those does not compile."))
	f.Type().Id("Capabilities").InterfaceFunc(func(i *jen.Group) {
		for _, c := range g.Capabilities {
			if c.Declared {
				i.Qual(sandboxPath, c.Interface())
			}
		}
	})
	f.Var().Id("_").Id("Capabilities").Op("=").Parens(jen.Op("*").Id("Sandbox")).Parens(jen.Nil())
}

// markers writes the methods that make a Sandbox satisfy what it can.
func (g *pkg) markers(f *source) {
	for _, c := range g.Capabilities {
		if c.Declared {
			f.doc((&text{}).para(c.Marker() + " does nothing: it makes Sandbox a sandbox." + c.Interface() + ". Feature: " + g.declaredOf(c.Features) + "."))
			f.Func().Params(jen.Op("*").Id("Sandbox")).Id(c.Marker()).Params().Block()
		}
	}
}

// methods writes the gated methods of a type, stubs where they are not
// supported.
func (g *pkg) methods(f *source, on, self string) {
	for _, m := range g.Methods {
		if m.On != on {
			continue
		}
		f.doc(g.methodDoc(m))
		f.Func().Params(jen.Id(self).Op("*").Id(on)).Id(m.Name).ParamsFunc(func(ps *jen.Group) {
			for _, p := range m.Params {
				ps.Id(p.Name).Add(typeCode(p.Type))
			}
		}).Params(resultCodes(m)...).Block(body(m, self)...)
	}
}

func (g *pkg) methodDoc(m plan.Method) *text {
	switch {
	case m.Opens != "":
		return g.opensDoc(m)
	case m.Declared:
		return (&text{}).para(m.Name + " " + m.Does + ". Feature: " + g.declaredOf(m.Gate.Features) + ".")
	}
	return (&text{}).para(m.Name + " is not supported: " + g.missing(m.Gate.Features) + ". It returns E8004 before any I/O.")
}

// opensDoc tells of a method that gives others, what becomes of each.
func (g *pkg) opensDoc(m plan.Method) *text {
	t := &text{}
	if m.Declared {
		t.para(m.Name + " " + m.Does + ".")
	} else {
		t.para(m.Name + " " + m.Does + ". None of its methods is supported.")
	}
	var items []string
	for _, group := range g.opened(m.Opens) {
		item := strings.Join(group.names, ", ") + ": feature " + g.declaredOf(group.features) + "."
		if !group.declared {
			item = strings.Join(group.names, ", ") + ": not supported, " + g.missing(group.features) + "; E8004 before any I/O."
		}
		items = append(items, item)
	}
	return t.list(items)
}

type group struct {
	features []api.Feature
	declared bool
	names    []string
}

// opened gives the methods of a type of runtime/sandbox, by their features.
func (g *pkg) opened(on string) []*group {
	var groups []*group
	byFeature := map[api.Feature]*group{}
	for _, m := range g.Methods {
		if m.On != on {
			continue
		}
		first := m.Gate.Features[0]
		if byFeature[first] == nil {
			byFeature[first] = &group{features: m.Gate.Features, declared: m.Declared}
			groups = append(groups, byFeature[first])
		}
		byFeature[first].names = append(byFeature[first].names, m.Name)
	}
	return groups
}

func (g *pkg) missing(features []api.Feature) string {
	var names []string
	for _, f := range features {
		names = append(names, featureConst(f))
	}
	return g.Descriptor.ID + " does not declare " + strings.Join(names, " or ")
}

func (g *pkg) declaredOf(features []api.Feature) string {
	var names []string
	for _, f := range features {
		if g.Descriptor.Supports(f) {
			names = append(names, featureConst(f))
		}
	}
	return strings.Join(names, ", ")
}
