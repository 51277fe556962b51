package bundler_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"golang.org/x/tools/txtar"

	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/runtime/js"
	"github.com/abxgen/abxgen/runtime/testenv"
)

var updateReadme = flag.Bool("update-readme", false, "write the table of features into README.md")

// How a feature is there, from the least that it takes to the most.
const (
	byEngine  = "the engine"
	byRuntime = "the runtime's library"
	byBuild   = "the build, which lowers or rewrites it"
	refused   = "refused when built, with the place"
	named     = "not there; a use fails with its name"
)

// support finds by running how a feature is there. Its text is the body of an
// async function that gives true.
func support(t *testing.T, body string) string {
	if worksIn(body, func(script string) (string, error) {
		rt := goja.New()
		v, err := rt.RunString(script)
		if err != nil {
			return "", err
		}
		return v.Export().(*goja.Promise).Result().String(), nil
	}) {
		return byEngine
	}
	if worksIn(body, func(script string) (string, error) {
		return inVM(t, "globalThis.__abx_provider = { default: () => "+script+" }", nil)
	}) {
		return byRuntime
	}
	dir := write(t, t.TempDir(), "-- provider.mjs --\nexport default async () => {\n"+body+"\n};\n-- late.mjs --\nexport default true;\n-- regions/eu.mjs --\nexport default true;\n")
	b, problems := bundler.Make(t.Context(), dir, "provider.mjs", bundler.Options{Shown: "p", TempDir: t.TempDir()})
	if b == nil {
		for _, d := range problems {
			if d.Pos.Line == 0 {
				t.Errorf("refused without a place: %s", text(t, problems))
			}
		}
		return refused
	}
	got, err := inVM(t, string(b.JS), b.Map)
	switch {
	case err == nil && got == "true":
		return byBuild
	case err != nil && strings.Contains(err.Error(), "is not available to providers") && strings.Contains(err.Error(), "provider.mjs:"):
		return named
	}
	t.Errorf("neither works nor says what is missing: %s: %q, %v", body, got, err)
	return "?"
}

func worksIn(body string, run func(script string) (string, error)) bool {
	got, err := run("(async () => {\n" + body + "\n})()")
	return err == nil && got == "true"
}

// inVM runs a bundle and gives the text that its default export's promise ends
// with.
func inVM(t *testing.T, script string, sourceMap []byte) (string, error) {
	vm := js.New(js.Config{})
	defer vm.Close()
	exports, err := vm.RunModule("provider.js", []byte(script), sourceMap)
	if err != nil {
		return "", err
	}
	var promise *goja.Promise
	if err := vm.Do(t.Context(), func(*goja.Runtime) error {
		v, err := vm.Call(exports.Get("default"), goja.Undefined())
		if err == nil {
			promise, _ = v.Export().(*goja.Promise)
		}
		return err
	}); err != nil || promise == nil {
		return "", err
	}
	return result(t, vm, promise)
}

func result(t *testing.T, vm *js.VM, promise *goja.Promise) (out string, err error) {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		done := false
		_ = vm.Do(t.Context(), func(rt *goja.Runtime) error {
			switch promise.State() {
			case goja.PromiseStateFulfilled:
				out, done = promise.Result().String(), true
			case goja.PromiseStateRejected:
				err, done = js.Explain(rt.Try(func() { panic(promise.Result()) })), true
			}
			return nil
		})
		if done {
			break
		}
	}
	return out, err
}

// The README's table of the language says what running each feature shows.
func TestFeatureTable(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/features.txt")
	if err != nil {
		t.Fatal(err)
	}
	ways := map[string][]string{}
	for _, f := range archive.Files {
		way := support(t, string(f.Data))
		ways[way] = append(ways[way], f.Name)
	}
	var table bytes.Buffer
	table.WriteString("| what does it | for |\n| --- | --- |\n")
	for _, way := range []string{byEngine, byRuntime, byBuild, refused, named} {
		slices.Sort(ways[way])
		table.WriteString("| " + way + " | " + strings.Join(ways[way], "; ") + " |\n")
	}
	checkReadme(t, table.String())
}

func checkReadme(t *testing.T, table string) {
	const begin, end = "<!-- features -->\n", "<!-- /features -->\n"
	path := filepath.Join(testenv.Root(), "README.md")
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(readme), begin)
	old, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatal("README.md has no place for the table of features")
	}
	if old == table {
		return
	}
	if !*updateReadme {
		t.Fatalf("README.md is not what running the features shows; go test ./bundler -run FeatureTable -update-readme\n%s", table)
	}
	if err := os.WriteFile(path, []byte(head+begin+table+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}
