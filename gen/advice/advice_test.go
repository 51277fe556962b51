package advice_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/gen/advice"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/manifest"
)

var update = flag.Bool("update", false, "write what is found into the goldens")

// Each archive of testdata holds a provider's folder p and, as "want", what is
// advised of it, to the letter.
func TestGoldens(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no goldens", err)
	}
	for _, name := range archives {
		golden, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { check(t, golden) })
	}
}

func check(t *testing.T, golden string) {
	archive, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	want := -1
	for i, f := range archive.Files {
		if f.Name == "want" {
			want = i
			continue
		}
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got bytes.Buffer
	if err := advise(t, "p").Text(&got); err != nil {
		t.Fatal(err)
	}
	if *update {
		archive.Files[want].Data = got.Bytes()
		if err := os.WriteFile(golden, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(string(archive.Files[want].Data), got.String()); d != "" {
		t.Error(d)
	}
}

// advise reads and bundles a folder that has to build.
func advise(t *testing.T, dir string) diag.List {
	t.Helper()
	m, found := manifest.Load(dir)
	if m == nil {
		t.Fatal(found.Err())
	}
	s := advice.Subject{Dir: dir, Shown: dir, Manifest: m}
	if m.Entry() != "" {
		d := m.Descriptor()
		b, found := bundler.Make(t.Context(), dir, m.Entry(), bundler.Options{
			Provider: d.ID, Fields: d.Fields, Inherit: d.Inherit, Guest: server.InProcess,
		})
		if b == nil || b.Infra == nil {
			t.Fatal(found)
		}
		s.Bundle = b
	}
	return advice.Of(s)
}

// The examples are what authors copy: there is nothing to say of them.
func TestTheExamplesAreClean(t *testing.T) {
	folders, err := filepath.Glob("../../examples/providers/*/" + manifest.FileName)
	if err != nil || len(folders) < 4 {
		t.Fatal(folders, err)
	}
	for _, f := range folders {
		if found := advise(t, filepath.Dir(f)); found != nil {
			t.Error(found)
		}
	}
}
