package provider

import (
	"context"
	"io"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

func pathArg(path string) map[string]any { return map[string]any{"path": path} }

// look does a call about a file or a program that changes nothing.
func look[T any](ctx context.Context, p *provider, class api.Class, id string, direct func(*e2b.Client, api.Target) (T, error), read func(any) (T, error), last map[string]any, names ...string) (T, error) {
	r, err := p.open(ctx, class, names...)
	if err != nil {
		var zero T
		return zero, p.fail(err)
	}
	v, err := reading(ctx, p, id, func(t api.Target) (T, error) {
		if r.js == "" {
			return direct(r.client, t)
		}
		return guestOn(ctx, p, r, t, read, last)
	})
	return v, p.fail(err)
}

// alter does a call about a file or a program that changes something, once.
func (p *provider) alter(ctx context.Context, class api.Class, id string, direct func(*e2b.Client, api.Target) error, last map[string]any, names ...string) error {
	r, err := p.open(ctx, class, names...)
	if err != nil {
		return p.fail(err)
	}
	_, err = onTarget(ctx, p, id, func(t api.Target) (struct{}, error) {
		if r.js == "" {
			return struct{}{}, direct(r.client, t)
		}
		return guestOn(ctx, p, r, t, nothing, last)
	})
	return p.fail(err)
}

// Stat tells of one entry.
func (p *provider) Stat(ctx context.Context, id, path string) (*api.FileInfo, error) {
	return look(ctx, p, api.ClassFilesystem, id, func(c *e2b.Client, t api.Target) (*api.FileInfo, error) { return c.Stat(ctx, t, path) }, values.ToFile, pathArg(path), "stat", "get_info")
}

// ListDir lists a directory.
func (p *provider) ListDir(ctx context.Context, id, path string) ([]api.FileInfo, error) {
	return look(ctx, p, api.ClassFilesystem, id, func(c *e2b.Client, t api.Target) ([]api.FileInfo, error) { return c.ListDir(ctx, t, path) }, values.ToFiles, pathArg(path), "list_dir")
}

// Exists reports whether a path is there; a plain object without exists tells
// by its stat.
func (p *provider) Exists(ctx context.Context, id, path string) (bool, error) {
	r, err := p.open(ctx, api.ClassFilesystem, "exists")
	if err != nil {
		return false, p.fail(err)
	}
	if r.js == "stat" || r.js == "get_info" {
		_, err := p.Stat(ctx, id, path)
		if err != nil && api.CodeOf(err) == api.CodeFileNotFound {
			return false, nil
		}
		return err == nil, err
	}
	return look(ctx, p, api.ClassFilesystem, id, func(c *e2b.Client, t api.Target) (bool, error) { return c.Exists(ctx, t, path) }, values.ToBool, pathArg(path), "exists")
}

// MakeDir makes a directory and its parents.
func (p *provider) MakeDir(ctx context.Context, id, path string) error {
	return p.alter(ctx, api.ClassFilesystem, id, func(c *e2b.Client, t api.Target) error { return c.MakeDir(ctx, t, path) }, pathArg(path), "make_dir")
}

// Remove removes an entry and what is below it.
func (p *provider) Remove(ctx context.Context, id, path string) error {
	return p.alter(ctx, api.ClassFilesystem, id, func(c *e2b.Client, t api.Target) error { return c.Remove(ctx, t, path) }, pathArg(path), "remove")
}

// Move moves an entry.
func (p *provider) Move(ctx context.Context, id, source, destination string) error {
	last := map[string]any{"source": source, "destination": destination, "old_path": source, "new_path": destination}
	return p.alter(ctx, api.ClassFilesystem, id, func(c *e2b.Client, t api.Target) error { return c.Move(ctx, t, source, destination) }, last, "move")
}

// Read streams a file; the bytes do not pass through JavaScript unless the
// provider overrides one of the kit's reads.
func (p *provider) Read(ctx context.Context, id, path string) (io.ReadCloser, error) {
	return look(ctx, p, api.ClassFilesystem, id, func(c *e2b.Client, t api.Target) (io.ReadCloser, error) { return c.Read(ctx, t, path) }, toReader(ctx), pathArg(path), "read")
}

// Write streams a file. A provider that overrides one of the kit's writes is
// handed the whole content, which is therefore bounded (values.MaxWhole).
func (p *provider) Write(ctx context.Context, id, path string, content io.Reader) error {
	r, err := p.open(ctx, api.ClassFilesystem, "write")
	if err != nil {
		return p.fail(err)
	}
	_, err = onTarget(ctx, p, id, func(t api.Target) (struct{}, error) {
		if r.js == "" {
			return struct{}{}, r.client.Write(ctx, t, path, content)
		}
		data, err := values.Whole(content)
		if err != nil {
			return struct{}{}, err
		}
		return guestOn(ctx, p, r, t, nothing, map[string]any{"path": path, "content": data})
	})
	return p.fail(err)
}

// WatchDir streams the changes below a directory.
func (p *provider) WatchDir(ctx context.Context, id, path string, recursive bool) (api.WatchStream, error) {
	last := map[string]any{"path": path, "recursive": recursive}
	return look(ctx, p, api.ClassFilesystem, id, func(c *e2b.Client, t api.Target) (api.WatchStream, error) { return c.WatchDir(ctx, t, path, recursive) }, toWatch(ctx), last, "watch_dir")
}

// UploadURL gives an address that a file can be sent to.
func (p *provider) UploadURL(ctx context.Context, id, path string) (string, error) {
	return look(ctx, p, api.ClassFilesystem, id, func(c *e2b.Client, t api.Target) (string, error) { return c.UploadURL(ctx, t, path) }, values.ToURL, pathArg(path), "upload_url")
}

// DownloadURL gives an address that a file can be had from.
func (p *provider) DownloadURL(ctx context.Context, id, path string) (string, error) {
	return look(ctx, p, api.ClassFilesystem, id, func(c *e2b.Client, t api.Target) (string, error) { return c.DownloadURL(ctx, t, path) }, values.ToURL, pathArg(path), "download_url")
}
