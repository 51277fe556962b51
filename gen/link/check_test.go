package link_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen/link"
)

// Nothing is written, and everything is said at once.
func TestCheckRefuses(t *testing.T) {
	l := world(t)
	dir := filepath.Dir(l.Output)
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, output, want string }{
		{"a folder", "folder", "E8010: -o DIR/folder is a folder; write -o DIR/folder/abx\n"},
		{"a folder by its slash", "folder/", "E8010: -o DIR/folder/ names no file; write -o DIR/NAME\n"},
		{"a missing parent", "no/such/abx", "E8010: -o DIR/no/such/abx: there is no folder DIR/no/such; make it first: mkdir -p DIR/no/such\n"},
		{"a file as parent", "source/go.mod/abx", "E8010: -o DIR/source/go.mod/abx: there is no folder DIR/source/go.mod; make it first: mkdir -p DIR/source/go.mod\n"},
	} {
		l.Output = dir + "/" + c.output
		ready, found := l.Check(t.Context())
		if got := strings.ReplaceAll(text(found), dir, "DIR"); ready != nil || got != c.want {
			t.Errorf("%s: got %s", c.name, got)
		}
	}
	l.Output, l.Go = dir+"/folder", ""
	_, found := l.Check(t.Context())
	want := "E8010: -o DIR/folder is a folder; write -o DIR/folder/abx\n" +
		"E8010: there is no go command in PATH, and linking needs Go 1.25.0 or newer; install Go from https://go.dev/dl and put its bin folder into PATH\n"
	if got := strings.ReplaceAll(text(found), dir, "DIR"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestDeviceIsNoOutput(t *testing.T) {
	if _, err := os.Stat("/dev/null"); err != nil {
		t.Skip("no /dev/null here")
	}
	l := world(t)
	l.Output = "/dev/null"
	if _, found := l.Check(t.Context()); text(found) != "E8010: -o /dev/null is no regular file; name a file, or a name that is free\n" {
		t.Error(text(found))
	}
}

// A go command that is too old is named with its version; it is not asked to
// read the module.
func TestOldGo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	l := world(t)
	l.Go = filepath.Join(t.TempDir(), "go")
	script := "#!/bin/sh\n[ \"$1\" = env ] || exit 1\n" + `echo '{"GOVERSION": "go1.22.3", "GOOS": "linux", "GOARCH": "amd64"}'` + "\n"
	if err := os.WriteFile(l.Go, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	ready, found := l.Check(t.Context())
	want := "E8010: the go command " + l.Go + " is go1.22.3, and linking needs Go 1.25.0 or newer; install Go from https://go.dev/dl and put its bin folder into PATH\n"
	if got := text(found); ready != nil || got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestFindSource(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "-- own/go.mod --\n// its name is below\nmodule \"github.com/abxgen/abxgen\"\n-- own/bin/abxgen --\n-- own/other/go.mod --\nmodule example.com/other\n-- own/other/deep/x --\n-- else/x --\n")
	in := func(elem ...string) string { return filepath.Join(append([]string{dir}, elem...)...) }
	for _, c := range []struct {
		name   string
		places link.Places
		want   string
	}{
		{"above the executable", link.Places{Executable: in("own/bin/abxgen"), Cwd: in("else")}, in("own")},
		{"above the working folder, past another module", link.Places{Executable: in("else/abxgen"), Cwd: in("own/other/deep")}, in("own")},
		{"the variable", link.Places{Env: in("own"), Executable: in("else/abxgen"), Cwd: in("else")}, in("own")},
		{"the flag before all", link.Places{Flag: in("own"), Env: in("else")}, in("own")},
	} {
		if got, found := link.FindSource(c.places); got != c.want {
			t.Errorf("%s: %q %s", c.name, got, text(found))
		}
	}
	for want, places := range map[string]link.Places{
		"E8010: --source DIR/own/other is not the source of github.com/abxgen/abxgen; name the folder that its go.mod lies in\n":    {Flag: in("own/other"), Executable: in("own/bin/abxgen")},
		"E8010: ABXGEN_SOURCE DIR/nowhere is not the source of github.com/abxgen/abxgen; name the folder that its go.mod lies in\n": {Env: in("nowhere")},
		"E8010: the source of github.com/abxgen/abxgen is neither above the executable (DIR/else/abxgen) nor above the working folder (DIR/else), and --source and ABXGEN_SOURCE are not set; " +
			"give --source DIR or ABXGEN_SOURCE=DIR with the folder that its go.mod lies in\n": {Executable: in("else/abxgen"), Cwd: in("else")},
	} {
		if _, found := link.FindSource(places); strings.ReplaceAll(text(found), dir, "DIR") != want {
			t.Errorf("got %swant %s", text(found), want)
		}
	}
}
