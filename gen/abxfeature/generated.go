package abxfeature

import (
	"go/constant"
	"go/types"
	"slices"

	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
)

// generated is a package that abxgen wrote, as its types tell.
type generated struct {
	id  string // the provider's
	can map[string]bool
}

// generatedBy recognises a package by what every generated one declares: ID,
// Capabilities, and Sandbox with the markers of what it can. nil for others.
func generatedBy(p *types.Package) *generated {
	id, ok := p.Scope().Lookup("ID").(*types.Const)
	if !ok || id.Val().Kind() != constant.String {
		return nil
	}
	handle, ok := p.Scope().Lookup("Sandbox").(*types.TypeName)
	if _, all := p.Scope().Lookup("Capabilities").(*types.TypeName); !ok || !all || !imports(p, sandboxPath) {
		return nil
	}
	g := &generated{id: constant.StringVal(id.Val()), can: map[string]bool{}}
	methods := types.NewMethodSet(types.NewPointer(handle.Type()))
	for _, c := range plan.Capabilities() {
		g.can[c.Name] = methods.Lookup(p, c.Marker()) != nil
	}
	return g
}

func imports(p *types.Package, path string) bool {
	return slices.ContainsFunc(p.Imports(), func(q *types.Package) bool { return q.Path() == path })
}

// declares reports whether the provider declares one of the features that
// stand before a method.
func (g *generated) declares(features []api.Feature) bool {
	for _, c := range plan.Capabilities() {
		if slices.Equal(c.Features, features) {
			return g.can[c.Name]
		}
	}
	return true // no marker tells
}
