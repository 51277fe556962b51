package gen

import (
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/runtime/diag"
)

func TestUnified(t *testing.T) {
	for _, c := range []struct {
		change out.Change
		want   string
	}{
		{out.Change{Path: "p/a.go", Old: []byte("1\n2\n"), New: []byte("1\n3\n")}, "--- a/dir/p/a.go\n+++ b/dir/p/a.go\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n"},
		{out.Change{Path: "a.go", New: []byte("1\n")}, "--- /dev/null\n+++ b/dir/a.go\n@@ -0,0 +1,1 @@\n+1\n"},
		{out.Change{Path: "a.go", Old: []byte("1\n")}, "--- a/dir/a.go\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-1\n"},
		{out.Change{Path: "a", New: []byte{}}, "--- /dev/null\n+++ b/dir/a\n"},
		{out.Change{Path: "a", Old: []byte("\x1b[31mred\x07\n"), New: []byte("\tplain\n")}, "--- a/dir/a\n+++ b/dir/a\n@@ -1,1 +1,1 @@\n-\uFFFD[31mred\uFFFD\n+\tplain\n"},
		{out.Change{Path: "bundle.js", Old: []byte(strings.Repeat("x", 2000)), New: []byte("y")}, "Binary files a/dir/bundle.js and b/dir/bundle.js differ\n"},
		{out.Change{Path: "a", Old: []byte("\x00"), New: []byte("y")}, "Binary files a/dir/a and b/dir/a differ\n"},
	} {
		if got := unified("dir", c.change); got != c.want {
			t.Errorf("%s: got\n%q, want\n%q", c.change.Path, got, c.want)
		}
	}
}

func TestPosition(t *testing.T) {
	for text, want := range map[string]diag.Pos{
		"":            {},
		"-":           {},
		"/x/a.go":     {File: "/x/a.go"},
		"/x/a.go:3":   {File: "/x/a.go", Line: 3},
		"/x/a.go:3:7": {File: "/x/a.go", Line: 3, Col: 7},
		"/x/a:b.go:3": {File: "/x/a:b.go", Line: 3},
	} {
		if got := position(text); got != want {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
