// Package link makes a program of generated packages: it writes a workspace
// with a main and a go.mod, runs `go build` there in an environment of its own
// making, and puts the result in place in one step. No other room starts a go
// command for a build.
//
// What a build must stand is in cases/14: no network, no HOME, a foreign
// GOFLAGS, a broken go.work above, any name of a folder, and the same bytes
// wherever it runs.
package link

import (
	"context"
	"time"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/diag"
)

// The named steps, in their order, as OnStep is told of them.
const (
	StepCheck     = "check the Go toolchain"
	StepWorkspace = "write the workspace"
	StepCompile   = "compile and link"
	StepInstall   = "put the program in place"
)

// A Linker holds what a link needs of the process and the user. The zero value
// of a field that says so has a meaning; the others are required.
type Linker struct {
	// Go is the go command; "" where none was found, which Check reports.
	Go string
	// Environ gives the caller's variables; only those of passed are looked at.
	Environ func(name string) string
	// Source is the folder of abxgen's own module; "" where FindSource found
	// none.
	Source string
	// Output is the file to write.
	Output string
	// TempDir is where the workspace is made; "" is the system's own place.
	TempDir string
	// UserHome is the user's home as the system knows it, for the time when
	// HOME says otherwise or nothing; "" is unknown.
	UserHome string
	// Keep leaves the workspace in its place.
	Keep bool
	// Grace is how long a cancelled go command may take to end by itself
	// before it is killed; 0 means five seconds.
	Grace time.Duration
	// OnStep is told when a step begins, and what it returns is called when the
	// step ends. It may be nil.
	OnStep func(step string) (end func())
}

// Result is what a link gave.
type Result struct {
	Output    string
	Size      int64
	Digest    string // "sha256:" and hex of the program
	Target    string // GOOS/GOARCH
	Workspace string // where it was kept; "" where it was not
}

// Ready is a Linker whose surroundings were checked.
type Ready struct {
	*Linker
	tools toolchain
}

// Platform is the one that the go command builds for.
func (r *Ready) Platform() Platform { return Platform{r.tools.OS, r.tools.Arch} }

// Check looks at everything that can be wrong before any work is done: the
// place of the output, the source, the Go toolchain. It finds all of it in one
// run; Ready is nil where there is an error.
func (l *Linker) Check(ctx context.Context) (*Ready, diag.List) {
	defer l.step(StepCheck)()
	ready, found := l.checkTools(ctx, l.checkOutput())
	if ready != nil {
		found = append(found, l.checkTarget(ready.tools)...)
	}
	return ready, found
}

// CheckTools is Check without an output, for LinkPlugins.
func (l *Linker) CheckTools(ctx context.Context) (*Ready, diag.List) {
	defer l.step(StepCheck)()
	return l.checkTools(ctx, nil)
}

func (l *Linker) checkTools(ctx context.Context, found diag.List) (*Ready, diag.List) {
	tools, problems := l.checkGo(ctx)
	found = append(found, problems...)
	if found.HasErrors() || l.Source == "" {
		return nil, found
	}
	return &Ready{Linker: l, tools: tools}, found
}

// Link builds the program of a plan whose packages are files. On any failure
// the output stays as it was.
func (r *Ready) Link(ctx context.Context, p *plan.Plan, files []out.File) (*Result, diag.List) {
	ws, err := r.newWorkspace()
	if err != nil {
		return nil, failed(StepWorkspace, err)
	}
	if !r.Keep {
		defer ws.remove()
	}
	end := r.step(StepWorkspace)
	mains, err := abxMain(p)
	if err == nil {
		err = ws.fill(ctx, files, mains)
	}
	end()
	if err != nil {
		return nil, failed(StepWorkspace, err)
	}
	end = r.step(StepCompile)
	err = ws.build(ctx, target{r.Platform(), []string{"."}}, stripped, ws.program())
	end()
	if err != nil {
		return nil, failed(StepCompile, err)
	}
	defer r.step(StepInstall)()
	result, err := r.install(ws.program())
	if err != nil {
		return nil, failed(StepInstall, err)
	}
	if r.Keep {
		result.Workspace = ws.dir
	}
	return result, nil
}

func (l *Linker) step(name string) (end func()) {
	if l.OnStep == nil {
		return func() {}
	}
	return l.OnStep(name)
}
