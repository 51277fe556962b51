package emit_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// The golden packages are real ones: gofmt and vet find nothing, with both
// build tags, and in a program an undeclared method answers E8004 while a
// declared one does not.
func TestGoldenPackagesCompileAndRun(t *testing.T) {
	p := corpus(t)
	checkPrograms(t, p, emitted(t, p))
}

// report is what the program says of one package.
type report struct {
	Codes   map[string]string // by method
	Printed string            // options with secrets, in every way
	Require map[string]string // code by feature
}

func checkPrograms(t *testing.T, p *plan.Plan, files []out.File) {
	t.Helper()
	dir := module(t, p, files)
	goTool(t, dir, "vet", "./...")
	goTool(t, dir, "vet", "-tags", "abxcore", "./sandbox/...")
	if unformatted := goTool(t, dir, "run", "cmd/gofmt", "-s", "-l", "."); unformatted != "" {
		t.Errorf("gofmt would change %s", unformatted)
	}
	checkCapabilities(t, p, dir)
	var reports map[string]report
	if err := json.Unmarshal([]byte(goTool(t, dir, "run", ".")), &reports); err != nil {
		t.Fatal(err)
	}
	for _, provider := range p.Providers {
		checkReport(t, provider, reports[provider.Package])
	}
}

func checkReport(t *testing.T, p plan.Provider, r report) {
	t.Helper()
	id := p.Descriptor.ID
	for _, m := range p.Methods {
		if m.On == plan.OnProcess {
			continue // there is none without a sandbox
		}
		if m.Opens != "" || p.Descriptor.Kind == api.KindExec && m.On != plan.OnProvider && m.On != plan.OnSandbox {
			continue // what it opens is there, each by itself
		}
		if code := r.Codes[m.String()]; (code == "E8004") == m.Declared || code == "" {
			t.Errorf("%s: %s is declared: %v, and answers %q", id, m, m.Declared, code)
		}
	}
	for _, s := range p.Support {
		if p.Descriptor.Kind == api.KindExec {
			break // only an open provider answers, and this build opens none of that kind
		}
		if code := r.Require[string(s.Feature)]; code != map[bool]string{true: "ok", false: "E8004"}[s.Declared] {
			t.Errorf("%s: Require(%s) answers %q", id, s.Feature, code)
		}
	}
	if strings.Contains(r.Printed, canary) {
		t.Errorf("%s: a secret is printed: %s", id, r.Printed)
	}
}

// module writes a module of the packages and a program that calls them.
func module(t *testing.T, p *plan.Plan, files []out.File) string {
	t.Helper()
	dir := t.TempDir()
	gomod, err := os.ReadFile(filepath.Join(testenv.Root(), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	gosum, err := os.ReadFile(filepath.Join(testenv.Root(), "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	mod := strings.Replace(string(gomod), "module github.com/abxgen/abxgen", "module goldens", 1)
	mod += "\nrequire github.com/abxgen/abxgen v0.0.0\n\nreplace github.com/abxgen/abxgen => " + fmt.Sprintf("%q", testenv.Root()) + "\n"
	program, err := os.ReadFile("testdata/program.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	set := append([]out.File{{Path: "go.mod", Content: []byte(mod)}, {Path: "go.sum", Content: gosum}, {Path: "main.go", Content: program}, {Path: "packages.go", Content: table(t, p)}}, below("sandbox", files)...)
	if err := out.Write(dir, set); err != nil {
		t.Fatal(err)
	}
	return dir
}

func below(dir string, files []out.File) []out.File {
	moved := make([]out.File, len(files))
	for i, f := range files {
		moved[i] = out.File{Path: dir + "/" + f.Path, Content: f.Content, Mode: f.Mode}
	}
	return moved
}

// table writes the list of packages that the program goes through.
func table(t *testing.T, p *plan.Plan) []byte {
	var imports, rows bytes.Buffer
	for i, provider := range p.Providers {
		fmt.Fprintf(&imports, "\tp%d \"goldens/sandbox/%s\"\n", i, provider.Package)
		fmt.Fprintf(&rows, "\tadd(%q, p%d.New, func(p *p%d.Provider) *p%d.Sandbox { return p.Sandbox(\"\") }, p%d.Table(), p%d.Features(), p%d.Linked())\n", provider.Package, i, i, i, i, i, i)
	}
	var methods []string
	for _, m := range p.Providers[0].Methods {
		if m.Opens == "" && m.On != plan.OnProcess {
			methods = append(methods, m.String())
		}
	}
	source := fmt.Appendf(nil, "package main\n\nimport (\n%s)\n\nvar methods = %#v\n\nfunc init() {\n%s}\n", imports.String(), methods, rows.String())
	formatted, err := format.Source(source)
	if err != nil {
		t.Fatal(err)
	}
	return formatted
}

// checkCapabilities holds that a Sandbox satisfies exactly the interfaces whose
// features are declared: a program that asks for more does not compile.
func checkCapabilities(t *testing.T, p *plan.Plan, dir string) {
	t.Helper()
	var source bytes.Buffer
	source.WriteString("package cannot\n\nimport \"github.com/abxgen/abxgen/runtime/sandbox\"\n")
	for i, provider := range p.Providers {
		fmt.Fprintf(&source, "import p%d \"goldens/sandbox/%s\"\n", i, provider.Package)
	}
	refused := map[int]string{}
	line := bytes.Count(source.Bytes(), []byte("\n"))
	for i, provider := range p.Providers {
		for _, c := range provider.Capabilities {
			fmt.Fprintf(&source, "var _ sandbox.%s = (*p%d.Sandbox)(nil)\n", c.Interface(), i)
			if line++; !c.Declared {
				refused[line] = "(missing method " + c.Marker() + ")"
			}
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "_cannot"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "_cannot", "cannot.go"), source.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	_, stderr, err := runGo(t, dir, "build", "-gcflags=-e", "./_cannot")
	if err == nil {
		t.Error("a program that asks for everything compiles")
	}
	for text := range strings.Lines(stderr) {
		var n int
		if _, rest, found := strings.Cut(text, "cannot.go:"); found {
			_, _ = fmt.Sscanf(rest, "%d:", &n)
			if refused[n] == "" || !strings.Contains(text, refused[n]) {
				t.Errorf("line %d, to be refused with %q: %s", n, refused[n], text)
			}
			delete(refused, n)
		}
	}
	for n, want := range refused {
		t.Errorf("line %d compiles: %s", n, want)
	}
}

// goTool runs go offline and gives its output.
func goTool(t *testing.T, dir string, args ...string) string {
	t.Helper()
	stdout, stderr, err := runGo(t, dir, args...)
	if err != nil {
		t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, stdout, stderr)
	}
	return stdout
}

func runGo(t *testing.T, dir string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -trimpath", "GOPROXY=off", "GOWORK=off", "CANARY="+canary)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

const canary = "canary-93ab07"
