package out_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen/out"
)

var pair = []out.File{{Path: "a.txt", Content: []byte("a")}, {Path: "b/c.sh", Content: []byte("c"), Mode: 0o755}}

func TestCreate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	for _, dir := range []string{dir, t.TempDir()} { // made, and found empty
		if err := out.Create(dir, pair); err != nil {
			t.Fatal(err)
		}
		a, err := os.ReadFile(filepath.Join(dir, "a.txt"))
		if err != nil || string(a) != "a" {
			t.Errorf("%q, %v", a, err)
		}
		info, err := os.Stat(filepath.Join(dir, "b", "c.sh"))
		if err != nil || info.Mode().Perm()&0o100 == 0 {
			t.Errorf("%v, %v", info, err)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 2 {
			t.Errorf("more than the set: %v", entries)
		}
	}
	if err := out.Create(dir, pair); err == nil || !strings.Contains(err.Error(), "holds a.txt") {
		t.Error(err)
	}
}

func TestCreateLeavesNothingBehind(t *testing.T) {
	parent := t.TempDir()
	file := filepath.Join(parent, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(parent, "nowhere"), filepath.Join(parent, "link")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dir   string
		files []out.File
	}{
		{file, pair},
		{filepath.Join(file, "below"), pair},
		{filepath.Join(parent, "link"), pair},
		{filepath.Join(parent, "x", "y"), []out.File{{Path: "../z"}}},
		{filepath.Join(parent, "x", "y"), []out.File{{Path: "a"}, {Path: strings.Repeat("n", 300)}}}, // no file system has such names
	} {
		if err := out.Create(c.dir, c.files); err == nil {
			t.Errorf("%s is made", c.dir)
		}
	}
	if entries, _ := os.ReadDir(parent); len(entries) != 2 {
		t.Errorf("left behind: %v", entries)
	}
}
