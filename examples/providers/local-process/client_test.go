//go:build linux

package main_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/epp"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// plugin is one process of the plugin, as abx hosts it.
type plugin struct {
	*epp.Client
	link epp.Link
}

// start starts a process of the plugin over a data folder.
func start(t *testing.T, data string) plugin {
	t.Helper()
	dir := folder(t)
	m, found := manifest.Load(dir)
	if m == nil {
		t.Fatal(found.Err())
	}
	d := m.Descriptor()
	argv, err := epp.ResolveCommand(d.Command, dir)
	if err != nil {
		t.Fatal(err)
	}
	link, err := epp.Spawn(t.Context(), argv, data, epp.ScrubbedEnv(os.Environ(), d.Security.EnvPassthrough, data))
	if err != nil {
		t.Fatal(err)
	}
	c := epp.NewClient(link, epp.ClientOptions{Descriptor: d, Log: func(level, text string) { t.Logf("%s: %s", level, text) }})
	t.Cleanup(func() { _ = c.Close() })
	if err := c.Initialize(t.Context(), epp.Init{DataDir: data}); err != nil {
		t.Fatal(err)
	}
	return plugin{c, link}
}

func create(t *testing.T, p plugin) string {
	t.Helper()
	info, err := p.Create(t.Context(), api.CreateRequest{Template: "base", Timeout: time.Minute, Metadata: map[string]string{"a": "b"}})
	if err != nil {
		t.Fatal(err)
	}
	return info.ID
}

// begin starts a shell script and waits for its word "up".
func begin(t *testing.T, ctx context.Context, p plugin, id, script string) api.ProcessStream {
	t.Helper()
	s, err := p.Start(ctx, id, api.StartRequest{Cmd: "sh", Args: []string{"-c", script}})
	if err != nil {
		t.Fatal(err)
	}
	await(t, s, "up\n")
	return s
}

func await(t *testing.T, s api.ProcessStream, text string) {
	t.Helper()
	for got := ""; got != text; {
		c, err := s.Recv()
		if got += string(c.Data); err != nil || c.Kind == api.ChunkExit || !strings.HasPrefix(text, got) {
			t.Fatalf("%q, %+v, %v", got, c, err)
		}
	}
}

// rest gives what a stream still brings, and how it ends.
func rest(s api.ProcessStream) (out string, exit int, err error) {
	for {
		c, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return out, exit, nil
		}
		if err != nil {
			return out, exit, err
		}
		if out += string(c.Data); c.Kind == api.ChunkExit {
			exit = c.ExitCode
		}
	}
}

// pids gives the numbers that a script wrote into a file of the sandbox.
func pids(t *testing.T, data, id, name string) []int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(data, "sandboxes", id, "root", name))
	if err != nil {
		t.Fatal(err)
	}
	var all []int
	for _, word := range strings.Fields(string(text)) {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// within waits for something that no event tells of.
func within(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// gone waits until none of the processes runs any more.
func gone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		within(t, fmt.Sprintf("process %d ends", pid), func() bool { return !runs(pid) })
	}
}

// runs reports whether a process is there and no zombie, whose parent here may
// be one that never waits.
func runs(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

func TestRoundTrip(t *testing.T) {
	p := start(t, t.TempDir())
	id := create(t, p)
	if err := p.Write(t.Context(), id, "/notes/a.txt", strings.NewReader("héllo")); err != nil {
		t.Fatal(err)
	}
	s, err := p.Start(t.Context(), id, api.StartRequest{
		Cmd: "sh", Args: []string{"-c", `cat a.txt; echo " $X" >&2; exit 5`}, Cwd: "/notes", Env: map[string]string{"X": "y z"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if out, exit, err := rest(s); out != "héllo y z\n" && out != " y z\nhéllo" || exit != 5 || err != nil {
		t.Errorf("%q, %d, %v", out, exit, err)
	}
	term, err := p.OpenTerminal(t.Context(), id, api.TerminalRequest{Cols: 70, Rows: 20, Cmd: ""})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := term.Write([]byte("echo $((40+2))-and; exit\n")); err != nil {
		t.Fatal(err)
	}
	if out, _, err := rest(term); !strings.Contains(out, "42-and") || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	if err := errors.Join(term.Close(), p.Kill(t.Context(), id), p.Kill(t.Context(), id)); err != nil {
		t.Error(err)
	}
	if _, err := p.GetInfo(t.Context(), id); !errors.Is(err, api.ErrSandboxNotFound) {
		t.Error(err)
	}
}

// A caller who gives up, and a timeout, end a command with all that it started,
// also what left its group.
func TestCommandsEnd(t *testing.T) {
	const family = `(sleep 300; :) & echo $! >>pids; setsid sleep 301 & echo $! >>pids; echo $$ >>pids; echo up; sleep 302`
	for name, limit := range map[string]time.Duration{"cancelled": 0, "timeout": 5 * time.Second} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			p := start(t, data)
			id := create(t, p)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			s, err := p.Start(ctx, id, api.StartRequest{Cmd: "sh", Args: []string{"-c", family}, Timeout: limit})
			if err != nil {
				t.Fatal(err)
			}
			await(t, s, "up\n")
			if limit == 0 {
				cancel()
			}
			out, exit, err := rest(s)
			if limit == 0 && !errors.Is(err, context.Canceled) {
				t.Errorf("%q, %d, %v", out, exit, err)
			}
			if limit > 0 && (exit != 124 || !strings.Contains(out, "did not end within 5s")) {
				t.Errorf("%q, %d, %v", out, exit, err)
			}
			gone(t, pids(t, data, id, "pids"))
		})
	}
}

// What one process of the plugin started another one sees, feeds and kills.
func TestTwoPluginProcesses(t *testing.T) {
	data := t.TempDir()
	a, b := start(t, data), start(t, data)
	id := create(t, a)
	s := begin(t, t.Context(), a, id, "echo up; exec cat")
	all, err := b.ListProcesses(t.Context(), id)
	if err != nil || len(all) != 1 || !strings.Contains(all[0].Command, "exec cat") {
		t.Fatalf("%+v, %v", all, err)
	}
	if err := b.SendInput(t.Context(), id, all[0].PID, []byte("from b\n")); err != nil {
		t.Fatal(err)
	}
	await(t, s, "from b\n")
	if err := a.SendInput(t.Context(), id, s.PID(), []byte("from a\n")); err != nil {
		t.Fatal(err)
	}
	await(t, s, "from a\n")
	if err := b.SetTimeout(t.Context(), id, 600); err != nil {
		t.Error(err)
	}
	if info, err := a.GetInfo(t.Context(), id); err != nil || time.Until(info.EndAt) < 9*time.Minute || info.Metadata["a"] != "b" {
		t.Errorf("%+v, %v", info, err)
	}
	if err := b.Kill(t.Context(), id); err != nil {
		t.Error(err)
	}
	if _, exit, err := rest(s); exit != 137 || err != nil {
		t.Errorf("%d, %v", exit, err)
	}
	if left, err := os.ReadDir(filepath.Join(data, "sandboxes")); len(left) > 0 || err != nil {
		t.Errorf("%v, %v", left, err)
	}
}

// A sandbox ends with its lifetime, and so does what runs in it.
func TestLifetime(t *testing.T) {
	data := t.TempDir()
	p := start(t, data)
	id := create(t, p)
	s := begin(t, t.Context(), p, id, "echo up; exec sleep 300")
	// Shortened while it runs, by another process, so that a timer would not do.
	if err := start(t, data).SetTimeout(t.Context(), id, 5); err != nil {
		t.Fatal(err)
	}
	s2 := begin(t, t.Context(), p, id, "echo up; exec sleep 301")
	if out, exit, err := rest(s2); err != nil || exit == 0 {
		t.Errorf("%q, %d, %v", out, exit, err)
	}
	if _, exit, err := rest(s); err != nil || exit == 0 {
		t.Errorf("%d, %v", exit, err)
	}
	if page, err := p.List(t.Context(), api.ListRequest{}); err != nil || len(page.Sandboxes) > 0 {
		t.Errorf("%+v, %v", page, err)
	}
	within(t, "the sandbox's folder goes", func() bool {
		left, err := os.ReadDir(filepath.Join(data, "sandboxes"))
		return len(left) == 0 && err == nil
	})
}

// The plugin's end is the end of all that it started, however it comes.
func TestThePluginsEnd(t *testing.T) {
	for name, end := range map[string]func(p plugin){
		"closed":     func(p plugin) { _ = p.Close() },
		"terminated": func(p plugin) { p.link.Terminate() },
		"killed":     func(p plugin) { p.link.Kill() },
		"end of input": func(p plugin) {
			_ = p.link.Stdin.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			p := start(t, data)
			id := create(t, p)
			s := begin(t, t.Context(), p, id, `echo $$ >>pids; sleep 300 & echo $! >>pids; setsid sleep 301 >/dev/null 2>&1 & echo $! >>pids; echo up; wait`)
			from := time.Now()
			end(p)
			err := p.link.Wait()
			if d := time.Since(from); d > 4*time.Second || name != "killed" && err != nil {
				t.Errorf("ended after %v: %v", d, err)
			}
			if _, _, err := rest(s); name == "killed" && api.CodeOf(err) != api.CodeProviderProcess {
				t.Errorf("got %v", err)
			}
			// The sandbox outlives it; another process finds it and, where the first
			// could do nothing, ends what was left.
			b := start(t, data)
			if ok, err := b.IsRunning(t.Context(), id); !ok || err != nil {
				t.Error("the sandbox is gone", err)
			}
			gone(t, pids(t, data, id, "pids"))
			if all, err := b.ListProcesses(t.Context(), id); err != nil || len(all) > 0 {
				t.Errorf("%+v, %v", all, err)
			}
		})
	}
}

// The plugin's environment is not its commands'.
func TestEnvironment(t *testing.T) {
	t.Setenv("ABX_SANDBOX_API_KEY", "canary")
	t.Setenv("LC_CANARY", "canary") // one that hosts pass on
	data := t.TempDir()
	p := start(t, data)
	id := create(t, p)
	s, err := p.Start(t.Context(), id, api.StartRequest{Cmd: "env"})
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(data, "sandboxes", id, "root")
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	out, _, err := rest(s)
	if err != nil || strings.Contains(out, "canary") || !strings.Contains(out, "HOME="+root+"\n") {
		t.Errorf("%s, %v", out, err)
	}
}
