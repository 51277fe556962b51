package contract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/examples/devcloud/interpreter"
	"github.com/abxgen/abxgen/runtime/api"
)

func interpreterHere() bool { return interpreter.Available() }

func (t *trial) read(ctx context.Context, id, path string) ([]byte, error) {
	r, err := t.p.Read(ctx, id, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// roundTrip writes a file and reads it again.
func (t *trial) roundTrip(ctx context.Context, id, path string, content []byte) error {
	if err := t.p.Write(ctx, id, path, bytes.NewReader(content)); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	got, err := t.read(ctx, id, path)
	if err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	if !bytes.Equal(got, content) {
		return fmt.Errorf("%s holds %.60q after %.60q was written", path, got, content)
	}
	return nil
}

func filesRoundTrip(ctx context.Context, t *trial, id string) error {
	return t.roundTrip(ctx, id, "/contract.txt", []byte("hello"))
}

func filesBinary(ctx context.Context, t *trial, id string) error {
	var blob []byte
	for i := range 1024 {
		blob = append(blob, byte(i))
	}
	return errors.Join(
		t.roundTrip(ctx, id, "/blob.bin", blob),
		t.roundTrip(ctx, id, "/uni.txt", []byte("héllo 世界, and more than what comes after it")),
		t.roundTrip(ctx, id, "/uni.txt", []byte("short")),
	)
}

func filesDirectory(ctx context.Context, t *trial, id string) error {
	const dir, a, b = "/contract-dir", "/contract-dir/a.txt", "/contract-dir/b.txt"
	if err := t.p.MakeDir(ctx, id, dir); err != nil {
		return fmt.Errorf("make_dir: %w", err)
	}
	if err := t.roundTrip(ctx, id, a, []byte("a")); err != nil {
		return err
	}
	list, err := t.p.ListDir(ctx, id, dir)
	if err != nil || !slices.ContainsFunc(list, func(f api.FileInfo) bool { return f.Name == "a.txt" && f.Type == api.TypeFile }) {
		return because(err, "list_dir does not name the file a.txt: %v", list)
	}
	info, err := t.p.Stat(ctx, id, a)
	if err != nil || info.Size != 1 || info.Type != api.TypeFile {
		return because(err, "stat of a file of one byte: %+v", info)
	}
	if err := t.p.Move(ctx, id, a, b); err != nil {
		return fmt.Errorf("move: %w", err)
	}
	if err := errors.Join(t.there(ctx, id, b, true), t.there(ctx, id, a, false)); err != nil {
		return fmt.Errorf("after move: %w", err)
	}
	if err := t.p.Remove(ctx, id, b); err != nil {
		return fmt.Errorf("remove: %w", err)
	}
	return t.there(ctx, id, b, false)
}

func (t *trial) there(ctx context.Context, id, path string, want bool) error {
	got, err := t.p.Exists(ctx, id, path)
	if err == nil && got != want {
		err = fmt.Errorf("exists %s gives %v", path, got)
	}
	return err
}

func fileMissing(ctx context.Context, t *trial, id string) error {
	_, err := t.read(ctx, id, "/definitely/not/here.txt")
	if code := api.CodeOf(err); err == nil || code != api.CodeFileNotFound && code != api.CodeResourceNotFound {
		return fmt.Errorf("read of a file that does not exist: %w", orNone(err, api.CodeFileNotFound))
	}
	return nil
}

func filesWatch(ctx context.Context, t *trial, id string) error {
	if err := t.p.MakeDir(ctx, id, "/contract-watch"); err != nil {
		return fmt.Errorf("make_dir: %w", err)
	}
	w, err := t.p.WatchDir(ctx, id, "/contract-watch", false)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := t.p.Write(ctx, id, "/contract-watch/new.txt", strings.NewReader("x")); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	for {
		e, err := w.Recv()
		if err != nil {
			return fmt.Errorf("no event of new.txt came: %w", err)
		}
		if strings.HasSuffix(e.Path, "new.txt") {
			return nil
		}
	}
}

// filesTransfer asks for the two addresses. They lead to the sandbox's envd,
// which only its own cloud can be asked.
func filesTransfer(ctx context.Context, t *trial, id string) error {
	for _, ask := range []struct {
		name string
		get  func(ctx context.Context, id, path string) (string, error)
	}{{"upload_url", t.p.UploadURL}, {"download_url", t.p.DownloadURL}} {
		address, err := ask.get(ctx, id, "/contract.txt")
		if err != nil {
			return fmt.Errorf("%s: %w", ask.name, err)
		}
		if _, err := http.NewRequest(http.MethodGet, address, nil); err != nil || !strings.HasPrefix(address, "http") {
			return fmt.Errorf("%s gives %q, which is no http address", ask.name, address)
		}
	}
	return nil
}
