package abxfeature

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// module makes a user's module with the program of testdata, which imports
// generated packages of this repository.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	read := func(path string) []byte {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	mod := strings.Replace(string(read(filepath.Join(testenv.Root(), "go.mod"))), "module github.com/abxgen/abxgen", "module user", 1)
	mod += fmt.Sprintf("\nrequire github.com/abxgen/abxgen v0.0.0\n\nreplace github.com/abxgen/abxgen => %q\n", testenv.Root())
	for name, text := range map[string][]byte{
		"go.mod": []byte(mod), "go.sum": read(filepath.Join(testenv.Root(), "go.sum")), "program.go": read("testdata/program.go.txt"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAnalyzer(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=mod")
	analysistest.Run(t, module(t), Analyzer, ".")
}

// The check runs under go vet, where imported packages come as export data.
func TestVetTool(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "abxfeature.exe")
	run := func(dir string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=-mod=mod -trimpath")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run(testenv.Root(), "build", "-o", tool, "./cmd/abxfeature"); err != nil {
		t.Fatal(out)
	}
	out, err := run(module(t), "vet", "-vettool="+tool, ".")
	if err == nil {
		t.Error("go vet found nothing")
	}
	program, err := os.ReadFile("testdata/program.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	if found, want := strings.Count(out, "is always E8004: provider \"a1\" does not declare"), bytes.Count(program, []byte("// want")); found != want {
		t.Errorf("%d findings, want %d:\n%s", found, want, out)
	}
}

// Every method of api.Provider is known by its gate, but for those without one.
func TestEveryMethodOfTheInterfaceHasItsGate(t *testing.T) {
	plain := map[string]bool{"Close": true, "Descriptor": true, "Require": true}
	for i := range reflect.TypeFor[api.Provider]().NumMethod() {
		name := reflect.TypeFor[api.Provider]().Method(i).Name
		if (apiGate(name) == nil) != plain[name] {
			t.Errorf("%s has gate %v", name, apiGate(name))
		}
	}
}
