package gen

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/diag"
)

// module is the Go module that a folder lies in.
type module struct {
	file string // its go.mod, "" where there is none that can be read
	path string // its import path, the folder's behind it
	has  bool   // it can import what generated packages import
}

// findModule looks for a go.mod in the folder and above it.
func findModule(dir string) module {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return module{}
	}
	for at := abs; ; at = filepath.Dir(at) {
		file := filepath.Join(at, "go.mod")
		if text, err := os.ReadFile(file); err == nil {
			rel, _ := filepath.Rel(at, abs) // one is above the other
			return readModule(file, text, filepath.ToSlash(rel))
		}
		if at == filepath.Dir(at) {
			return module{}
		}
	}
}

func readModule(file string, text []byte, rel string) module {
	mod, err := modfile.ParseLax(file, text, nil)
	if err != nil || mod.Module == nil {
		return module{} // the go command will say what is wrong with it
	}
	name := mod.Module.Mod.Path
	return module{file, path.Join(name, rel), name == link.Module || slices.ContainsFunc(mod.Require, func(r *modfile.Require) bool {
		return r.Mod.Path == link.Module
	})}
}

// imports are the import paths of the packages.
func (m module) imports(p *plan.Plan) []string {
	if m.file == "" {
		return nil
	}
	var paths []string
	for _, provider := range p.Providers {
		paths = append(paths, path.Join(m.path, provider.Package))
	}
	return paths
}

// missing warns where the packages will not compile before the module requires
// abxgen's own.
func (m module) missing() diag.List {
	var found diag.List
	if m.file != "" && !m.has {
		found.Warnf(codeInstall, diag.Pos{File: shortened(m.file)}, "run "+cure, "the module does not require "+link.Module+", whose runtime the packages import")
	}
	return found
}

// shortened names a file as seen from the working folder, where that is short.
func shortened(file string) string {
	wd, err := filepath.Abs(".")
	if err != nil {
		return file
	}
	if rel, err := filepath.Rel(wd, file); err == nil && len(rel) < len(file) {
		return rel
	}
	return file
}
