package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/abxgen/abxgen/runtime/api"
)

// features writes features.go: the declared features and the E8004 table.
func features(g *pkg) *source {
	f := g.file(notInCore)
	f.Comment("// Features are the features that the manifest declares, in its order.")
	f.Func().Id("Features").Params().Index().Qual(apiPath, "Feature").Block(
		jen.Return(jen.Index().Qual(apiPath, "Feature").Add(lines(g.declared()))),
	)
	f.Comment("// Table is the E8004 table: every known feature, whether it is declared, and the methods")
	f.Comment("// behind it.")
	f.Func().Id("Table").Params().Index().Qual(apiPath, "Support").Block(
		jen.Return(jen.Index().Qual(apiPath, "Support").Add(lines(g.rows()))),
	)
	return f
}

func (g *pkg) declared() []jen.Code {
	var out []jen.Code
	for _, f := range g.Descriptor.Features {
		out = append(out, featureValue(f))
	}
	return out
}

func (g *pkg) rows() []jen.Code {
	var out []jen.Code
	for _, s := range g.Support {
		row := []jen.Code{member("Feature", featureCode(s.Feature)), member("Declared", jen.Lit(s.Declared))}
		if len(s.Methods) > 0 {
			row = append(row, member("Methods", jen.Index().String().ValuesFunc(func(v *jen.Group) {
				for _, m := range s.Methods {
					v.Lit(m)
				}
			})))
		}
		out = append(out, jen.Values(row...))
	}
	return out
}

func member(name string, value jen.Code) jen.Code { return jen.Id(name).Op(":").Add(value) }

// lines are the braces of a literal with each value on a line of its own.
func lines(values []jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: len(values) > 0}, values...)
}

// featureValue writes a feature by its constant where there is one.
func featureValue(f api.Feature) jen.Code {
	if f.Known() {
		return featureCode(f)
	}
	return jen.Lit(string(f))
}

// constWords are how api spells the words of feature ids that are not merely
// capitalised.
var constWords = map[string]string{"rw": "RW", "pty": "PTY", "url": "URL", "vpc": "VPC"}

// constName is the name of a feature's constant in api.
func constName(f api.Feature) string {
	name := "Feature"
	for word := range strings.SplitSeq(string(f), ".") {
		if w, ok := constWords[word]; ok {
			name += w
			continue
		}
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}
