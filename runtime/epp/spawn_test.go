//go:build unix

package epp

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/internal/tail"
)

// sh spawns a shell script as if it were a plugin.
func sh(t *testing.T, script string, env ...string) Link {
	t.Helper()
	link, err := Spawn(t.Context(), []string{"/bin/sh", "-c", script}, t.TempDir(), env)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(link.Kill)
	return link
}

func TestSpawnGivesOnlyWhatItIsGiven(t *testing.T) {
	t.Setenv("ABX_SANDBOX_API_KEY", "canary")
	env := ScrubbedEnv(os.Environ(), []string{"GIVEN", "NOT_THERE"}, "/data")
	if joined := strings.Join(env, "\n"); strings.Contains(joined, "canary") || !slices.Contains(env, "ABX_PROVIDER_DATA_DIR=/data") ||
		!slices.Contains(env, "PYTHONDONTWRITEBYTECODE=1") || !strings.Contains(joined, "PATH=") {
		t.Errorf("%v", env)
	}
	link := sh(t, `env; pwd; read line; echo "got $line"`, "A=b")
	io.WriteString(link.Stdin, "input\n")
	said, err := io.ReadAll(link.Stdout)
	if err != nil || strings.Contains(string(said), "canary") || !strings.Contains(string(said), "A=b\n") || !strings.Contains(string(said), "got input\n") {
		t.Errorf("%v: %s", err, said)
	}
	if err := link.Wait(); err != nil || link.Wait() != nil {
		t.Error(err)
	}
}

func TestScrubbedEnvironment(t *testing.T) {
	environ := []string{"PATH=/bin", "HOME=/h", "LC_ALL=C", "LANG=x", "SECRET=s", "MINE=m", "ABX_X_API_KEY=k", "PATHS=no", "TMPDIR=/t=1"}
	want := []string{"PATH=/bin", "HOME=/h", "LC_ALL=C", "LANG=x", "MINE=m", "TMPDIR=/t=1", "ABX_PROVIDER_DATA_DIR=/d", "PYTHONDONTWRITEBYTECODE=1"}
	if got := ScrubbedEnv(environ, []string{"MINE"}, "/d"); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

func TestResolvedCommand(t *testing.T) {
	for _, c := range []struct{ words, want []string }{
		{[]string{"./run", "--data", "./lib/x", "bin/y", "../z"}, []string{"/p/run", "--data", "/p/lib/x", "bin/y", "../z"}},
		{[]string{"python3", "./a/../b.py"}, []string{"python3", "/p/b.py"}},
		{[]string{"./a/../../b"}, nil},
		{[]string{`.\..\b`}, nil},
		{[]string{"sh", "./../x"}, nil},
	} {
		got, err := ResolveCommand(c.words, "/p")
		if !slices.Equal(got, c.want) || (err == nil) != (c.want != nil) || err != nil && api.CodeOf(err) != api.CodeManifest {
			t.Errorf("%v: %v, %v", c.words, got, err)
		}
	}
}

// Kill takes the plugin's whole group, also what outlived the plugin.
func TestKillTakesTheGroup(t *testing.T) {
	for name, script := range map[string]string{
		"plugin and child": `sleep 300 & echo $!; exec sleep 301`,
		"only a child":     `sleep 300 & echo $!`,
	} {
		t.Run(name, func(t *testing.T) {
			link := sh(t, script)
			line, err := bufio.NewReader(link.Stdout).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			child, err := strconv.Atoi(strings.TrimSpace(line))
			if err != nil {
				t.Fatal(err)
			}
			if name == "only a child" {
				if err := link.Wait(); err != nil {
					t.Fatal(err)
				}
			}
			if syscall.Kill(child, 0) != nil {
				t.Fatal("the child never ran")
			}
			link.Kill()
			if err := link.Wait(); err == nil && name == "plugin and child" {
				t.Error("ended well")
			}
			// The end of its output is the event that it is gone.
			if rest, err := io.ReadAll(link.Stdout); err != nil || len(rest) > 0 {
				t.Errorf("%s, %v", rest, err)
			}
		})
	}
}

func TestTerminateAsks(t *testing.T) {
	link := sh(t, `trap 'echo asked; exit 3' TERM; echo up; while :; do sleep 0.01; done`)
	out := bufio.NewReader(link.Stdout)
	if line, err := out.ReadString('\n'); line != "up\n" {
		t.Fatal(line, err)
	}
	link.Terminate()
	if line, err := out.ReadString('\n'); line != "asked\n" {
		t.Error(line, err)
	}
	if err := link.Wait(); err == nil || err.Error() != "exit status 3" {
		t.Error(err)
	}
}

func TestStderrTail(t *testing.T) {
	link := sh(t, `i=0; while [ $i -lt 3000 ]; do echo "line $i of stderr, forty bytes in all or so" >&2; i=$((i+1)); done`)
	if err := link.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := link.Stderr(); len(got) != tail.Size || !strings.HasSuffix(got, "line 2999 of stderr, forty bytes in all or so\n") {
		t.Errorf("%d bytes, ending %q", len(got), got[max(0, len(got)-60):])
	}
}

func TestWhatCannotBeSpawned(t *testing.T) {
	_, err := Spawn(t.Context(), []string{filepath.Join(t.TempDir(), "nothing")}, t.TempDir(), nil)
	wantCode(t, err, api.CodeProviderProcess, "nothing")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Spawn(ctx, []string{"/bin/sh"}, t.TempDir(), nil); err == nil {
		t.Error("started for nobody")
	}
}

// A plugin that dies says how, and what it said last.
func TestAPluginThatDies(t *testing.T) {
	link := sh(t, `read line; echo "no licence" >&2; exit 7`)
	c := NewClient(link, ClientOptions{Descriptor: descriptor})
	wantCode(t, c.Initialize(t.Context(), Init{}), api.CodeProviderProcess, "exit status 7", "no licence")
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
