// Package packages_test bundles packages of the field into providers and uses
// them: what a provider's author does with what npm has.
package packages_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/provider"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// folder makes a provider's folder of testdata/NAME with packages, and what
// they depend on, in its node_modules.
func folder(t testing.TB, name string, packages ...string) string {
	t.Helper()
	modules := testenv.NodeModules(t)
	dir := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	for done := map[string]bool{}; len(packages) > 0; packages = packages[1:] {
		p := packages[0]
		if done[p] {
			continue
		}
		done[p] = true
		from := filepath.Join(modules, filepath.FromSlash(p))
		place(t, from, filepath.Join(dir, "node_modules", filepath.FromSlash(p)))
		packages = append(packages, dependencies(t, from)...)
	}
	return dir
}

func dependencies(t testing.TB, dir string) []string {
	t.Helper()
	var manifest struct {
		Dependencies map[string]string `json:"dependencies"`
	}
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &manifest)
	}
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range manifest.Dependencies {
		names = append(names, name)
	}
	return names
}

// place links or copies the files of a package that a bundle may read.
func place(t testing.TB, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		switch filepath.Ext(path) {
		case ".js", ".mjs", ".cjs", ".json":
		default:
			return nil
		}
		if os.Link(path, filepath.Join(to, rel)) == nil {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

var fields = []api.Field{
	{Key: "api_key", Type: "string", Secret: true, Credential: true}, {Key: "base_url", Type: "url"}, {Key: "sandbox_url", Type: "url"},
}

func bundle(t *testing.T, dir string) (*bundler.Bundle, diag.List) {
	t.Helper()
	return bundler.Make(t.Context(), dir, "provider.mjs", bundler.Options{
		Provider: "packaged", Shown: "p", Fields: fields, Guest: server.InProcess, TempDir: t.TempDir(),
	})
}

func text(t *testing.T, l diag.List) string {
	t.Helper()
	var b bytes.Buffer
	if err := l.Text(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// built is a bundle without a complaint but those that begin with one of but.
func built(t *testing.T, dir string, but ...string) *bundler.Bundle {
	t.Helper()
	b, problems := bundle(t, dir)
	if b == nil {
		t.Fatal(text(t, problems))
	}
lines:
	for line := range strings.Lines(text(t, problems)) {
		for _, known := range but {
			if strings.HasPrefix(line, known) {
				continue lines
			}
		}
		t.Error(line)
	}
	return b
}

// journal is what a provider logged; its lines come a little after the answer.
type journal struct {
	mu    sync.Mutex
	more  sync.Cond
	lines []string
}

func (j *journal) log(level, message string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, level+": "+message)
	j.more.Broadcast()
}

func (j *journal) text() string { return strings.Join(j.lines, "\n") }

func (j *journal) all() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text()
}

// wants waits for lines that hold each of the texts.
func (j *journal) wants(t *testing.T, texts ...string) {
	t.Helper()
	j.mu.Lock()
	defer j.mu.Unlock()
	late := false
	stop := time.AfterFunc(10*time.Second, func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		late = true
		j.more.Broadcast()
	})
	defer stop.Stop()
	for _, want := range texts {
		for !strings.Contains(j.text(), want) && !late {
			j.more.Wait()
		}
		if !strings.Contains(j.text(), want) {
			t.Errorf("%q is not in the log:\n%s", want, j.text())
		}
	}
}

// open opens a bundle as a provider of this process.
func open(t *testing.T, b *bundler.Bundle, options map[string]any) (api.Provider, *journal) {
	t.Helper()
	log := &journal{}
	log.more.L = &log.mu
	p, err := provider.Open(t.Context(), api.Linked{
		Bundle: b.JS, SourceMap: b.Map,
		Descriptor: &api.Descriptor{ID: "packaged", Kind: api.KindNode, Features: api.Features(), Fields: fields},
	}, provider.Options{Guest: server.InProcess, Log: log.log, Values: config.Resolved{Options: options}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p, log
}
