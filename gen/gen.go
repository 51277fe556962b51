// Package gen is the façade of the rooms that make Go packages and programs of
// providers. One value a phase: manifests and bundles, the plan, files, and at
// last the disk or a program. Whatever can be wrong in the user's input is
// found, all of it, before the first byte is written.
package gen

import (
	"context"
	"path/filepath"

	"github.com/abxgen/abxgen/gen/emit"
	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
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

// Target is where generated packages go.
type Target struct {
	Dir   string
	Check bool // compare only; a difference is an error
	Stop  bool // as Build's stop
}

// Generate writes the packages of the providers into a folder, each below its
// name. Where the list has errors the folder is as it was.
func Generate(ctx context.Context, in Input, t Target) ([]Provider, diag.List) {
	providers, _, files, found := generate(ctx, in, t.Stop)
	if files == nil {
		return nil, found
	}
	defer in.step(StepWrite)()
	if t.Check {
		return providers, append(found, differences(t.Dir, files)...)
	}
	if err := out.Write(t.Dir, files); err != nil {
		found.Errorf(codeInstall, diag.Pos{}, "", "-o %s: %v", t.Dir, err)
		return nil, found
	}
	return providers, found
}

// differences names the files that are not what would be written.
func differences(dir string, files []out.File) diag.List {
	var found diag.List
	changes, err := out.Diff(dir, files)
	if err != nil {
		found.Errorf(codeInstall, diag.Pos{}, "", "-o %s: %v", dir, err)
	}
	for _, c := range changes {
		found.Errorf(codeInstall, diag.Pos{File: filepath.Join(dir, filepath.FromSlash(c.Path))},
			"run abxgen generate without --check", "the file is not what abxgen writes")
	}
	return found
}

// codeInstall is that of what goes wrong beyond the user's files.
const codeInstall = "E8010"

// generate goes from folders to files in memory. There are none where the list
// has errors or, with stop, the caller has.
func generate(ctx context.Context, in Input, stop bool) ([]Provider, *plan.Plan, []out.File, diag.List) {
	providers, found := Load(ctx, in)
	p, problems := planned(providers)
	if found = append(found, problems...); found.HasErrors() || stop {
		return nil, nil, nil, found
	}
	files, problems := in.emit(p, providers)
	if files == nil {
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
	for _, provider := range providers {
		if b := provider.Bundle; b != nil {
			bundles[provider.Manifest.ID.Value] = emit.Bundle{JS: b.JS, Map: b.Map, Digest: b.Digest}
		}
	}
	files, err := emit.Emit(p, bundles)
	if err != nil {
		return nil, failure("cannot %s: %v", StepEmit, err)
	}
	return files, nil
}

// failure is one that has no place in the user's files.
func failure(format string, args ...any) diag.List {
	var found diag.List
	found.Errorf(codeInstall, diag.Pos{}, "", format, args...)
	return found
}
