package link

import (
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"

	"github.com/abxgen/abxgen/runtime/diag"
)

// Module is abxgen's own module, which every program is linked against.
const Module = "github.com/abxgen/abxgen"

// Places are where abxgen's own source may be, the first one given wins.
type Places struct {
	Flag       string // --source
	Env        string // ABXGEN_SOURCE
	Executable string // abxgen's own file: the folders above it
	Cwd        string // the working folder and the folders above it
}

// FindSource gives the folder of abxgen's own module; E8010, with every place
// that was looked at, where there is none.
func FindSource(p Places) (string, diag.List) {
	for _, given := range []struct{ dir, by string }{{p.Flag, "--source"}, {p.Env, "ABXGEN_SOURCE"}} {
		if given.dir == "" {
			continue
		}
		if !isModule(given.dir) {
			return "", problem(given.by+" "+given.dir+" is not the source of "+Module, "name the folder that its go.mod lies in")
		}
		return absolute(given.dir)
	}
	executable := p.Executable
	if real, err := filepath.EvalSymlinks(executable); err == nil {
		executable = real
	}
	for _, start := range []string{filepath.Dir(executable), p.Cwd} {
		if dir, ok := above(start); ok {
			return absolute(dir)
		}
	}
	return "", problem("the source of "+Module+" is neither above the executable ("+executable+") nor above the working folder ("+p.Cwd+"), and --source and ABXGEN_SOURCE are not set",
		"give --source DIR or ABXGEN_SOURCE=DIR with the folder that its go.mod lies in")
}

func absolute(dir string) (string, diag.List) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", problem("cannot find "+dir+": "+err.Error(), "")
	}
	return abs, nil
}

// above looks for the module in a folder and all those above it.
func above(dir string) (string, bool) {
	for dir != "" {
		if isModule(dir) {
			return dir, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return "", false
}

// isModule reports whether a folder's go.mod is abxgen's.
func isModule(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && modfile.ModulePath(text) == Module
}
