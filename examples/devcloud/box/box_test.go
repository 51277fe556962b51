package box

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// modes runs a test in every way that this machine has.
func modes(t *testing.T, f func(t *testing.T, b *Box)) {
	for _, plain := range []bool{true, false} {
		name := map[bool]string{true: "plain", false: "namespace"}[plain]
		t.Run(name, func(t *testing.T) {
			b, err := New(Options{ID: "i0" + name, Parent: t.TempDir(), Plain: plain})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := b.Close(); err != nil {
					t.Error(err)
				}
			})
			if !plain && !b.Isolated() {
				t.Skip("no namespaces here: checked by running one")
			}
			f(t, b)
		})
	}
}

func sh(t *testing.T, b *Box, script string) string {
	t.Helper()
	cmd, err := b.Command(Spec{Cmd: "/bin/sh", Args: []string{"-c", script}, Dir: "/home/user", User: users["user"]})
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return strings.TrimSpace(string(out))
}

// What a command writes is where the files API looks, and the other way round.
func TestCommandsAndFilesAgree(t *testing.T) {
	modes(t, func(t *testing.T, b *Box) {
		sh(t, b, "echo 1 > rel; echo 2 > $HOME/home; echo 3 > /tmp/abs; echo 4 > /home/user/abs; ln -s /home/user/abs link")
		for p, want := range map[string]string{
			"/home/user/rel": "1", "/home/user/home": "2", "/tmp/abs": "3", "/home/user/abs": "4", "/home/user/link": "4",
		} {
			at, err := b.Resolve(p, true)
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(at.Host)
			if err != nil || strings.TrimSpace(string(got)) != want {
				t.Errorf("%s: got %q, %v, want %q", p, got, err, want)
			}
		}
		at, err := b.Change("/tmp/in", true)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at.Host, []byte("from outside"), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := sh(t, b, "cat /tmp/in"); got != "from outside" {
			t.Errorf("cat: %q", got)
		}
		pwd := sh(t, b, "pwd")
		if abs, err := b.Abs(users["user"], pwd); err != nil || abs != "/home/user" {
			t.Errorf("pwd %q means %q, %v", pwd, abs, err)
		}
	})
}

func TestKillFindsDetachedProcesses(t *testing.T) {
	modes(t, func(t *testing.T, b *Box) {
		sh(t, b, "setsid sleep 300 </dev/null >/dev/null 2>&1 &")
		b.Kill()
		if n := count(t, b.ID); n != 0 {
			t.Errorf("%d processes are left", n)
		}
	})
}

// count looks for processes of a box without the code under test.
func count(t *testing.T, id string) (n int) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil || len(files) == 0 {
		t.Skip("no /proc here")
	}
	for _, f := range files {
		if env, err := os.ReadFile(f); err == nil && strings.Contains(string(env), id) {
			n++
		}
	}
	return n
}

func TestSystemIsReadOnly(t *testing.T) {
	modes(t, func(t *testing.T, b *Box) {
		for _, p := range []string{"/etc/x", "/usr/x", "/", "/bin/x", "/home/user/../../etc/x"} {
			abs, err := b.Abs(users["user"], p)
			if err != nil {
				t.Fatal(err)
			}
			if at, err := b.Change(abs, true); err == nil {
				t.Errorf("%s may be changed: %+v", p, at)
			}
		}
		if !b.Isolated() {
			return
		}
		if got := sh(t, b, "touch /usr/devcloud-test 2>/dev/null && echo written || echo refused"); got != "refused" {
			t.Errorf("touch /usr/…: %s", got)
		}
	})
}

func TestAbs(t *testing.T) {
	b, err := New(Options{ID: "i1", Parent: t.TempDir(), Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"": "/home/user", "a": "/home/user/a", "~": "/home/user", "~/a": "/home/user/a", "/a/../b": "/b",
		"../../../../etc": "/etc", "/tmp/": "/tmp", b.Root + "/tmp/x": "/tmp/x", b.Root: "/",
	} {
		if got, err := b.Abs(users["user"], in); err != nil || got != want {
			t.Errorf("Abs(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
	if _, err := b.Abs(users["user"], "~root/x"); err == nil {
		t.Error("~root/x was accepted")
	}
}

func TestResolveRefusesLoops(t *testing.T) {
	b, err := New(Options{ID: "i2", Parent: t.TempDir(), Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/home/user/loop", filepath.Join(b.Root, "home/user/loop")); err != nil {
		t.Fatal(err)
	}
	if at, err := b.Resolve("/home/user/loop", true); err == nil {
		t.Errorf("a loop resolved to %+v", at)
	}
}

func TestRewrite(t *testing.T) {
	b := &Box{Root: "/R"}
	for in, want := range map[string]string{
		"cat /tmp/a /home/user":          "cat /R/tmp/a /R/home/user",
		"A=/tmp:/root/x;>/tmp":           "A=/R/tmp:/R/root/x;>/R/tmp",
		"/usr/tmp $HOME/tmp /tmpx //tmp": "/usr/tmp $HOME/tmp /tmpx //tmp",
		"":                               "",
	} {
		if got := b.rewrite(in); got != want {
			t.Errorf("rewrite(%q) = %q, want %q", in, got, want)
		}
	}
}
