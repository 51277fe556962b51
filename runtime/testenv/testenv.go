// Package testenv finds what the tests need beside Go: the repository's root,
// Python hosts and Node.js packages that .ci/tools installs into .tools.
package testenv

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// Root is the repository's root folder.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(filepath.Dir(filepath.Dir(file)))
}

// The Python environments that .ci/tools makes.
const (
	SDK    = "sdk"    // agent-sandbox-client 0.4.0a6
	SDK031 = "sdk031" // agent-sandbox-client 0.3.1a5
	E2B    = "e2b"    // e2b, e2b-code-interpreter, cubesandbox
)

// Python gives the interpreter of one of the environments, or skips: `make
// test` sets ABXGEN_TEST_ALL, and then a missing one fails instead.
func Python(t testing.TB, name string) string {
	t.Helper()
	return need(t, filepath.Join(Root(), ".tools", name, "bin", "python"))
}

// NodeModules gives the folder with the npm packages, or skips as Python does.
func NodeModules(t testing.TB) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		missing(t, "node")
	}
	return need(t, filepath.Join(Root(), ".tools", "node_modules"))
}

func need(t testing.TB, path string) string {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		missing(t, path)
	}
	return path
}

func missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("ABXGEN_TEST_ALL") != "" {
		t.Fatalf("%s is missing; run .ci/tools", what)
	}
	t.Skipf("%s is missing; run .ci/tools", what)
}
