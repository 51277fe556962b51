package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The sizes of the house (design/house.md): small rooms are read, large ones
// are searched.
const (
	maxMedianFile   = 120
	maxMedianFunc   = 12
	maxNinthFunc    = 40
	maxFile         = 500
	maxFunc         = 80
	reasonForLength = "Long because"
)

func TestSizes(t *testing.T) {
	var files, funcs []int
	for _, p := range list(t) {
		for _, name := range p.GoFiles {
			file, fns := measure(t, filepath.Join(p.Dir, name))
			if file > 0 {
				files, funcs = append(files, file), append(funcs, fns...)
			}
		}
	}
	slices.Sort(files)
	slices.Sort(funcs)
	atMost(t, "median file", files[len(files)/2], maxMedianFile)
	atMost(t, "median function", funcs[len(funcs)/2], maxMedianFunc)
	atMost(t, "ninth decile of functions", funcs[len(funcs)*9/10], maxNinthFunc)
}

func atMost(t *testing.T, what string, got, limit int) {
	t.Helper()
	if got > limit {
		t.Errorf("%s has %d lines, at most %d", what, got, limit)
	}
}

// measure gives a file's length and its functions'; 0 for a generated file. A
// file over 500 or a function over 80 lines starts with its reason.
func measure(t *testing.T, path string) (int, []int) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if ast.IsGenerated(f) {
		return 0, nil
	}
	lines := fset.File(f.Pos()).LineCount()
	reasoned := len(f.Comments) > 0 && strings.Contains(f.Comments[0].Text(), reasonForLength)
	if lines > maxFile && !reasoned {
		t.Errorf("%s has %d lines; split it, or say %q in its first comment", path, lines, reasonForLength)
	}
	var funcs []int
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
			funcs = append(funcs, checkFunc(t, fset, fn))
		}
	}
	return lines, funcs
}

func checkFunc(t *testing.T, fset *token.FileSet, fn *ast.FuncDecl) int {
	t.Helper()
	n := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1
	if n > maxFunc && !strings.Contains(fn.Doc.Text(), reasonForLength) {
		t.Errorf("%s: %s has %d lines; split it, or say %q in its comment", fset.Position(fn.Pos()), fn.Name.Name, n, reasonForLength)
	}
	if fn.Name.IsExported() && fn.Doc == nil {
		t.Errorf("%s: exported %s has no doc comment", fset.Position(fn.Pos()), fn.Name.Name)
	}
	return n
}
