package local

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

var descriptor = &api.Descriptor{ID: "local-process", Features: []api.Feature{api.FeatureSandboxLifecycle}}

func open(t *testing.T, dir string) *Provider {
	t.Helper()
	p, err := Open(descriptor, dir, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func made(t *testing.T, p *Provider) string {
	t.Helper()
	info, err := p.Create(t.Context(), api.CreateRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return info.ID
}

func TestOnlyWhatIsDeclaredIsDone(t *testing.T) {
	p := open(t, t.TempDir())
	if err := p.Pause(t.Context(), "x"); !errors.Is(err, api.ErrFeatureNotSupported) {
		t.Error(err)
	}
	if _, err := p.RunCode(t.Context(), "x", api.CodeRequest{}); !errors.Is(err, api.ErrFeatureNotSupported) {
		t.Error(err)
	}
}

// An id is no path.
func TestHostileIDs(t *testing.T) {
	dir := t.TempDir()
	p := open(t, filepath.Join(dir, "sandboxes"))
	keep := filepath.Join(dir, "keep")
	if err := os.MkdirAll(filepath.Join(keep, "root"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := writeJSON(filepath.Join(keep, "sandbox.json"), newRecord(api.CreateRequest{})); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", ".", "..", "../keep", keep, "a/b", `..\keep`, gonePrefix + "a", "\x00", strings.Repeat("a", 5000)} {
		if _, err := p.GetInfo(t.Context(), id); !errors.Is(err, api.ErrSandboxNotFound) {
			t.Errorf("%q: %v", id, err)
		}
		if err := p.Kill(t.Context(), id); !errors.Is(err, api.ErrSandboxNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if _, err := os.Stat(keep); err != nil {
		t.Error(err)
	}
}

func TestPages(t *testing.T) {
	p := open(t, t.TempDir())
	var want []string
	for range 7 {
		want = append(want, made(t, p))
	}
	var got []string
	req := api.ListRequest{Limit: 3}
	for {
		page, err := p.List(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range page.Sandboxes {
			got = append(got, s.ID)
		}
		if page.Next == "" {
			break
		}
		// The last of a page goes before the next one is asked for.
		if err := p.Kill(t.Context(), got[len(got)-1]); err != nil {
			t.Fatal(err)
		}
		req.Cursor = page.Next
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if page, err := p.List(t.Context(), api.ListRequest{Status: api.StatusPaused}); err != nil || len(page.Sandboxes) > 0 {
		t.Errorf("%+v, %v", page, err)
	}
}

// A sandbox whose time is over is gone for every call, with its files.
func TestExpired(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir)
	id := made(t, p)
	if err := p.SetTimeout(t.Context(), id, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Stat(t.Context(), id, "/"); !errors.Is(err, api.ErrSandboxNotFound) {
		t.Error(err)
	}
	if err := p.SetTimeout(t.Context(), id, 100); !errors.Is(err, api.ErrSandboxNotFound) {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("%v, %v", left, err)
	}
}

// What a process began to remove, and could not finish, the next one does.
func TestRemovalIsFinished(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, gonePrefix+"abc", "root"), 0o755); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("%v, %v", left, err)
	}
}

// Every name means something inside.
func TestNames(t *testing.T) {
	p := open(t, t.TempDir())
	id := made(t, p)
	for name, want := range map[string]string{
		"": ".", "/": ".", ".": ".", "a": "a", "/a/b": "a/b", "a//b/./c/": "a/b/c", "../../etc/passwd": "etc/passwd", "/../a": "a",
		"~": ".", "~/a": "a", "~a": "~a", p.store.root(id): ".", p.store.root(id) + "/a": "a", p.store.root(id) + "x": strings.TrimPrefix(filepath.ToSlash(p.store.root(id)), "/") + "x",
	} {
		if got := p.inside(id, name); got != want {
			t.Errorf("%q is %q, not %q", name, got, want)
		}
	}
}

func read(t *testing.T, p *Provider, id, name string) (string, error) {
	t.Helper()
	r, err := p.Read(t.Context(), id, name)
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	return string(text), err
}

func TestFiles(t *testing.T) {
	p := open(t, t.TempDir())
	id := made(t, p)
	write := func(name, text string) {
		t.Helper()
		if err := p.Write(t.Context(), id, name, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	write("/a/b/long.txt", "long text")
	write("a/b/long.txt", "short")
	if got, err := read(t, p, id, "/a/b/long.txt"); got != "short" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	info, err := p.Stat(t.Context(), id, "a/b/long.txt")
	if err != nil || info.Name != "long.txt" || info.Path != "/a/b/long.txt" || info.Size != 5 || info.Type != api.TypeFile || time.Since(info.Modified) > time.Hour {
		t.Errorf("%+v, %v", info, err)
	}
	if err := errors.Join(p.MakeDir(t.Context(), id, "/a/empty/deep"), p.MakeDir(t.Context(), id, "/a/empty/deep"), p.Move(t.Context(), id, "/a/b", "/new/place")); err != nil {
		t.Fatal(err)
	}
	all, err := p.ListDir(t.Context(), id, "/")
	var names []string
	for _, e := range all {
		names = append(names, fmt.Sprint(e.Path, " ", e.Type))
	}
	if want := []string{"/a directory", "/new directory", "/tmp directory"}; !slices.Equal(names, want) || err != nil {
		t.Errorf("%v, %v", names, err)
	}
	if err := p.Remove(t.Context(), id, "/new"); err != nil {
		t.Error(err)
	}
	if ok, err := p.Exists(t.Context(), id, "/new/place/long.txt"); ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
}

// Faults have their codes, and say nothing of where the sandbox's folder is.
func TestFileFaults(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir)
	id := made(t, p)
	ctx := t.Context()
	if err := p.Write(ctx, id, "/file", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"link": outside, "dirlink": filepath.Dir(outside), "up": "../../.."} {
		if err := os.Symlink(target, filepath.Join(p.store.root(id), name)); err != nil {
			t.Fatal(err)
		}
	}
	get := func(name string) error { _, err := read(t, p, id, name); return err }
	put := func(name string) error { return p.Write(ctx, id, name, strings.NewReader("y")) }
	list := func(name string) error { _, err := p.ListDir(ctx, id, name); return err }
	for _, c := range []struct {
		what string
		err  error
		code api.Code
	}{
		{"read nothing", get("/definitely/not/here"), api.CodeFileNotFound},
		{"list nothing", list("/not"), api.CodeFileNotFound},
		{"remove nothing", p.Remove(ctx, id, "/not"), api.CodeFileNotFound},
		{"move nothing", p.Move(ctx, id, "/not", "/x"), api.CodeFileNotFound},
		{"remove all", p.Remove(ctx, id, "/"), api.CodePermissionDenied},
		{"list a file", list("/file"), api.CodeFileOperation},
		{"read a folder", get("/tmp"), api.CodeFileOperation},
		{"write a folder", put("/tmp"), api.CodeFileOperation},
		{"below a file", put("/file/x"), api.CodeFileOperation},
		{"a link out", get("/link"), api.CodeFileOperation},
		{"through a link out", get("/dirlink/outside"), api.CodeFileOperation},
		{"write through a link out", put("/link"), api.CodeFileOperation},
		{"up", list("/up"), api.CodeFileOperation},
	} {
		if c.err == nil || api.CodeOf(c.err) != c.code || strings.Contains(c.err.Error(), dir) {
			t.Errorf("%s: %v, want %s", c.what, c.err, c.code)
		}
	}
	if text, err := os.ReadFile(outside); string(text) != "secret" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func run(t *testing.T, p *Provider, id string, req api.StartRequest) (string, api.Chunk, error) {
	t.Helper()
	s, err := p.Start(t.Context(), id, req)
	if err != nil {
		return "", api.Chunk{}, err
	}
	defer s.Close()
	var out strings.Builder
	for {
		c, err := s.Recv()
		if err != nil || c.Kind == api.ChunkExit {
			return out.String(), c, err
		}
		out.Write(c.Data)
	}
}

func TestCommandsThatCannotRun(t *testing.T) {
	p := open(t, t.TempDir())
	id := made(t, p)
	if err := p.Write(t.Context(), id, "plain", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	for cmd, code := range map[string]int{"no-such-program": 127, "./plain": 126, "./not": 127, "/not/there": 127, "": 127} {
		out, exit, err := run(t, p, id, api.StartRequest{Cmd: cmd})
		if err != nil || exit.ExitCode != code || out == "" {
			t.Errorf("%q: %q, %+v, %v", cmd, out, exit, err)
		}
	}
	if _, _, err := run(t, p, id, api.StartRequest{Cmd: "sh", User: "root"}); api.CodeOf(err) != api.CodePermissionDenied {
		t.Error(err)
	}
	if _, _, err := run(t, p, id, api.StartRequest{Cmd: "sh", Cwd: "/not"}); api.CodeOf(err) != api.CodeFileNotFound {
		t.Error(err)
	}
	if _, _, err := run(t, p, id, api.StartRequest{Cmd: "sh", Cwd: "plain"}); api.CodeOf(err) != api.CodeFileOperation {
		t.Error(err)
	}
	if _, _, err := run(t, p, "not", api.StartRequest{Cmd: "sh"}); !errors.Is(err, api.ErrSandboxNotFound) {
		t.Error(err)
	}
	if err := p.SendInput(t.Context(), id, "1", nil); api.CodeOf(err) != api.CodeResourceNotFound {
		t.Error(err)
	}
}

// A stream that nobody reads any more does not stop its command, and one that
// is read slowly loses nothing.
func TestSlowReaders(t *testing.T) {
	p := open(t, t.TempDir())
	id := made(t, p)
	const lines = 100_000
	out, exit, err := run(t, p, id, api.StartRequest{Cmd: "seq", Args: []string{"1", fmt.Sprint(lines)}})
	if err != nil || exit.ExitCode != 0 || strings.Count(out, "\n") != lines || !strings.HasSuffix(out, fmt.Sprintf("\n%d\n", lines)) {
		t.Errorf("%d bytes, %+v, %v", len(out), exit, err)
	}
	s, err := p.Start(t.Context(), id, api.StartRequest{Cmd: "sh", Args: []string{"-c", "seq 1 100000; echo done >done"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	proc := s.(*process)
	proc.wait(20 * time.Second)
	if got, err := read(t, p, id, "done"); got != "done\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// Input that the command does not read waits no longer than its caller.
func TestInputThatIsNotRead(t *testing.T) {
	p := open(t, t.TempDir())
	id := made(t, p)
	s, err := p.Start(t.Context(), id, api.StartRequest{Cmd: "sleep", Args: []string{"300"}, Stdin: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := p.SendInput(ctx, id, s.PID(), make([]byte, 1<<20)); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if err := p.KillProcess(t.Context(), id, s.PID()); err != nil {
		t.Error(err)
	}
	if c, err := s.Recv(); err != nil || c.Kind != api.ChunkExit || c.Signal != 9 {
		t.Errorf("%+v, %v", c, err)
	}
}

// Closed input is the end of it.
func TestCloseInput(t *testing.T) {
	p := open(t, t.TempDir())
	id := made(t, p)
	s, err := p.Start(t.Context(), id, api.StartRequest{Cmd: "cat", Stdin: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(p.SendInput(t.Context(), id, s.PID(), []byte("all")), p.CloseInput(t.Context(), id, s.PID())); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Recv(); err != nil || string(c.Data) != "all" {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := s.Recv(); err != nil || c.Kind != api.ChunkExit || c.ExitCode != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := s.Recv(); err != io.EOF {
		t.Error(err)
	}
}

// Without stdin a command meets its end at once.
func TestNoInput(t *testing.T) {
	p := open(t, t.TempDir())
	id := made(t, p)
	if out, exit, err := run(t, p, id, api.StartRequest{Cmd: "cat"}); out != "" || exit.ExitCode != 0 || err != nil {
		t.Errorf("%q, %+v, %v", out, exit, err)
	}
}
