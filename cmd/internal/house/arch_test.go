// Package house holds the checks of the house's own rules: who may import
// whom, how long rooms grow, who may touch the process's state.
package house

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/testenv"
)

const module = "github.com/abxgen/abxgen/"

// A rule says what the packages below a path may never link, directly or not.
type rule struct {
	of, not []string
	why     string
}

var rules = []rule{
	{[]string{"runtime/..."}, []string{"gen/...", "bundler", "templates", "github.com/evanw/esbuild/...", "github.com/dave/jennifer/..."},
		"what ships never carries the compiler"},
	{[]string{"runtime/api", "runtime/diag"}, []string{"runtime/...", "github.com/..."},
		"leaf packages import nothing but the standard library"},
	{[]string{"runtime/e2b", "runtime/gate", "runtime/config", "runtime/guest", "runtime/provider", "runtime/epp", "runtime/app/plugin"},
		[]string{"github.com/dop251/goja/...", "github.com/BurntSushi/toml/...", "github.com/pelletier/...", "runtime/engine", "runtime/store", "runtime/cli"},
		"a plugin's core has 10 MiB and a place for neither an engine, toml nor JavaScript"},
	{[]string{"runtime/js", "runtime/guest/server", "runtime/app/guest"}, []string{"net/http", "crypto/tls", "runtime/e2b"},
		"a guest has no network and 10 MiB"},
	{[]string{"runtime/network"}, []string{"net/http", "crypto/tls", "runtime/e2b", "runtime/guest"}, "who decides what is reached reaches nothing"},
	{[]string{"runtime/e2b"}, []string{"runtime/guest", "runtime/epp"}, "the wire knows no JavaScript and no host"},
	{[]string{"runtime/guest"}, []string{"runtime/e2b", "runtime/epp", "net/http"}, "the protocol knows neither the wire nor EPP"},
	{[]string{"runtime/epp"}, []string{"runtime/e2b", "runtime/guest", "runtime/provider"}, "framing and messages know no backend"},
	{[]string{"runtime/sandbox"}, []string{"runtime/e2b", "runtime/provider", "runtime/guest", "runtime/config", "net/http"},
		"the client of Go programs works with any api.Provider"},
	{[]string{"examples/generated/..."}, []string{"runtime/provider", "runtime/sandbox", "runtime/e2b", "runtime/guest", "net/http"},
		"a core links a generated package for its data alone"},
	{[]string{"gen/emit"}, []string{"runtime/manifest"}, "the emitter sees the plan, never the manifest"},
	{[]string{"gen/plan"}, []string{"bundler", "github.com/evanw/esbuild/...", "os/exec", "net/http"}, "planning is pure"},
	{[]string{"gen/out", "templates", "kitsrc"}, []string{"runtime/...", "github.com/..."}, "files and texts know nothing of what they hold"},
	{[]string{"gen/ship"}, []string{"bundler", "gen/emit", "github.com/evanw/esbuild/...", "github.com/dave/jennifer/...", "github.com/dop251/goja/...", "net/http"},
		"a folder is shaped from values: manifest, plan, linked programs"},
	{[]string{"templates/collate"}, []string{"github.com/...", "runtime/..."}, "it stands in for a package of golang.org/x/text"},
	{[]string{"bundler"}, []string{"gen/..."}, "a bundle is made before anything is generated"},
}

func TestImports(t *testing.T) {
	packages := list(t)
	for _, r := range rules {
		checkRule(t, packages, r)
	}
}

func checkRule(t *testing.T, packages []pkg, r rule) {
	t.Helper()
	for _, p := range packages {
		if !matchAny(r.of, p.ImportPath) {
			continue
		}
		for _, dep := range p.Deps {
			if matchAny(r.not, dep) && !matchSelf(r.of, dep) {
				t.Errorf("%s links %s: %s", p.ImportPath, dep, r.why)
			}
		}
	}
}

// matchSelf lets "runtime/... not runtime/..." speak of others only.
func matchSelf(of []string, dep string) bool {
	for _, pattern := range of {
		if !strings.HasSuffix(pattern, "...") && dep == module+pattern {
			return true
		}
	}
	return false
}

func matchAny(patterns []string, path string) bool {
	for _, pattern := range patterns {
		if match(pattern, path) {
			return true
		}
	}
	return false
}

// ours are the first elements of this module's own paths.
var ours = []string{"runtime", "gen", "bundler", "templates", "kitsrc", "cmd", "examples"}

// match compares a pattern of the table with an import path; a pattern whose
// first element is none of ours is a whole path.
func match(pattern, path string) bool {
	stem, tree := strings.CutSuffix(pattern, "/...")
	if first, _, _ := strings.Cut(stem, "/"); slices.Contains(ours, first) {
		stem = module + stem
	}
	return path == stem || tree && strings.HasPrefix(path, stem+"/")
}

type pkg struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	Deps       []string
}

func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-tags", "abxcore", "-json=ImportPath,Name,Dir,GoFiles,Deps", "./...")
	cmd.Dir = testenv.Root()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var packages []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
