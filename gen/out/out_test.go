package out_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/gen/out"
)

func set(pairs ...string) []out.File {
	var files []out.File
	for i := 0; i < len(pairs); i += 2 {
		files = append(files, out.File{Path: pairs[i], Content: []byte(pairs[i+1])})
	}
	return files
}

// tree reads all files of a folder but the ledger.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && path == dir || d.Name() == ".abxgen.json" {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		if d.IsDir() {
			got[filepath.ToSlash(rel)+"/"] = ""
			return nil
		}
		content, err := os.ReadFile(path)
		got[filepath.ToSlash(rel)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func want(t *testing.T, dir string, pairs ...string) {
	t.Helper()
	expected := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		expected[pairs[i]] = pairs[i+1]
	}
	if diff := cmp.Diff(expected, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func put(t *testing.T, dir, path, content string) {
	t.Helper()
	full := filepath.Join(dir, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, dir string, pairs ...string) {
	t.Helper()
	if err := out.Write(dir, set(pairs...)); err != nil {
		t.Fatal(err)
	}
}

func TestWriteAndPrune(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "sandbox")
	write(t, dir, "e2b/doc.go", "1", "mycloud/doc.go", "2", "mycloud/sub/x", "3")
	put(t, dir, "mycloud/mine.txt", "mine")
	want(t, dir, "e2b/", "", "e2b/doc.go", "1", "mycloud/", "", "mycloud/doc.go", "2", "mycloud/sub/", "", "mycloud/sub/x", "3", "mycloud/mine.txt", "mine")
	write(t, dir, "e2b/doc.go", "changed")
	want(t, dir, "e2b/", "", "e2b/doc.go", "changed", "mycloud/", "", "mycloud/mine.txt", "mine")
}

func TestSameContentIsNotTouched(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", "1", "b", "1")
	before, _ := os.Stat(filepath.Join(dir, "a"))
	write(t, dir, "a", "1", "b", "2")
	after, _ := os.Stat(filepath.Join(dir, "a"))
	if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("an unchanged file was written again")
	}
}

func TestForeignFilesAreRefusedAllAtOnce(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.go", "mine")
	put(t, dir, "b/c.go", "mine too")
	put(t, dir, "same.go", "same")
	err := out.Write(dir, set("a.go", "1", "b/c.go", "2", "new.go", "3", "same.go", "same"))
	if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "a.go")) || !strings.Contains(err.Error(), filepath.Join(dir, "b", "c.go")) || strings.Contains(err.Error(), "same.go") {
		t.Errorf("got %v", err)
	}
	want(t, dir, "a.go", "mine", "b/", "", "b/c.go", "mine too", "same.go", "same")
	if _, err := os.Stat(filepath.Join(dir, ".abxgen.json")); err == nil {
		t.Error("a ledger was written")
	}
}

// A file with the very bytes is taken over, as after a checkout that lost the
// ledger.
func TestEqualForeignFileIsTakenOver(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.go", "1")
	write(t, dir, "a.go", "1")
	write(t, dir, "a.go", "2")
	want(t, dir, "a.go", "2")
}

func TestPathsStayInside(t *testing.T) {
	for _, path := range []string{"../x", "/x", "a/../../x", "", ".", "a//b", "a/", `a\b`, ".abxgen.json", ".abxgen-stage-1", "A/../x"} {
		parent := t.TempDir()
		dir := filepath.Join(parent, "out")
		if err := out.Write(dir, set("ok", "1", path, "2")); err == nil {
			t.Errorf("%q was written", path)
		}
		want(t, parent)
	}
}

func TestPathsDoNotCollide(t *testing.T) {
	for _, pair := range [][2]string{{"a", "a"}, {"a/B", "A/b"}, {"a", "a/b"}, {"A/b", "a"}} {
		if err := out.Write(t.TempDir(), set(pair[0], "1", pair[1], "2")); err == nil {
			t.Errorf("%v were written", pair)
		}
	}
}

func TestSymlinksLeadNowhere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege there")
	}
	outside, dir := t.TempDir(), t.TempDir()
	put(t, outside, "victim", "untouched")
	for link, target := range map[string]string{"dir": outside, "file": filepath.Join(outside, "victim")} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"dir/victim", "dir/new", "file"} {
		if err := out.Write(dir, set(path, "evil")); err == nil {
			t.Errorf("%s was written", path)
		}
	}
	want(t, outside, "victim", "untouched")
}

// A folder with something of the user's in a file's place is in the way.
func TestForeignFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a/b", "1")
	put(t, dir, "a/precious", "mine")
	if err := out.Write(dir, set("a", "2")); err == nil || !strings.Contains(err.Error(), "precious") {
		t.Errorf("got %v", err)
	}
	want(t, dir, "a/", "", "a/b", "1", "a/precious", "mine")
}

func TestFileBecomesFolderAndBack(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", "1")
	write(t, dir, "a/b", "2")
	want(t, dir, "a/", "", "a/b", "2")
	write(t, dir, "a", "3")
	want(t, dir, "a", "3")
}

// What was abxgen's and is somebody's folder now is left alone.
func TestPruneLeavesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", "1", "b", "1")
	if err := os.Remove(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "a/precious", "mine")
	write(t, dir, "b", "2")
	want(t, dir, "a/", "", "a/precious", "mine", "b", "2")
}

func TestBrokenLedgerIsRefused(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, ".abxgen.json", "{")
	if err := out.Write(dir, set("a", "1")); err == nil || !strings.Contains(err.Error(), ".abxgen.json") {
		t.Errorf("got %v", err)
	}
	put(t, dir, ".abxgen.json", `{"files":["../../victim","."]}`)
	write(t, dir, "a", "1")
	want(t, dir, "a", "1")
}

func TestLeftoverOfACrashIsCleared(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, ".abxgen-stage-1/new-0", "half")
	write(t, dir, "a", "1")
	want(t, dir, "a", "1")
}

func TestMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes mean nothing there")
	}
	dir := t.TempDir()
	for _, mode := range []fs.FileMode{0o644, 0o755, 0o644} {
		if err := out.Write(dir, []out.File{{Path: "run", Content: []byte("x"), Mode: mode}}); err != nil {
			t.Fatal(err)
		}
		info, _ := os.Stat(filepath.Join(dir, "run"))
		if info.Mode().Perm()&0o111 != mode&0o111 {
			t.Errorf("mode is %v, want %v", info.Mode(), mode)
		}
	}
}

func TestDiff(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	diff := func(pairs ...string) string {
		changes, err := out.Diff(dir, set(pairs...))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, c := range changes {
			b.WriteString(c.Path + ":" + text(c.Old) + ">" + text(c.New) + " ")
		}
		return b.String()
	}
	if got := diff("b", "1", "a", ""); got != "a:none> b:none>1 " {
		t.Errorf("of a missing folder: %s", got)
	}
	write(t, dir, "a", "", "b", "1", "c/d", "2")
	put(t, dir, "mine", "x")
	if got := diff("a", "", "b", "1", "c/d", "2"); got != "" {
		t.Errorf("of the same: %s", got)
	}
	if got := diff("a", "", "b", "3", "e", "4"); got != "b:1>3 e:none>4 c/d:2>none " {
		t.Errorf("of another: %s", got)
	}
	want(t, dir, "a", "", "b", "1", "c/", "", "c/d", "2", "mine", "x")
}

func text(b []byte) string {
	if b == nil {
		return "none"
	}
	return string(b)
}
