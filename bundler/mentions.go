package bundler

import (
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/abxgen/abxgen/runtime/diag"
)

// Mentions are what a bundle's text names, for whoever advises its author.
type Mentions struct {
	// URLs are the string literals of the author's own files (not those of
	// node_modules) that are an http, https, ws or wss address, in the order of
	// the bundle. A template is given up to its first hole.
	URLs []Mention
	// Names has every identifier, property and string of the bundle.
	Names map[string]bool
	// Core is true where something called core (ctx.core) is used otherwise than
	// by the name of one of its keys, so that no key can be said to be unread.
	Core bool
}

// Mention is a text with the author's place.
type Mention struct {
	Text string
	Pos  diag.Pos
}

// mentions collects while the bundle's tree is walked, parents first.
type mentions struct {
	*places
	out   Mentions
	known map[ast.Expression]bool // uses of core by a key's name
}

func (p *places) mentions() *mentions {
	return &mentions{places: p, out: Mentions{Names: map[string]bool{}}, known: map[ast.Expression]bool{}}
}

func (m *mentions) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.StringLiteral:
		m.out.Names[n.Value.String()] = true
		m.url(n.Value.String(), n)
	case *ast.TemplateLiteral:
		m.url(n.Elements[0].Parsed.String(), n)
	case *ast.Identifier:
		m.out.Names[n.Name.String()] = true
		m.core(n, n.Name.String())
	case *ast.DotExpression:
		m.out.Names[n.Identifier.Name.String()] = true
		m.core(n, n.Identifier.Name.String())
		m.known[bare(n.Left)] = true
	case *ast.BracketExpression:
		if _, ok := n.Member.(*ast.StringLiteral); ok {
			m.known[bare(n.Left)] = true
		}
	case *ast.Binding:
		m.taken(n.Target, n.Initializer)
	case *ast.PropertyShort:
		m.out.Names[n.Name.Name.String()] = true
	}
}

// core notes a use of ctx.core as a whole: its parent was visited before and
// has named it where it asks for a key.
func (m *mentions) core(n ast.Expression, name string) {
	if name == "core" && !m.known[n] {
		m.out.Core = true
	}
}

// taken lets const { key } = ctx.core be a use by name.
func (m *mentions) taken(target ast.BindingTarget, from ast.Expression) {
	if pattern, ok := target.(*ast.ObjectPattern); ok && pattern.Rest == nil && from != nil {
		m.known[bare(from)] = true
	}
}

func (m *mentions) url(text string, n ast.Node) {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok || strings.ContainsAny(rest, " \t\n") || !webScheme[strings.ToLower(scheme)] {
		return
	}
	pos := m.at(int(n.Idx0()) - 1)
	if m.authored(pos) {
		m.out.URLs = append(m.out.URLs, Mention{text, pos})
	}
}

var webScheme = map[string]bool{"http": true, "https": true, "ws": true, "wss": true}
