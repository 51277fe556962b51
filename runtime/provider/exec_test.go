package provider

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/manifest"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// localProcess is the example of an exec provider, as a program has it that it
// is linked into.
func localProcess(t *testing.T) api.Linked {
	t.Helper()
	source := filepath.Join(testenv.Root(), "examples", "providers", "local-process")
	folder := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(folder, "local-process"), source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(source, manifest.FileName))
	if err != nil {
		t.Fatal(err)
	}
	m, problems := manifest.Parse(manifest.FileName, text)
	if m == nil {
		t.Fatal(problems)
	}
	return api.Linked{Descriptor: m.Descriptor(), Files: os.DirFS(folder)}
}

func TestAnExecProviderIsHosted(t *testing.T) {
	linked, home := localProcess(t), t.TempDir()
	ctx := context.Background()
	open := func() api.Provider {
		p, err := Open(ctx, linked, Options{
			Values: config.Resolved{Options: map[string]any{}, Core: map[string]any{}},
			Exec:   ExecHost{Folder: home, Environ: append(os.Environ(), "ABX_SANDBOX_API_KEY=canary")},
		})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := open()
	info, err := p.Create(ctx, api.CreateRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(ctx, info.ID, "x.bin", strings.NewReader("\x00\xff")); err != nil {
		t.Fatal(err)
	}
	if out, code := runToEnd(t, p, info.ID, "sh", "-c", "cat x.bin; env; exit 3"); code != 3 || !strings.HasPrefix(out, "\x00") || strings.Contains(out, "canary") {
		t.Errorf("%q exited with %d", out, code)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}

	// Another process finds what the first one left, and the same unpacked folder.
	before, _ := os.ReadDir(filepath.Join(home, linked.Descriptor.ID))
	p = open()
	defer p.Close()
	content, err := p.Read(ctx, info.ID, "x.bin")
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(content); err != nil || string(data) != "\x00\xff" {
		t.Errorf("%q %v", data, err)
	}
	if after, _ := os.ReadDir(filepath.Join(home, linked.Descriptor.ID)); len(after) != len(before) {
		t.Errorf("unpacked again: %v", after)
	}
	if err := p.Pause(ctx, info.ID); api.CodeOf(err) != api.CodeFeatureNotSupported {
		t.Errorf("pause: %v", err)
	}
	if err := p.Kill(ctx, info.ID); err != nil {
		t.Error(err)
	}
	if _, err := p.GetInfo(ctx, info.ID); api.CodeOf(err) != api.CodeSandboxNotFound {
		t.Errorf("after kill: %v", err)
	}
}

// A folder that somebody changed is not what was linked in: it is laid anew.
func TestUnpackTrustsNothingThatItFinds(t *testing.T) {
	for name, damage := range map[string]func(dir string) error{
		"another program":         func(dir string) error { return os.WriteFile(filepath.Join(dir, "bin", "run"), []byte("theirs"), 0o700) },
		"no program":              func(dir string) error { return os.Remove(filepath.Join(dir, "bin", "run")) },
		"one that is not started": func(dir string) error { return os.Chmod(filepath.Join(dir, "bin", "run"), 0o600) },
		"one that all can write":  func(dir string) error { return os.Chmod(filepath.Join(dir, "bin", "run"), 0o777) },
		"a folder for all":        func(dir string) error { return os.Chmod(dir, 0o777) },
		"a folder below for all":  func(dir string) error { return os.Chmod(filepath.Join(dir, "bin"), 0o777) },
		"a base for all":          func(dir string) error { return errors.Join(os.Chmod(filepath.Dir(dir), 0o777), os.Chmod(dir, 0o777)) },
		"a link": func(dir string) error {
			run := filepath.Join(dir, "bin", "run")
			return errors.Join(os.Rename(run, run+"-2"), os.Symlink("run-2", run))
		},
		"a linked folder": func(dir string) error {
			return errors.Join(os.Rename(dir, dir+"-2"), os.Symlink(dir+"-2", dir))
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder, home := t.TempDir(), filepath.Join(t.TempDir(), "home")
			if err := os.Mkdir(filepath.Join(folder, "bin"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, "bin", "run"), []byte("mine"), 0o700); err != nil {
				t.Fatal(err)
			}
			linked := api.Linked{Files: os.DirFS(folder)}
			dir, err := unpack(linked, home)
			if err == nil {
				err = damage(dir)
			}
			if err != nil {
				t.Fatal(err)
			}
			if again, err := unpack(linked, home); err != nil || again != dir {
				t.Fatal(again, err)
			}
			got, err := os.ReadFile(filepath.Join(dir, "bin", "run"))
			if err != nil || string(got) != "mine" {
				t.Errorf("%q, %v", got, err)
			}
			for path := filepath.Join(dir, "bin", "run"); path != filepath.Dir(home); path = filepath.Dir(path) {
				if info, err := os.Lstat(path); err != nil || info.Mode().Perm() != 0o700 || info.Mode().Type()&^fs.ModeDir != 0 {
					t.Errorf("%s: %v, %v", path, info.Mode(), err)
				}
			}
			left, _ := os.ReadDir(home)
			for _, entry := range left {
				if strings.HasPrefix(entry.Name(), ".unpacking") {
					t.Errorf("left behind: %v", left)
				}
			}
		})
	}
}

func runToEnd(t *testing.T, p api.Provider, id, cmd string, args ...string) (string, int) {
	t.Helper()
	stream, err := p.Start(context.Background(), id, api.StartRequest{Cmd: cmd, Args: args})
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	var out strings.Builder
	for {
		c, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if c.Kind == api.ChunkExit {
			return out.String(), c.ExitCode
		}
		out.Write(c.Data)
	}
}
