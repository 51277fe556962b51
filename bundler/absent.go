package bundler

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/abxgen/abxgen/runtime/diag"
)

// missing are globals of Node.js that a provider does not have and that nobody
// takes for names of their own. An author hears of them when building; a
// package that asks with typeof first is left alone, and so is every other one.
var missing = map[string]string{
	"WeakRef": "keep the object itself", "FinalizationRegistry": "close what needs closing in the provider's close()",
	"Intl": "format dates and numbers by hand, toLocaleString gives the form of en-US", "SharedArrayBuffer": "use an ArrayBuffer",
	"Atomics": "use plain values: there is one thread", "WebAssembly": "use JavaScript", "WebSocket": "use fetch, or a stream of the kit",
	"XMLHttpRequest": "use fetch", "Worker": "use promises: there is one thread", "MessageChannel": "use callbacks",
	"CompressionStream": "send it uncompressed", "DecompressionStream": "fetch decompresses by itself",
}

// absences collects the uses of missing globals while a bundle's tree is walked.
type absences struct {
	*places
	used  map[string][]diag.Diag
	known map[string]bool // declared in the bundle, or asked for with typeof
}

func (p *places) absences() *absences {
	return &absences{places: p, used: map[string][]diag.Diag{}, known: map[string]bool{}}
}

func (a *absences) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.UnaryExpression:
		if id, ok := n.Operand.(*ast.Identifier); ok && n.Operator == token.TYPEOF {
			a.known[id.Name.String()] = true
		}
	case *ast.Binding:
		if id, ok := n.Target.(*ast.Identifier); ok {
			a.known[id.Name.String()] = true
		}
	case *ast.ClassLiteral:
		if n.Name != nil {
			a.known[n.Name.Name.String()] = true
		}
	case *ast.FunctionLiteral:
		if n.Name != nil {
			a.known[n.Name.Name.String()] = true
		}
	case *ast.Identifier:
		a.use(n)
	}
}

func (a *absences) use(n *ast.Identifier) {
	name := n.Name.String()
	instead, ok := missing[name]
	if !ok {
		return
	}
	pos := a.at(int(n.Idx) - 1)
	if a.authored(pos) {
		a.used[name] = append(a.used[name], warning(pos, name+" is not available to providers", instead))
	}
}

func (a *absences) found() diag.List {
	var out diag.List
	for name, list := range a.used {
		if !a.known[name] {
			out = append(out, list...)
		}
	}
	return out
}
