package box

import (
	"path"
	"strings"
	"testing"
)

// Whatever a path says, it stays in the folder, or is the host's system and
// then may not be changed.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"", "a", "~", "~/x", "~root", "../..", "/", "//etc", "/etc/../home/user", "/usr/../../tmp", "a/./b/", "\x00", "/home/user/\xff"} {
		f.Add(seed)
	}
	b, err := New(Options{ID: "i0fuzz", Parent: f.TempDir(), Plain: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, p string) {
		abs, err := b.Abs(users["user"], p)
		if err != nil {
			return
		}
		if !path.IsAbs(abs) || path.Clean(abs) != abs {
			t.Errorf("Abs(%q) = %q", p, abs)
		}
		at, err := b.Change(abs, true)
		if err == nil && !strings.HasPrefix(at.Host, b.Root+"/") {
			t.Errorf("%q may be changed at %q", p, at.Host)
		}
	})
}
