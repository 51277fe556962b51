package emit_test

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen/emit"
	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
)

// directives are the only ones that a package may have.
var directives = []string{"//go:embed bundle.js", "//go:embed bundle.js.map", "//go:build abxcore", "//go:build !abxcore"}

// FuzzTexts gives the emitter texts of a manifest: whatever they hold, the
// files are Go, formatted, and have no directive of the text's.
func FuzzTexts(f *testing.F) {
	f.Add("My Cloud", "What it is.", "default", "EU")
	f.Add("*/ package evil", "//go:build ignore\n+build x", "`", "\"")
	f.Add("\x00\ufeff\u202e\u2028", "# Heading\n\n- item\n\n\tcode\n\n[x]: y", "\\u0000", "")
	f.Add("\xff\xfe", "+build", "\r\n//line x.go:1", "a b")
	f.Add("Deprecated: x", "#", "+", "\xff")
	f.Fuzz(func(t *testing.T, name, about, def, choice string) {
		d := &api.Descriptor{
			ID: "my-cloud", Name: name, NameZH: about, Version: "1", Description: about, License: name, Homepage: about, Kind: api.KindNode,
			Security: api.Security{Network: []string{def}, EnvPassthrough: []string{choice}},
			Fields: []api.Field{
				{Key: "text", Type: "string", Default: def, Description: about, DescZH: name},
				{Key: "region", Type: "enum", Choices: []string{choice, def}, Default: choice, Description: def},
			},
		}
		p, _ := plan.New([]plan.Source{{Descriptor: d, Manifest: name, Digest: def}})
		files, err := emit.Emit(p, map[string]emit.Bundle{"my-cloud": bundle})
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file.Path, ".go") {
				checkSource(t, file)
			}
		}
	})
}

func checkSource(t *testing.T, file out.File) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file.Path, file.Content, parser.ParseComments)
	if err != nil {
		t.Fatalf("%v\n%s", err, file.Content)
	}
	if parsed.Name.Name != "mycloud" || !ast.IsGenerated(parsed) {
		t.Errorf("%s: package %s, generated: %v", file.Path, parsed.Name.Name, ast.IsGenerated(parsed))
	}
	for _, group := range parsed.Comments {
		for _, c := range group.List {
			if !strings.HasPrefix(c.Text, "// ") && !strings.HasPrefix(c.Text, "//\t") && c.Text != "//" && !slices.Contains(directives, c.Text) {
				t.Errorf("%s: comment %q", file.Path, c.Text)
			}
			if strings.HasPrefix(strings.TrimLeft(c.Text, "/ \t"), "+build") {
				t.Errorf("%s: a constraint %q", file.Path, c.Text)
			}
		}
	}
	if again, err := format.Source(file.Content); err != nil || !bytes.Equal(again, file.Content) {
		t.Errorf("%s: gofmt would change it: %v\n%s", file.Path, err, again)
	}
}

// fake imports a runtime of another line, with nothing else in it.
type fake struct{ line string }

func (f fake) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
	p.Scope().Insert(types.NewConst(token.NoPos, p, "Compatibility", types.Typ[types.UntypedString], constant.MakeString(f.line)))
	p.MarkComplete()
	return p, nil
}

// A runtime of another line makes the compiler stop at the comment that tells
// the cure.
func TestAnotherRuntimeLineDoesNotCompile(t *testing.T) {
	files := emitted(t, corpus(t))
	i := slices.IndexFunc(files, func(f out.File) bool { return f.Path == "mycloud/linked.go" })
	lines := strings.Split(string(files[i].Content), "\n")
	for line, refused := range map[string]bool{api.Line: false, "0.0": true, api.Line + "1": true} {
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, "linked.go", files[i].Content, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		conf := types.Config{Importer: fake{line}, Error: func(err error) {
			if e := err.(types.Error); strings.Contains(e.Msg, "duplicate key false") {
				at = fset.Position(e.Pos).Line
			}
		}}
		_, _ = conf.Check("mycloud", fset, []*ast.File{parsed}, nil)
		if (at > 0) != refused {
			t.Errorf("line %s is refused: %v", line, at > 0)
		}
		if refused && !strings.Contains(strings.Join(lines[at-6:at], "\n"), "abxgen generate --providers mycloud") {
			t.Errorf("the cure does not stand above line %d", at)
		}
	}
}
