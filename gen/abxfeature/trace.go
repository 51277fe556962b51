package abxfeature

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// trace follows values to the generated package that they come from.
type trace struct {
	info *types.Info
	from map[types.Object][]ast.Expr // what is assigned to each variable; nil where that cannot be told
}

func newTrace(info *types.Info, in *inspector.Inspector) *trace {
	t := &trace{info, map[types.Object][]ast.Expr{}}
	for n := range in.PreorderSeq((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.RangeStmt)(nil)) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			t.assign(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			names := make([]ast.Expr, len(n.Names))
			for i, name := range n.Names {
				names[i] = name
			}
			t.assign(names, n.Values)
		case *ast.RangeStmt:
			t.assign([]ast.Expr{n.Key, n.Value}, []ast.Expr{n.X}) // what a sequence gives comes from where it does
		}
	}
	return t
}

// assign notes each variable's value: its own, or the one call that gives all.
func (t *trace) assign(to, values []ast.Expr) {
	for i, lhs := range to {
		id, ok := lhs.(*ast.Ident)
		if !ok || len(values) == 0 {
			continue
		}
		value := values[0]
		if len(values) == len(to) {
			value = values[i]
		}
		if obj := t.info.ObjectOf(id); obj != nil {
			t.from[obj] = append(t.from[obj], value)
		}
	}
}

// origin gives the generated package that an expression's value comes from,
// nil where that is none or not to be told.
func (t *trace) origin(e ast.Expr) *generated {
	if g := t.follow(e, map[types.Object]bool{}); g != itself {
		return g
	}
	return nil
}

// itself is where a variable comes from that has been looked at on the way: it
// says nothing new.
var itself = &generated{}

func (t *trace) follow(e ast.Expr, seen map[types.Object]bool) *generated {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return t.follow(e.Fun, seen)
	case *ast.SelectorExpr:
		if on := t.receiver(e); on != nil {
			if g := generatedBy(on.Pkg()); g != nil {
				return g
			}
			return t.follow(e.X, seen)
		}
	case *ast.Ident:
		return t.variable(t.info.ObjectOf(e), seen)
	}
	return nil
}

// variable gives the package that every value of a variable comes from.
func (t *trace) variable(obj types.Object, seen map[types.Object]bool) *generated {
	if obj == nil {
		return nil
	}
	if seen[obj] {
		return itself
	}
	seen[obj] = true
	var g *generated
	for _, value := range t.from[obj] {
		next := t.follow(value, seen)
		if next == itself {
			continue
		}
		if next == nil || g != nil && g.id != next.id {
			return nil
		}
		g = next
	}
	return g
}
