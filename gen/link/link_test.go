package link_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/diag"
)

// A module that stands for abxgen's own, small enough to link in a second. Its
// abx tells what it was made of.
const source = `
-- go.mod --
module github.com/abxgen/abxgen

go 1.25.0
-- go.sum --
-- runtime/app/abx/abx.go --
package abx

import (
	"fmt"
	"strings"
)

func Main(linked ...string) int {
	fmt.Println("linked", strings.Join(linked, " "), core)
	return 3
}
-- runtime/app/abx/core.go --
//go:build abxcore

package abx

const core = "core"
-- runtime/app/abx/abx_test.go --
package abx

this is no Go
-- runtime/app/abx/testdata/broken.go --
neither is this
-- kitsrc/kit.go --
package kitsrc
`

// world is a source, a place for the output, and a Linker for both.
func world(t *testing.T) *link.Linker {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "source"), source)
	home := ""
	if u, err := user.Current(); err == nil {
		home = u.HomeDir
	}
	return &link.Linker{
		Go: goTool, Environ: os.Getenv, Source: filepath.Join(dir, "source"), Output: filepath.Join(dir, "abx"),
		TempDir: t.TempDir(), UserHome: home,
	}
}

func write(t *testing.T, dir, archive string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var files []out.File
	for _, f := range txtar.Parse([]byte(archive)).Files {
		files = append(files, out.File{Path: f.Name, Content: f.Data})
	}
	if err := out.Write(dir, files); err != nil {
		t.Fatal(err)
	}
}

// packages are two generated ones as the plan names them.
func packages(names ...string) (*plan.Plan, []out.File) {
	p := &plan.Plan{}
	var files []out.File
	for _, name := range names {
		p.Providers = append(p.Providers, plan.Provider{Package: name})
		text := "package " + name + "\n\nfunc Linked() string { return \"" + name + "\" }\n"
		files = append(files, out.File{Path: name + "/linked.go", Content: []byte(text)})
	}
	return p, files
}

func linked(t *testing.T, l *link.Linker, names ...string) *link.Result {
	t.Helper()
	ready, found := l.Check(t.Context())
	if ready == nil {
		t.Fatal(text(found))
	}
	p, files := packages(names...)
	result, found := ready.Link(t.Context(), p, files)
	if result == nil {
		t.Fatal(text(found))
	}
	return result
}

func text(l diag.List) string {
	var b bytes.Buffer
	_ = l.Text(&b)
	return b.String()
}

// The program runs and has the packages in the user's order; it is mode 0755;
// nothing is left in the temporary folder.
func TestLink(t *testing.T) {
	l := world(t)
	var steps []string
	l.OnStep = func(step string) func() { steps = append(steps, step); return func() {} }
	result := linked(t, l, "beta", "alpha")
	got, err := exec.Command(l.Output).Output()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 3 || string(got) != "linked beta alpha core\n" {
		t.Errorf("abx says %q, %v", got, err)
	}
	info, err := os.Stat(l.Output)
	if err != nil || info.Mode() != 0o755 || info.Size() != result.Size {
		t.Errorf("%v %v %d", err, info.Mode(), result.Size)
	}
	if want := runtime.GOOS + "/" + runtime.GOARCH; result.Target != want {
		t.Errorf("target %s, want %s", result.Target, want)
	}
	if left, err := os.ReadDir(l.TempDir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if got := strings.Join(steps, ","); got != strings.Join([]string{link.StepCheck, link.StepWorkspace, link.StepCompile, link.StepInstall}, ",") {
		t.Error("steps", got)
	}
}

// The same bytes from another source folder, output folder, home, time zone
// and temporary folder; a go.work and go.mod above, GOFLAGS and other variables
// of the caller have no say; no byte tells where it was made.
func TestSameBytesAnywhere(t *testing.T) {
	one := world(t)
	first := linked(t, one, "alpha")

	two := world(t)
	above := filepath.Join(t.TempDir(), "sp ace", "wörk")
	write(t, filepath.Dir(above), "-- go.work --\ngo 1.24\n\nuse ./does-not-exist\n-- go.mod --\nmodule broken\n\ngo 9.99\n")
	two.TempDir = filepath.Join(above, "tmp")
	two.Output = filepath.Join(above, "my abx")
	if err := os.MkdirAll(two.TempDir, 0o755); err != nil {
		t.Fatal(err)
	}
	strange := map[string]string{
		"HOME": filepath.Join(above, "home"), "GOFLAGS": "-mod=vendor -tags=other", "GOWORK": filepath.Join(filepath.Dir(above), "go.work"),
		"TZ": "Asia/Tokyo", "GOPROXY": "https://proxy.example.invalid", "GOTOOLCHAIN": "go1.99.0", "GOENV": "/nowhere", "CGO_ENABLED": "1",
		"GOCACHE": goCache(t),
	}
	two.Environ = func(name string) string {
		if v, ok := strange[name]; ok {
			return v
		}
		return os.Getenv(name)
	}
	second := linked(t, two, "alpha")
	if first.Digest != second.Digest {
		t.Errorf("%s and %s differ", first.Output, second.Output)
	}
	program, err := os.ReadFile(second.Output)
	if err != nil {
		t.Fatal(err)
	}
	secrets := []string{two.Source, filepath.Dir(above), two.TempDir, one.TempDir}
	if u, err := user.Current(); err == nil {
		secrets = append(secrets, u.Username+"@", u.HomeDir+"/")
	}
	for _, secret := range secrets {
		if bytes.Contains(program, []byte(secret)) {
			t.Errorf("the program tells of %q", secret)
		}
	}
}

// goCache keeps the tests from compiling the standard library again.
func goCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func TestWindowsTarget(t *testing.T) {
	l := world(t)
	l.Environ = func(name string) string {
		return map[string]string{"GOOS": "windows", "GOARCH": "amd64", "HOME": os.Getenv("HOME"), "PATH": os.Getenv("PATH"), "GOCACHE": goCache(t)}[name]
	}
	ready, found := l.Check(t.Context())
	if want := "note: -o " + l.Output + " is a program for Windows, which starts it only by a name that ends in .exe\n"; text(found) != want {
		t.Errorf("got %s", text(found))
	}
	p, files := packages("alpha")
	if result, found := ready.Link(t.Context(), p, files); result == nil || result.Target != "windows/amd64" {
		t.Error(text(found))
	}
	program, err := os.ReadFile(l.Output)
	if err != nil || !bytes.HasPrefix(program, []byte("MZ")) {
		t.Error("no PE file", err)
	}
}

// A build that fails keeps the go tool's words and the old output, and leaves
// nothing beside it.
func TestFailureKeepsTheOldOutput(t *testing.T) {
	l := world(t)
	if err := os.WriteFile(l.Output, []byte("old"), 0o755); err != nil {
		t.Fatal(err)
	}
	ready, _ := l.Check(t.Context())
	p, files := packages("alpha")
	files[0].Content = []byte("package alpha\n\nfunc Linked() string { return undefined }\n")
	_, found := ready.Link(t.Context(), p, files)
	want := "E8010: cannot compile and link: go build: exit status 1\n" +
		"note: # abx/providers/alpha\n" +
		"note: providers/alpha/linked.go:3:31: undefined: undefined\n"
	if got := text(found); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if old, err := os.ReadFile(l.Output); err != nil || string(old) != "old" {
		t.Errorf("the output is %q now", old)
	}
	if beside, err := os.ReadDir(filepath.Dir(l.Output)); err != nil || len(beside) != 2 { // abx and source
		t.Errorf("beside the output: %v", beside)
	}
}

func TestCancelledBuild(t *testing.T) {
	l := world(t)
	ready, _ := l.Check(t.Context())
	ctx, cancel := context.WithCancel(t.Context())
	l.OnStep = func(step string) func() {
		if step == link.StepCompile {
			cancel()
		}
		return func() {}
	}
	p, files := packages("alpha")
	if result, found := ready.Link(ctx, p, files); result != nil || !strings.Contains(text(found), "context canceled") {
		t.Error(text(found))
	}
	if left, err := os.ReadDir(l.TempDir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestKeepWorkspace(t *testing.T) {
	l := world(t)
	l.Keep = true
	result := linked(t, l, "alpha")
	for _, name := range []string{"main.go", "go.mod", "providers/alpha/linked.go", "abxgen/go.mod"} {
		if _, err := os.Stat(filepath.Join(result.Workspace, name)); err != nil {
			t.Error(err)
		}
	}
}
