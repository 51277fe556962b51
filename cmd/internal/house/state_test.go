package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// stateOwners, and every main, may touch the process's state; everybody else takes values. In a
// plugin whose stdout is a protocol this is what keeps the wire clean.
var stateOwners = []string{"cmd/...", "runtime/app/...", "runtime/testenv", "examples/devcloud/...", "examples/go-client", "examples/providers/..."}

var state = map[string]bool{
	"os.Stdout": true, "os.Stderr": true, "os.Stdin": true, "os.Getenv": true, "os.LookupEnv": true, "os.Environ": true,
	"os.Args": true, "os.Exit": true, "fmt.Print": true, "fmt.Println": true, "fmt.Printf": true, "log.Fatal": true,
	"log.Println": true, "log.Printf": true,
}

func TestProcessStateHasOneOwner(t *testing.T) {
	for _, p := range list(t) {
		if p.Name == "main" || matchAny(stateOwners, p.ImportPath) {
			continue
		}
		for _, file := range p.GoFiles {
			checkState(t, filepath.Join(p.Dir, file))
		}
	}
}

func checkState(t *testing.T, path string) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if ast.IsGenerated(f) {
		return
	}
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && state[x.Name+"."+sel.Sel.Name] {
			t.Errorf("%s: %s.%s outside the owners of process state (%s)", fset.Position(sel.Pos()), x.Name, sel.Sel.Name, strings.Join(stateOwners, ", "))
		}
		return true
	})
}
