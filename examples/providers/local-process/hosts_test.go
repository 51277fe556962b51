package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/abxgen/abxgen/runtime/testenv"
	"github.com/abxgen/abxgen/runtime/testenv/contract"
)

// packed is what `make local-process` leaves, and no more: the manifest, the
// program, the README. It is made once.
var packed = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "local-process")
	if err != nil {
		return dir, err
	}
	for _, name := range []string{"abx-provider.toml", "README.md"} {
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
		}
		if err != nil {
			return dir, err
		}
	}
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "local-process"), ".")
	if said, err := build.CombinedOutput(); err != nil {
		return dir, fmt.Errorf("%w\n%s", err, said)
	}
	return dir, nil
})

func folder(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the manifest names the platforms linux and darwin")
	}
	dir, err := packed()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, _ := packed(); dir != "" {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// The published hosts install it, find nothing wrong, and run their contract
// suite and a user's script against it.
func TestPublishedHosts(t *testing.T) {
	dir := folder(t)
	for _, python := range []string{testenv.SDK, testenv.SDK031} {
		t.Run(python, func(t *testing.T) {
			t.Parallel()
			h := contract.Install(t, contract.Request{Python: python, Folder: dir})
			h.Doctor(t)
			h.Contract(t)
			h.PublicAPI(t)
		})
	}
}
