package out_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen/out"
)

func file(path, content string) out.File { return out.File{Path: path, Content: []byte(content)} }

// listing gives the files below a folder with their content and what may be run.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		if filepath.Base(rel) == ".abxgen.json" {
			content = nil
		}
		b.WriteString(filepath.ToSlash(rel) + "=" + string(content))
		if info.Mode()&0o111 != 0 {
			b.WriteString("*")
		}
		b.WriteString(" ")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// A folder that abxgen wrote is replaced whole: what is not in the new set is
// gone, whoever put it there. The folders above are made.
func TestReplace(t *testing.T) {
	dist := filepath.Join(t.TempDir(), "a", "dist")
	run := out.File{Path: "bin/run", Content: []byte("1"), Mode: 0o755}
	if err := out.Replace([]out.Folder{{filepath.Join(dist, "one"), []out.File{run, file("old", "x")}}}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dist, "one", "stray"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := out.Replace([]out.Folder{{filepath.Join(dist, "one"), []out.File{run}}, {filepath.Join(dist, "two"), []out.File{file("new", "y")}}}); err != nil {
		t.Fatal(err)
	}
	if got, want := listing(t, dist), "one/.abxgen.json= one/bin/run=1* two/.abxgen.json= two/new=y"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// One folder that is not abxgen's, or anything else that goes wrong on the
// way, leaves all of them as they were.
func TestReplaceNothing(t *testing.T) {
	dist := t.TempDir()
	one, two := filepath.Join(dist, "one"), filepath.Join(dist, "two")
	if err := out.Replace([]out.Folder{{one, []out.File{file("a", "1")}}}); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(two, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		two  []out.File
		make func() error
		want string
	}{
		{"a set that cannot be", []out.File{file("../x", "")}, func() error { return nil }, "no path inside"},
		{"somebody's folder", nil, func() error { return os.WriteFile(filepath.Join(two, "mine"), []byte("m"), 0o644) }, "abxgen did not write " + two + " and does not replace it"},
		{"a file", nil, func() error { return os.WriteFile(two, []byte("m"), 0o644) }, two + " is in the way: it is no folder"},
	} {
		if c.name == "a file" {
			if err := os.RemoveAll(two); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.make(); err != nil {
			t.Fatal(err)
		}
		before := listing(t, dist)
		err := out.Replace([]out.Folder{{one, []out.File{file("b", "2")}}, {two, c.two}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if after := listing(t, dist); after != before {
			t.Errorf("%s: %s, was %s", c.name, after, before)
		}
	}
}

// A file where a folder above has to be is found before anything is done.
func TestReplaceableBelowAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := out.Replaceable(filepath.Join(file, "a", "b")); err == nil || err.Error() != file+" is in the way: it is no folder" {
		t.Error(err)
	}
	if err := out.Replaceable(filepath.Join(filepath.Dir(file), "a", "b")); err != nil {
		t.Error(err)
	}
}

// A folder that cannot be moved at the last moment brings the others back.
func TestReplaceGoesBack(t *testing.T) {
	dist := t.TempDir()
	one := filepath.Join(dist, "one")
	if err := out.Replace([]out.Folder{{one, []out.File{file("a", "1")}}}); err != nil {
		t.Fatal(err)
	}
	before := listing(t, dist)
	// The second folder lies where the first one is moved away from.
	err := out.Replace([]out.Folder{{one, []out.File{file("b", "2")}}, {filepath.Join(one, "below", "x"), []out.File{file("c", "3")}}})
	if err == nil {
		t.Fatal("a folder below a replaced one was taken")
	}
	if after := listing(t, dist); after != before {
		t.Errorf("%s, was %s: %v", after, before, err)
	}
}
