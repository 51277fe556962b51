// Package abxfeature is a vet check for programs that import generated
// packages: it reports the calls that can only ever be E8004, because the
// provider does not declare the feature behind them.
//
//	go vet -vettool=$(which abxfeature) ./...
//
// It follows a value to the generated package it comes from through calls and
// local variables: s.Files().Watch and f := s.Files(); f.Watch, of a provider
// without files.watch. What comes by a parameter or a field of a type of
// runtime/sandbox may be any provider's, and is not reported.
package abxfeature

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/abxgen/abxgen/runtime/api"
)

// Analyzer is the check.
var Analyzer = &analysis.Analyzer{
	Name:     "abxfeature",
	Doc:      "report calls of sandbox features that their provider does not declare\n\nSuch a call of a package that abxgen generated returns E8004 before any I/O, always.",
	URL:      "https://pkg.go.dev/github.com/abxgen/abxgen/gen/abxfeature",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	t := newTrace(pass.TypesInfo, in)
	for n := range in.PreorderSeq((*ast.SelectorExpr)(nil)) {
		sel := n.(*ast.SelectorExpr)
		features := gateOf(t.receiver(sel), sel.Sel.Name)
		if features == nil {
			continue
		}
		if g := t.origin(sel); g != nil && !g.declares(features) {
			pass.ReportRangef(sel.Sel, "%s is always E8004: provider %q does not declare %s", sel.Sel.Name, g.id, either(features))
		}
	}
	return nil, nil
}

func either(features []api.Feature) string {
	var names []string
	for _, f := range features {
		names = append(names, string(f))
	}
	return strings.Join(names, " or ")
}

// receiver gives the named type whose method is selected, be it through a
// struct that embeds it; nil for all else.
func (t *trace) receiver(sel *ast.SelectorExpr) *types.TypeName {
	s := t.info.Selections[sel]
	if s == nil || s.Kind() == types.FieldVal {
		return nil
	}
	method, ok := s.Obj().(*types.Func)
	if !ok {
		return nil
	}
	return named(method.Signature().Recv().Type())
}

func named(typ types.Type) *types.TypeName {
	if p, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = p.Elem()
	}
	if n, ok := types.Unalias(typ).(*types.Named); ok {
		return n.Obj()
	}
	return nil
}
