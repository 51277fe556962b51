package out

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A step that fails while files are moved into place: the folder has to be as
// it was, ledger included, wherever it failed.
func TestFailureLeavesTheFolderAsItWas(t *testing.T) {
	first := []File{{Path: "a", Content: []byte("old")}, {Path: "gone", Content: []byte("old")}, {Path: "sub/gone", Content: []byte("old")}, {Path: "z/last", Content: []byte("old")}}
	second := []File{{Path: "a", Content: []byte("new")}, {Path: "n/m/b", Content: []byte("new")}, {Path: "sub", Content: []byte("new")}, {Path: "z/last", Content: []byte("new")}}
	for _, owned := range []bool{true, false} {
		for broken := range second {
			dir := t.TempDir()
			if err := Write(dir, first); err != nil {
				t.Fatal(err)
			}
			if !owned {
				if err := os.Remove(dir + "/" + ledgerName); err != nil {
					t.Fatal(err)
				}
			}
			failAt(t, dir, second, broken)
		}
	}
}

func failAt(t *testing.T, dir string, files []File, broken int) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	before := contents(t, root)
	owned, err := readLedger(root)
	if err != nil {
		t.Fatal(err)
	}
	stage, err := newStage(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := stageAll(root, stage, files); err != nil {
		t.Fatal(err)
	}
	// What would have been moved is not there.
	if err := root.Remove(staged(stage, broken)); err != nil {
		t.Fatal(err)
	}
	if err := moveAll(root, stage, files, owned); err == nil {
		t.Error("no step failed")
	}
	if err := root.RemoveAll(stage); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, contents(t, root)); diff != "" {
		t.Errorf("broken at %d: %s", broken, diff)
	}
}

func contents(t *testing.T, root *os.Root) map[string]string {
	t.Helper()
	got := map[string]string{}
	err := fs.WalkDir(root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			got[p+"/"] = ""
			return err
		}
		content, err := root.ReadFile(p)
		got[p] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A folder that cannot be written is named as what it is, and not by a file of
// abxgen's own.
func TestAFolderThatCannotBeWritten(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	err = makeStage(root, "no/stage") // as it fails for every user
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "cannot write into the folder: ") || strings.Contains(err.Error(), "stage") {
		t.Error(err)
	}
}
