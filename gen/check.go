package gen

import (
	"context"

	"github.com/abxgen/abxgen/gen/advice"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// Check looks at every provider as a build would, up to its Go package in
// memory, and then says what an experienced author would say of it. Nothing is
// written. Each provider is looked at for itself: two folders of one id are no
// finding here.
func Check(ctx context.Context, in Input) ([]Provider, diag.List) {
	providers, found := Load(ctx, in)
	for _, p := range providers {
		found = append(found, in.check(p)...)
	}
	return providers, found
}

func (in Input) check(p Provider) diag.List {
	one := []Provider{p}
	planned, found := planned(one)
	kind := p.Manifest.Kind.Value
	switch {
	case kind == api.KindExec:
		_, problems := p.Linked()
		found = append(found, problems...)
	case planned != nil && (kind == api.KindREST || p.Bundle != nil):
		_, problems := in.emit(planned, one)
		found = append(found, problems...)
	}
	return append(found, advice.Of(advice.Subject{Dir: p.folder, Shown: p.Dir, Manifest: p.Manifest, Bundle: p.Bundle})...)
}
