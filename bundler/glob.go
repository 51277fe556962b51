package bundler

import (
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/abxgen/abxgen/runtime/diag"
)

// globs finds the tables that esbuild makes of import(`./dir/${name}.mjs`):
// it matches files without asking a plugin, and says only in a comment what it
// matched for whom.
var globs = regexp.MustCompile(`(?m)^\s*// (?:import|require)\((".*")\) in (.*)\n\s*var ([\w$]+)\b`)

// leavingGlobs gives the names of those tables whose pattern leaves the folder,
// with the pattern.
func leavingGlobs(js string) map[string]string {
	leaving := map[string]string{}
	for _, m := range globs.FindAllStringSubmatch(js, -1) {
		pattern, err := strconv.Unquote(m[1])
		if err != nil {
			continue
		}
		fixed, _, _ := strings.Cut(pattern, "*")
		if !filepath.IsLocal(path.Join(path.Dir(m[2]), fixed)) {
			leaving[m[3]] = pattern
		}
	}
	return leaving
}

// checkGlob refuses the use of such a table.
func (p *places) checkGlob(n ast.Node, leaving map[string]string) diag.List {
	call, ok := n.(*ast.CallExpression)
	if !ok {
		return nil
	}
	for name, pattern := range leaving {
		if isIdentifier(call.Callee, name) {
			return diag.List{problem(p.at(int(n.Idx0())-1), outside(pattern), "copy the files into the folder")}
		}
	}
	return nil
}
