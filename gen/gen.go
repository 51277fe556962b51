// Package gen is the façade of the rooms that make Go packages and programs of
// providers. One value a phase: manifests and bundles, the plan, files, and at
// last the disk or a program. Whatever can be wrong in the user's input is
// found, all of it, before the first byte is written.
package gen

import (
	"context"

	"github.com/abxgen/abxgen/gen/emit"
	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// The named steps, beside those of link; StepBundle is followed by the
// provider's id.
const (
	StepBundle = "bundle"
	StepEmit   = "generate the packages"
	StepWrite  = "write the packages"
)

// Built is what a build gave.
type Built struct {
	Providers []Provider
	*link.Result
}

// Build links a program of the providers. The result is nil where the list has
// errors, and then nothing on the disk has changed. With stop everything is
// looked at and nothing written: the caller has found errors of its own.
func Build(ctx context.Context, in Input, l *link.Linker, stop bool) (*Built, diag.List) {
	l.OnStep = in.OnStep
	ready, found := l.Check(ctx)
	providers, p, files, problems := generate(ctx, in, stop || ready == nil)
	if found = append(found, problems...); files == nil {
		return nil, found
	}
	result, problems := ready.Link(ctx, p, files)
	if found = append(found, problems...); found.HasErrors() {
		return nil, found
	}
	return &Built{providers, result}, found
}

// codeInstall is that of what goes wrong beyond the user's files.
const codeInstall = "E8010"

// generate goes from folders to files in memory. There are none where the list
// has errors or, with stop, the caller has, nor where the context is over by
// then.
func generate(ctx context.Context, in Input, stop bool) ([]Provider, *plan.Plan, []out.File, diag.List) {
	providers, found := Load(ctx, in)
	p, problems := planned(providers)
	if found = append(found, problems...); found.HasErrors() || stop {
		return nil, nil, nil, found
	}
	files, problems := in.emit(p, providers)
	if files == nil || ctx.Err() != nil {
		return nil, nil, nil, append(found, problems...)
	}
	return providers, p, files, found
}

func planned(providers []Provider) (*plan.Plan, diag.List) {
	sources := make([]plan.Source, len(providers))
	for i, p := range providers {
		sources[i] = p.source()
	}
	return plan.New(sources)
}

// emit writes the packages in memory.
func (in Input) emit(p *plan.Plan, providers []Provider) ([]out.File, diag.List) {
	defer in.step(StepEmit)()
	bundles := map[string]emit.Bundle{}
	var found diag.List
	for _, provider := range providers {
		id := provider.Manifest.ID.Value
		switch {
		case provider.Bundle != nil:
			b := provider.Bundle
			bundles[id] = emit.Bundle{JS: b.JS, Map: b.Map, Digest: b.Digest}
		case provider.Manifest.Kind.Value == api.KindExec:
			folder, problems := provider.pack()
			found = append(found, problems...)
			bundles[id] = emit.Bundle{Folder: folder}
		}
	}
	if found.HasErrors() {
		return nil, found
	}
	files, err := emit.Emit(p, bundles)
	if err != nil {
		return nil, failure("cannot %s: %v", StepEmit, err)
	}
	return files, found
}

// failure is one that has no place in the user's files.
func failure(format string, args ...any) diag.List {
	var found diag.List
	found.Errorf(codeInstall, diag.Pos{}, "", format, args...)
	return found
}
