package providers_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/providers"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/manifest"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// each runs a check for every folder of the catalog.
func each(t *testing.T, check func(t *testing.T, m *manifest.Manifest, dir fs.FS)) {
	t.Helper()
	folders, err := fs.ReadDir(providers.Catalog(), ".")
	if err != nil || len(folders) < 3 {
		t.Fatalf("%d folders, %v", len(folders), err)
	}
	for _, f := range folders {
		t.Run(f.Name(), func(t *testing.T) {
			dir, err := fs.Sub(providers.Catalog(), f.Name())
			if err != nil {
				t.Fatal(err)
			}
			m, found := manifest.Parse(f.Name()+"/abx-provider.toml", []byte(read(t, dir, "abx-provider.toml")))
			if m == nil {
				t.Fatal(found.Err())
			}
			if m.ID.Value != f.Name() {
				t.Errorf("the folder holds %s", m.ID.Value)
			}
			check(t, m, dir)
		})
	}
}

func read(t *testing.T, dir fs.FS, name string) string {
	t.Helper()
	content, err := fs.ReadFile(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// The README of the seeds: every variable, every feature, and never a key.
func TestREADME(t *testing.T) {
	assigned := regexp.MustCompile(`ABX_[A-Z0-9_]*_API_KEY=(\S+)`)
	each(t, func(t *testing.T, m *manifest.Manifest, dir fs.FS) {
		text := read(t, dir, "README.md")
		d := m.Descriptor()
		for _, f := range d.Fields {
			for _, name := range config.FieldEnv(d.ID, f) {
				if !strings.Contains(text, name) {
					t.Errorf("%s is not explained", name)
				}
			}
		}
		_, list, _ := strings.Cut(text, "## Features\n")
		list, _, _ = strings.Cut(list, "Everything else is E8004")
		for _, f := range api.Features() {
			if said := strings.Contains(list, string(f)); said != d.Supports(f) {
				t.Errorf("%s is declared: %v, in the README: %v", f, d.Supports(f), said)
			}
		}
		keys := assigned.FindAllStringSubmatch(text, -1)
		if len(keys) == 0 {
			t.Error("no example shows where the key goes")
		}
		for _, m := range keys {
			if m[1] != "REPLACE_ME" {
				t.Errorf("%s is no placeholder", m[1])
			}
		}
	})
}

// Nothing of another provider is asked for.
func TestNothingIsInherited(t *testing.T) {
	each(t, func(t *testing.T, m *manifest.Manifest, dir fs.FS) {
		if len(m.Inherit) > 0 {
			t.Errorf("inherits %v", m.Inherit)
		}
	})
}

// The published hosts take each manifest in the host dialect.
func TestPublishedHostsTakeTheManifests(t *testing.T) {
	const script = "import sys\nfrom agent_sandbox.providers.manifest import parse_manifest\n" +
		"for name in sys.argv[1:]: print(parse_manifest(open(name,'rb').read()).id)"
	dir := t.TempDir()
	var ids, files []string
	each(t, func(t *testing.T, m *manifest.Manifest, _ fs.FS) {
		text, _ := m.HostTOML(manifest.HostOptions{})
		ids, files = append(ids, m.ID.Value), append(files, filepath.Join(dir, m.ID.Value+".toml"))
		if err := os.WriteFile(files[len(files)-1], text, 0o644); err != nil {
			t.Fatal(err)
		}
	})
	for _, env := range []string{testenv.SDK, testenv.SDK031} {
		cmd := exec.CommandContext(t.Context(), testenv.Python(t, env), append([]string{"-c", script}, files...)...)
		said, err := cmd.CombinedOutput()
		if err != nil || strings.TrimSpace(string(said)) != strings.Join(ids, "\n") {
			t.Errorf("%s: %v\n%s", env, err, said)
		}
	}
}
