package emit

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/abxgen/abxgen/gen/plan"
)

// options writes options.go: the enumeration types, the Options struct, and
// its way to the runtime's values.
func options(g *pkg) *source {
	f := g.file(notInCore)
	for _, o := range g.Options {
		if o.Enum != nil {
			f.enum(o)
		}
	}
	f.doc(g.optionsDoc())
	f.Type().Id("Options").StructFunc(func(s *jen.Group) {
		for i, o := range g.Options {
			if i > 0 {
				s.Line()
			}
			for _, line := range optionDoc(o).lines {
				s.Comment(line)
			}
			s.Id(o.Field).Add(goType(o))
		}
		if len(g.Options) > 0 {
			s.Line()
		}
		s.Comment("// HTTPTimeout bounds a short request; 0 means 30 seconds.")
		s.Id("HTTPTimeout").Qual("time", "Duration")
		s.Line()
		s.Comment("// Transport says how the network is reached; its zero value uses no proxy and the system's")
		s.Comment("// certificates.")
		s.Id("Transport").Qual(e2bPath, "TransportConfig").Tag(notData)
		s.Line()
		s.Comment("// Log takes the lines of the provider's own log; nil drops them. Level is debug, info, warn")
		s.Comment("// or error.")
		s.Id("Log").Func().Params(jen.List(jen.Id("level"), jen.Id("message")).String()).Tag(notData)
		if g.isProgram() {
			s.Line()
			s.Comment("// Exec says where the provider's program is unpacked, and what its environment is made of. It")
			s.Comment("// is required.")
			s.Id("Exec").Qual(providerPath, "ExecHost").Tag(notData)
		}
	})
	g.given(f)
	return f
}

// notData keeps what is no option of the provider out of JSON: functions, which
// it cannot write, and this process's environment, which is nobody's business.
var notData = map[string]string{"json": "-"}

func (f *source) enum(o plan.Option) {
	f.doc((&text{}).para(o.Enum.Name + " is a choice of Options." + o.Field + "."))
	f.Type().Id(o.Enum.Name).String()
	if len(o.Enum.Choices) == 0 {
		return
	}
	f.Comment("// The choices of " + o.Enum.Name + ".")
	f.Const().DefsFunc(func(c *jen.Group) {
		for _, choice := range o.Enum.Choices {
			line := c.Id(choice.Name).Id(o.Enum.Name).Op("=").Lit(choice.Value)
			if choice.Value != strings.ToUpper(choice.Value) {
				line.Comment("// never accepted: hosts compare in upper case")
			}
		}
	})
}

func (g *pkg) optionsDoc() *text {
	t := (&text{}).para("Options are the options of " + title(g.Descriptor) + ". The zero value of a field means that it is unset: its default applies where it has one.")
	if need := g.credentials(); need != "" {
		t.more("New gives E1003 unless " + need + " is set.")
	}
	return t
}

// credentials names the groups of auth.any_of by their Go fields.
func (g *pkg) credentials() string {
	fields := map[string]string{}
	for _, o := range g.Options {
		fields[o.Key] = o.Field
	}
	var groups []string
	for _, group := range g.Descriptor.AuthAnyOf {
		var names []string
		for _, key := range group {
			if fields[key] != "" {
				names = append(names, fields[key])
			}
		}
		if len(names) < len(group) {
			continue // a core key that is not inherited never has a value
		}
		if len(names) == 0 {
			return "" // the empty group is always complete
		}
		groups = append(groups, strings.Join(names, " and "))
	}
	return strings.Join(groups, ", or ")
}

func optionDoc(o plan.Option) *text {
	t := (&text{}).para(o.Field + " is the option " + exact(o.Key) + ". " + sentence(o.Description))
	if o.DescriptionZH != "" && o.DescriptionZH != o.Description {
		t.more(sentence(o.DescriptionZH))
	}
	t.more(strings.Join(facts(o), " "))
	t.more("Variables: " + variableNames(o) + ".")
	return t
}

func variableNames(o plan.Option) string {
	names := make([]string, len(o.Variables))
	for i, name := range o.Variables {
		names[i] = exact(name)
	}
	return strings.Join(names, ", ")
}

func facts(o plan.Option) []string {
	var out []string
	if o.Required {
		out = append(out, "It is required.")
	}
	if o.Secret {
		out = append(out, "It is a secret and never printed.")
	}
	if o.Pointer {
		out = append(out, "It is a pointer so that "+zero(o)+" can be told from unset.")
	}
	if o.Default != "" {
		out = append(out, "The default is "+o.Default+".")
	}
	return out
}

func zero(o plan.Option) string {
	if o.Type == plan.TypeBool {
		return "false"
	}
	return strconv.Itoa(0)
}

func goType(o plan.Option) jen.Code {
	switch o.Type {
	case plan.TypeEnum:
		return jen.Id(o.Enum.Name)
	case plan.TypeURL:
		return jen.Op("*").Qual("net/url", "URL")
	case plan.TypePath:
		return jen.Qual(apiPath, "Path")
	case plan.TypeList:
		return jen.Index().String()
	case plan.TypeSecret:
		return jen.Qual(apiPath, "Secret")
	}
	if o.Pointer {
		return jen.Op("*").Id(string(o.Type))
	}
	return jen.Id(string(o.Type))
}
