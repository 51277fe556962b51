package explain

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/abxgen/abxgen/runtime/testenv"
)

var codeForm = regexp.MustCompile(`^E[0-9]{4}(/[a-z]+(-[a-z]+)*)?$`)

// Whatever code a source of abxgen or of what it links can emit is explained,
// and what is explained is emitted somewhere: codes stand in the sources as
// whole strings, rules behind the name of their code.
func TestEveryCodeIsExplained(t *testing.T) {
	emitted := map[string]string{} // by code, where
	for _, dir := range []string{"bundler", "cmd/abxgen", "gen", "runtime", "templates"} {
		scan(t, filepath.Join(testenv.Root(), dir), emitted)
	}
	if len(emitted) < 40 {
		t.Fatalf("only %d codes were found", len(emitted))
	}
	for code, where := range emitted {
		if c, ok := Find(code); !ok || c.Code != code {
			t.Errorf("%s emits %s, which is not explained", where, code)
		}
	}
	for _, g := range Groups() {
		for _, c := range g.Codes {
			if emitted[c.Code] == "" {
				t.Errorf("%s is explained, and nothing emits it", c.Code)
			}
		}
	}
}

// scan notes the codes in the Go files below dir that are no tests.
func scan(t *testing.T, dir string, emitted map[string]string) {
	t.Helper()
	walk(t, dir, ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if s, err := strconv.Unquote(n.Value); err == nil && codeForm.MatchString(s) {
					emitted[s] = path
				}
			case *ast.BinaryExpr: // codeManifest + "/rule"
				lit, ok := n.Y.(*ast.BasicLit)
				if x, named := n.X.(*ast.Ident); ok && named && x.Name == "codeManifest" {
					emitted["E8014"+strings.Trim(lit.Value, `"`)] = path
				}
			}
			return true
		})
	})
}

func walk(t *testing.T, dir, ext string, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Ext(path) == ext {
			visit(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every rule, and every code of a build, has a case: a story of the real
// program, or a golden, that ends with it.
func TestEveryCodeOfABuildHasACase(t *testing.T) {
	var cases strings.Builder
	for dir, ext := range map[string]string{"cmd/abxgen/testdata": ".txtar", "gen/advice/testdata": ".txtar", "runtime/manifest/testdata": ".txt"} {
		walk(t, filepath.Join(testenv.Root(), dir), ext, func(path string) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			cases.Write(text)
		})
	}
	seen := regexp.MustCompile(`E[0-9]{4}(/[a-z-]+)?: `).FindAllString(cases.String(), -1)
	for i := range seen {
		seen[i] = strings.TrimSuffix(seen[i], ": ")
	}
	notOurs := []string{"E8011", "E8012"} // of hosts that install
	for _, g := range Groups()[:2] {
		for _, c := range g.Codes {
			if !slices.Contains(seen, c.Code) && !slices.Contains(notOurs, c.Code) {
				t.Errorf("%s has no case", c.Code)
			}
		}
	}
	for _, code := range seen {
		if _, ok := Find(code); !ok {
			t.Errorf("a case ends with %s, which is not explained", code)
		}
	}
}

// An explanation says when, shows an example, and fits a terminal.
func TestTheTexts(t *testing.T) {
	var before []string
	for _, g := range Groups() {
		for _, c := range g.Codes {
			switch {
			case !codeForm.MatchString(c.Code) || slices.Contains(before, c.Code):
				t.Errorf("%q is no code, or stands here twice", c.Code)
			case c.Title == "" || !strings.Contains(c.Text, "\n    "):
				t.Errorf("%s has no title, or no example", c.Code)
			}
			before = append(before, c.Code)
			for line := range strings.Lines(c.Text) {
				if utf8.RuneCountInString(line) > 82 && !strings.HasPrefix(line, "    ") {
					t.Errorf("%s: a line is too long: %s", c.Code, line)
				}
			}
		}
	}
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"E8014": "E8014", "e8004": "E8004", "real-key": "E8014/real-key", "E8014/Real-Key": "E8014/real-key", "": "", "E9999": "", "E8014/": "",
	} {
		if c, _ := Find(name); c.Code != want {
			t.Errorf("%q: %q", name, c.Code)
		}
	}
}
