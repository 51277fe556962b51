// Package plugins holds the tests of what `abxgen build --as plugin` ships:
// the published hosts install and use it, and the cases' transcripts are
// played to it.
package plugins

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"sync"
	"testing"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/gen/ship"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// shared is where plugins are built, once each for all tests.
var shared struct {
	sync.Mutex
	dir    string
	builds map[string]func() (string, error)
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "abxgen-plugins-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	shared.dir, shared.builds = dir, map[string]func() (string, error){}
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// catalog are the examples that become plugins.
var catalog = []string{"e2b", "my-cloud", "e2b-compatible"}

// example gives the folder of an example's plugin.
func example(t *testing.T, id, plane string) string {
	t.Helper()
	var folders []gen.Folder
	for _, id := range catalog {
		folders = append(folders, gen.Folder{Dir: filepath.Join(testenv.Root(), "examples", "providers", id), ID: id})
	}
	return filepath.Join(built(t, "examples-"+plane, folders, plane), id)
}

// ofCase gives the folder of the plugin of a provider below testdata.
func ofCase(t *testing.T, name string) string {
	t.Helper()
	folders := []gen.Folder{{Dir: filepath.Join("testdata", name)}}
	return filepath.Join(built(t, name, folders, ship.Auto), "my-cloud")
}

// built builds once under a name and gives the folder of the folders.
func built(t *testing.T, name string, folders []gen.Folder, plane string) string {
	t.Helper()
	shared.Lock()
	build := shared.builds[name]
	if build == nil {
		build = sync.OnceValues(func() (string, error) { return buildInto(filepath.Join(shared.dir, name), folders, plane) })
		shared.builds[name] = build
	}
	shared.Unlock()
	dir, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func buildInto(dir string, folders []gen.Folder, plane string) (string, error) {
	built, found := run(folders, gen.PluginTarget{Dir: dir, DataPlane: plane})
	if built == nil {
		return "", errors.New(found)
	}
	return dir, nil
}

// build builds for one test alone; found is what a user would read.
func build(t *testing.T, folders []gen.Folder, target gen.PluginTarget) (built *gen.BuiltPlugins, found string) {
	t.Helper()
	return run(folders, target)
}

func run(folders []gen.Folder, target gen.PluginTarget) (*gen.BuiltPlugins, string) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		return nil, err.Error()
	}
	l := &link.Linker{Go: goTool, Environ: os.Getenv, Source: testenv.Root()}
	if u, err := user.Current(); err == nil {
		l.UserHome = u.HomeDir
	}
	in := gen.Input{Folders: folders, Guest: server.InProcess, TempDir: shared.dir}
	built, found := gen.BuildPlugins(context.Background(), in, l, target)
	var text bytes.Buffer
	_ = found.Text(&text)
	return built, text.String()
}
