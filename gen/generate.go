package gen

import (
	"context"
	"path/filepath"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// StepTypes is the check of --types.
const StepTypes = "compile the packages"

// Target is where generated packages go.
type Target struct {
	Dir   string
	Check bool // compare only; a difference is an error
	Types bool // with Check: compile them where they lie, too
	Stop  bool // as Build's stop
}

// Generated is what was written or compared.
type Generated struct {
	Providers []Provider
	Imports   []string // the import path of each provider's package; nil outside a module
	Diff      string   // of Check: what differs, as a unified diff; "" where nothing does
}

// Generate writes the packages of the providers into a folder, each below its
// name. Where the list has errors, or the context is over before the first byte
// is written, the folder is as it was, and so it is with Check, which gives a
// diff and an error for each file that differs.
func Generate(ctx context.Context, in Input, t Target) (*Generated, diag.List) {
	providers, p, files, found := generate(ctx, in, t.Stop)
	if files == nil {
		return nil, found
	}
	made := &Generated{Providers: providers}
	home := findModule(t.Dir)
	made.Imports = home.imports(p)
	found = append(found, home.missing()...)
	if !t.Check {
		return in.write(made, t.Dir, files, found)
	}
	problems := in.compare(made, t.Dir, files)
	if t.Types && !problems.HasErrors() {
		problems = append(problems, in.compile(ctx, t.Dir, p)...)
	}
	return made, append(found, problems...)
}

func (in Input) write(made *Generated, dir string, files []out.File, found diag.List) (*Generated, diag.List) {
	defer in.step(StepWrite)()
	if err := out.Write(dir, files); err != nil {
		found.Errorf(codeInstall, diag.Pos{}, "", "-o %s: %v", dir, err)
		return nil, found
	}
	return made, found
}

// compare names the files that are not what would be written.
func (in Input) compare(made *Generated, dir string, files []out.File) diag.List {
	defer in.step(StepWrite)()
	var found diag.List
	changes, err := out.Diff(dir, files)
	if err != nil {
		found.Errorf(codeInstall, diag.Pos{}, "", "-o %s: %v", dir, err)
	}
	for _, c := range changes {
		found.Errorf(codeInstall, diag.Pos{File: filepath.Join(dir, filepath.FromSlash(c.Path))},
			"run abxgen generate without --check", "%s", differs(c))
		made.Diff += unified(dir, c)
	}
	return found
}

func differs(c out.Change) string {
	switch {
	case c.Old == nil:
		return "the file is missing"
	case c.New == nil:
		return "abxgen wrote this file once, and does not any more"
	}
	return "the file is not what abxgen writes"
}

// compile type-checks the packages as part of the module they lie in.
func (in Input) compile(ctx context.Context, dir string, p *plan.Plan) diag.List {
	defer in.step(StepTypes)()
	var patterns []string
	for _, provider := range p.Providers {
		patterns = append(patterns, "./"+provider.Package)
	}
	var found diag.List
	for _, problem := range typeErrors(ctx, dir, patterns) {
		found.Errorf(codeInstall, problem.pos, problem.hint, "%s", problem.message)
	}
	return found
}

// cure is the command that gives a module what the packages import.
const cure = "go get github.com/abxgen/abxgen@v" + api.Version
