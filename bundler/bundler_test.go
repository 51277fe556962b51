package bundler_test

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
)

var update = flag.Bool("update", false, "write what is found into the goldens")

// Each archive of testdata holds a world of files with a provider's folder p
// in it, and as "want" what making its bundle says, to the letter; where it
// succeeds, "inputs" is what went into it.
func TestGoldens(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no goldens", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { checkGolden(t, path) })
	}
}

func checkGolden(t *testing.T, path string) {
	golden, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(unpack(t, archive))
	bundle, problems := bundler.Make(t.Context(), "p", "provider.mjs", bundler.Options{})
	var want bytes.Buffer
	if err := problems.Text(&want); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{"want": want.String(), "inputs": ""}
	if bundle != nil {
		got["inputs"] = strings.Join(bundle.Inputs, "\n") + "\n"
	}
	if problems.HasErrors() != (bundle == nil) {
		t.Errorf("bundle %v beside these findings:\n%s", bundle != nil, got["want"])
	}
	compare(t, golden, archive, got)
}

func compare(t *testing.T, golden string, archive *txtar.Archive, got map[string]string) {
	if *update {
		for i, f := range archive.Files {
			if text, ok := got[f.Name]; ok {
				archive.Files[i].Data = []byte(text)
			}
		}
		if err := os.WriteFile(golden, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, f := range archive.Files {
		if text, ok := got[f.Name]; ok {
			if diff := cmp.Diff(string(f.Data), text); diff != "" {
				t.Errorf("%s (-golden +now):\n%s", f.Name, diff)
			}
		}
	}
}

// unpack writes an archive's files into a folder of its own.
func unpack(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	return unpackTo(t, t.TempDir(), archive)
}

func unpackTo(t *testing.T, dir string, archive *txtar.Archive) string {
	t.Helper()
	for _, f := range archive.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
