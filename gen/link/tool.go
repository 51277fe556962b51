package link

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/mod/modfile"

	"github.com/abxgen/abxgen/runtime/diag"
)

const defaultGrace = 5 * time.Second

// tool runs the go command in a folder and gives its stdout. Cancelled, it is
// asked to end, and killed after the grace.
func (l *Linker) tool(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, l.Go, args...)
	cmd.Dir = dir
	cmd.Env = env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Cancel = func() error { return interrupt(cmd.Process) }
	cmd.WaitDelay = l.Grace
	if cmd.WaitDelay == 0 {
		cmd.WaitDelay = defaultGrace
	}
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return nil, &ToolError{Args: args, Stderr: stderr.String(), Err: err}
	}
	return stdout.Bytes(), nil
}

// interrupt asks a process to end; Windows knows only the end itself.
func interrupt(p *os.Process) error {
	if runtime.GOOS == "windows" {
		return p.Kill()
	}
	return p.Signal(os.Interrupt)
}

// toolchain is what there is to know of the go command and the module.
type toolchain struct {
	Version string `json:"GOVERSION"`
	OS      string `json:"GOOS"`
	Arch    string `json:"GOARCH"`
	Root    string `json:"GOROOT"`
	mod     goMod
}

// goMod is what `go mod edit -json` says of a go.mod, as far as it matters.
type goMod struct {
	Go      string
	Require []required
	Replace []struct {
		Old, New struct{ Path, Version string }
	}
}

// required is one line of a require block.
type required struct{ Path, Version string }

const getGo = "install Go from https://go.dev/dl and put its bin folder into PATH"

// checkGo finds out whether the go command is there and new enough.
func (l *Linker) checkGo(ctx context.Context) (toolchain, diag.List) {
	var t toolchain
	needed := "Go " + l.goLine() + " or newer"
	if l.Go == "" {
		return t, problem("there is no go command in PATH, and linking needs "+needed, getGo)
	}
	env := l.environ("off") // nothing is compiled
	// Outside of the module: a go.mod that asks for a newer Go would end it.
	stdout, err := l.tool(ctx, filepath.Dir(l.Go), env, "env", "-json", "GOVERSION", "GOOS", "GOARCH", "GOROOT")
	if err == nil {
		err = json.Unmarshal(stdout, &t)
	}
	if err != nil {
		return t, failed(StepCheck, err)
	}
	if version.IsValid(t.Version) && version.Compare(t.Version, "go"+l.goLine()) < 0 {
		return t, problem("the go command "+l.Go+" is "+t.Version+", and linking needs "+needed, getGo)
	}
	if l.Source == "" {
		return t, nil // FindSource has told why
	}
	stdout, err = l.tool(ctx, l.Source, env, "mod", "edit", "-json")
	if err == nil {
		err = json.Unmarshal(stdout, &t.mod)
	}
	if err != nil {
		return t, failed(StepCheck, err)
	}
	return t, nil
}

// goLine reads the go line of the source's go.mod; an old go command could not.
func (l *Linker) goLine() string {
	text, _ := os.ReadFile(filepath.Join(l.Source, "go.mod"))
	if mod, err := modfile.ParseLax("go.mod", text, nil); err == nil && mod.Go != nil {
		return mod.Go.Version
	}
	return "1.26"
}

// target is what one run of go build makes.
type target struct {
	Platform
	dirs []string // of the mains, below the workspace
}

// stripped are the linker's flags for what ships: no symbols; no id made of the
// flags' order.
const stripped = "-s -w -buildid="

// build runs go build in the workspace. Each flag takes something out of the
// bytes that differs from machine to machine, or is of no use at run time.
func (w *workspace) build(ctx context.Context, t target, ldflags, output string) error {
	args := []string{
		"build",
		"-mod=vendor",      // what vendor prepared
		"-trimpath",        // no path of the builder
		"-buildvcs=false",  // no state of a repository that lies above
		"-tags", "abxcore", // the guest is another process
		"-ldflags", ldflags,
		"-o", output,
	}
	for _, dir := range t.dirs {
		args = append(args, "./"+dir)
	}
	env := append(w.environ(), "GOOS="+t.OS, "GOARCH="+t.Arch)
	_, err := w.tool(ctx, w.dir, env, args...)
	if errors.Is(err, context.Canceled) {
		return context.Canceled
	}
	return err
}
