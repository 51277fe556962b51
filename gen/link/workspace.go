package link

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/templates"
)

// Names inside a workspace. The program's own module and its relative way to
// abxgen's are part of the program's bytes, so they are the same everywhere.
const (
	ownModule   = "abx"
	sourceName  = "abxgen"
	packageRoot = "providers"
	programName = "abx.program"
)

// shipped are the folders of abxgen's module that programs are made of.
var shipped = []string{"runtime", "kitsrc"}

// A workspace is the folder that one program is built in.
type workspace struct {
	*Ready
	dir string
}

func (r *Ready) newWorkspace() (*workspace, error) {
	dir, err := os.MkdirTemp(r.TempDir, "abxgen-link-")
	if err != nil {
		return nil, err
	}
	return &workspace{r, dir}, nil
}

func (w *workspace) remove() { os.RemoveAll(w.dir) }

func (w *workspace) program() string { return filepath.Join(w.dir, programName) }

// environ adds a temporary folder of the workspace's own: what a killed go
// command leaves there goes with it.
func (w *workspace) environ() []string {
	env := w.Linker.environ(filepath.Join(w.dir, "cache"))
	if dir := w.moduleCache(w.tools.mod.Require); dir != "" {
		env = append(env, "GOMODCACHE="+dir)
	}
	return append(env, "GOTMPDIR="+filepath.Join(w.dir, "tmp"))
}

// fill writes the generated packages, the mains, the module's files, and a copy
// of the source: a replacement by a path outside would put that path into the
// program. Then it brings in the modules.
func (w *workspace) fill(ctx context.Context, packages, mains []out.File) error {
	mod, err := w.goMod()
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(w.Source, "go.sum"))
	if err != nil {
		return err
	}
	all := append(mains, out.File{Path: "go.mod", Content: mod}, out.File{Path: "go.sum", Content: sum})
	for _, f := range packages {
		f.Path = path.Join(packageRoot, f.Path)
		all = append(all, f)
	}
	source, err := sourceFiles(os.DirFS(w.Source))
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(w.dir, "tmp"), 0o700); err != nil {
		return err
	}
	if err := out.Write(w.dir, append(all, source...)); err != nil {
		return err
	}
	return w.vendor(ctx)
}

// abxMain is the main of abx, with the packages of a plan.
func abxMain(p *plan.Plan) ([]out.File, error) {
	main := templates.Main{Module: ownModule}
	for _, provider := range p.Providers {
		main.Packages = append(main.Packages, path.Join(packageRoot, provider.Package))
	}
	text, err := templates.AbxMain(main)
	return []out.File{{Path: "main.go", Content: text}}, err
}

// goMod derives the workspace's go.mod from the source's: the same
// requirements, so that nothing has to be found out.
func (w *workspace) goMod() ([]byte, error) {
	mod := w.tools.mod
	m := templates.GoMod{Module: ownModule, Go: mod.Go, Runtime: Module, Source: "./" + sourceName}
	for _, r := range mod.Require {
		m.Require = append(m.Require, templates.Require(r))
	}
	for _, r := range mod.Replace {
		if strings.HasPrefix(r.New.Path, ".") {
			return nil, fmt.Errorf("the source's go.mod replaces %s by a folder, which a program cannot be linked against", r.Old.Path)
		}
		m.Replace = append(m.Replace, templates.Replace{Path: r.Old.Path, Version: r.Old.Version, NewPath: r.New.Path, NewVersion: r.New.Version})
	}
	return m.Render()
}

// sourceFiles reads what programs are made of from abxgen's module, without
// tests and their data.
func sourceFiles(source fs.FS) ([]out.File, error) {
	var files []out.File
	add := func(name string) error {
		content, err := fs.ReadFile(source, name)
		files = append(files, out.File{Path: path.Join(sourceName, name), Content: content})
		return err
	}
	if err := add("go.mod"); err != nil {
		return nil, err
	}
	for _, dir := range shipped {
		err := fs.WalkDir(source, dir, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return fs.SkipDir
			case !d.Type().IsRegular() || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			return add(name)
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
