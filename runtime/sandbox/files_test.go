package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/sandbox"
)

func TestFilesAreAnFS(t *testing.T) {
	s := create(t)
	ctx := t.Context()
	if _, err := s.Exec(ctx, sh("mkdir fs && cd fs && mkdir -p a/b empty && echo one >a/one && head -c 300000 /dev/zero >a/b/large && : >a/b/nothing && printf x >'ü b' && ln -s a/one link && ln -s a folder && chmod 750 a/one")); err != nil {
		t.Fatal(err)
	}
	files := s.Files().WithContext(ctx).Dir("fs")
	if err := fstest.TestFS(files, "a/one", "a/b/large", "a/b/nothing", "ü b", "link", "folder", "empty"); err != nil {
		t.Error(err)
	}
	if info, err := files.Stat("a/one"); err != nil || info.Mode() != 0o750 || info.Size() != 4 || info.ModTime().IsZero() {
		t.Errorf("a/one is %+v, %v", info, err)
	}
	if to, err := files.ReadLink("link"); err != nil || !strings.HasSuffix(to, "a/one") {
		t.Errorf("link leads to %q, %v", to, err)
	}
}

func TestFSErrors(t *testing.T) {
	files := create(t).Files()
	if err := files.WriteFile(t.Context(), "f", nil); err != nil {
		t.Fatal(err)
	}
	_, open := files.Open("nowhere")
	_, read := files.ReadFile("no/where")
	_, list := files.ReadDir("nowhere")
	for _, err := range []error{open, read, list} {
		var path *fs.PathError
		var e *api.Error
		if !errors.Is(err, fs.ErrNotExist) || !errors.Is(err, api.ErrNotFound) || !errors.Is(err, api.ErrFileNotFound) ||
			!errors.As(err, &path) || !errors.As(err, &e) || e.Provider != "dev" {
			t.Errorf("%v", err)
		}
	}
	for _, name := range []string{"", "/etc", "a/../b", "a/"} {
		_, stat := files.Stat(name)
		_, sub := files.Sub(name)
		_, read := files.ReadFile(name)
		_, list := files.ReadDir(name)
		for _, err := range []error{stat, sub, read, list} {
			if !errors.Is(err, fs.ErrInvalid) {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
	if _, err := files.ReadDir("f"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file's entries: %v", err)
	}
	if _, err := files.ReadLink("f"); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a file's target: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := files.WithContext(ctx).ReadFile("f"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestFilesChange(t *testing.T) {
	files, ctx := create(t).Files(), t.Context()
	content := bytes.Repeat([]byte{0, 255, '\n', 'x'}, 100_000)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(files.MkdirAll(ctx, "a/b"))
	must(files.MkdirAll(ctx, "a/b"))
	must(files.Write(ctx, "a/b/c/f", io.MultiReader(bytes.NewReader(content))))
	if err := files.MkdirAll(ctx, "a/b/c/f"); err == nil {
		t.Error("a file became a folder")
	}
	must(files.Move(ctx, "a/b/c/f", "a/g"))
	below := files.Dir("a")
	if back, err := below.ReadFile("g"); err != nil || !bytes.Equal(back, content) {
		t.Errorf("%d bytes, %v", len(back), err)
	}
	abs, err := files.Lstat("a")
	must(err)
	where := abs.Sys().(api.FileInfo).Path
	must(below.WriteFile(ctx, where+"/h", []byte("h")))
	if there, err := files.Exists(ctx, "a/h"); !there || err != nil {
		t.Errorf("an absolute path leads elsewhere: %v, %v", there, err)
	}
	if root, err := files.Dir("/").ReadFile(strings.TrimPrefix(where, "/") + "/h"); err != nil || string(root) != "h" {
		t.Errorf("from the root: %q, %v", root, err)
	}
	must(files.Remove(ctx, "a"))
	must(files.Remove(ctx, "a"))
	if there, err := files.Exists(ctx, "a"); there || err != nil {
		t.Errorf("after the removal: %v, %v", there, err)
	}
}

func TestWatch(t *testing.T) {
	files, ctx := create(t).Files(), t.Context()
	if err := files.MkdirAll(ctx, "d/sub"); err != nil {
		t.Fatal(err)
	}
	events, err := files.Watch(ctx, "d", true)
	if err != nil {
		t.Fatal(err)
	}
	if err := files.WriteFile(ctx, "d/sub/new", []byte("x")); err != nil {
		t.Fatal(err)
	}
	for event, err := range events {
		if err != nil {
			t.Fatal(err)
		}
		if event.Path == "sub/new" && event.Type == "created" {
			break
		}
	}
	if _, err := files.Watch(ctx, "nowhere", false); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of nothing: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	if events, err = files.Watch(ended, "d", false); err != nil {
		t.Fatal(err)
	}
	cancel()
	for _, err := range events {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
}

func TestTransferURLs(t *testing.T) {
	files := create(t).Files()
	for _, address := range []func(context.Context, string) (string, error){files.UploadURL, files.DownloadURL} {
		if u, err := address(t.Context(), "f"); err != nil || !strings.Contains(u, "signature=") {
			t.Errorf("%q, %v", u, err)
		}
	}
}

func TestAnEmptyNameChangesNothing(t *testing.T) {
	ctx := t.Context()
	files := create(t).Files()
	if err := files.WriteFile(ctx, "in/a", []byte("a")); err != nil {
		t.Fatal(err)
	}
	for _, root := range []*sandbox.Files{files, files.Dir("in")} {
		for _, name := range []string{"", ".", "./", "x/.."} {
			for what, err := range map[string]error{
				"remove":  root.Remove(ctx, name),
				"move":    root.Move(ctx, name, "/tmp/away"),
				"write":   root.WriteFile(ctx, name, []byte("b")),
				"move to": root.Move(ctx, "a", name),
			} {
				if api.CodeOf(err) != api.CodeFileOperation || err == nil {
					t.Errorf("%s of %q: %v", what, name, err)
				}
			}
		}
	}
	if text, err := files.ReadFile("in/a"); string(text) != "a" {
		t.Errorf("what is left is %q, %v", text, err)
	}
	bare := create(t, api.FeatureSandboxLifecycle).Files()
	if err := bare.Remove(ctx, ""); !errors.Is(err, api.ErrFeatureNotSupported) {
		t.Errorf("without the feature: %v", err)
	}
}
