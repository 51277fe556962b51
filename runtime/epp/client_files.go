package epp

import (
	"bytes"
	"context"
	"io"

	"github.com/abxgen/abxgen/runtime/api"
)

type onPath struct {
	SandboxID string `json:"sandbox_id"`
	Path      string `json:"path"`
}

// Stat calls files.stat.
func (c *Client) Stat(ctx context.Context, id, path string) (*api.FileInfo, error) {
	var e Entry
	if err := c.onFile(ctx, "files.stat", onPath{id, path}, &e); err != nil {
		return nil, err
	}
	info := e.info()
	return &info, nil
}

// onFile calls a method on a path; a plain "not found" is the file's.
func (c *Client) onFile(ctx context.Context, method string, params, result any) error {
	err := c.call(ctx, method, params, result)
	if api.CodeOf(err) == api.CodeResourceNotFound {
		return api.Errorf(api.CodeFileNotFound, "%s", apiError(err).Message)
	}
	return err
}

// ListDir calls files.list.
func (c *Client) ListDir(ctx context.Context, id, path string) ([]api.FileInfo, error) {
	var r struct{ Entries []Entry }
	if err := c.onFile(ctx, "files.list", onPath{id, path}, &r); err != nil {
		return nil, err
	}
	all := make([]api.FileInfo, 0, len(r.Entries))
	for _, e := range r.Entries {
		all = append(all, e.info())
	}
	return all, nil
}

// MakeDir calls files.mkdir.
func (c *Client) MakeDir(ctx context.Context, id, path string) error {
	return c.onFile(ctx, "files.mkdir", onPath{id, path}, nil)
}

// Remove calls files.remove.
func (c *Client) Remove(ctx context.Context, id, path string) error {
	return c.onFile(ctx, "files.remove", onPath{id, path}, nil)
}

// Move calls files.move.
func (c *Client) Move(ctx context.Context, id, source, destination string) error {
	return c.onFile(ctx, "files.move", map[string]string{"sandbox_id": id, "source": source, "destination": destination}, nil)
}

// Exists asks files.stat.
func (c *Client) Exists(ctx context.Context, id, path string) (bool, error) {
	_, err := c.Stat(ctx, id, path)
	if api.CodeOf(err) == api.CodeFileNotFound {
		return false, nil
	}
	return err == nil, err
}

// Read calls files.read; the file comes whole, in one line.
func (c *Client) Read(ctx context.Context, id, path string) (io.ReadCloser, error) {
	var r struct {
		Content []byte `json:"content_b64"`
	}
	if err := c.onFile(ctx, "files.read", onPath{id, path}, &r); err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(r.Content)), nil
}

// Write calls files.write; the file goes whole, in one line, and one that
// would not fit is E4003.
func (c *Client) Write(ctx context.Context, id, path string, content io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(content, maxContent+1))
	if err != nil {
		return err
	}
	if len(data) > maxContent {
		return tooLarge("the file")
	}
	return c.onFile(ctx, "files.write", struct {
		onPath
		Content []byte `json:"content_b64"`
	}{onPath{id, path}, data}, nil)
}

// missing is the answer of what EPP/1 has no method for.
func (c *Client) missing(f api.Feature, what string) error {
	return api.NotSupported(c.d.ID, f, what+" has no method in EPP/1")
}

// WatchDir is E8004: EPP/1 has no method for it.
func (c *Client) WatchDir(context.Context, string, string, bool) (api.WatchStream, error) {
	return nil, c.missing(api.FeatureFilesWatch, "watch_dir")
}

// UploadURL is E8004: EPP/1 has no method for it.
func (c *Client) UploadURL(context.Context, string, string) (string, error) {
	return "", c.missing(api.FeatureFilesTransfer, "upload_url")
}

// DownloadURL is E8004: EPP/1 has no method for it.
func (c *Client) DownloadURL(context.Context, string, string) (string, error) {
	return "", c.missing(api.FeatureFilesTransfer, "download_url")
}

// RunCode is E8004: EPP/1 has no method for it.
func (c *Client) RunCode(context.Context, string, api.CodeRequest) (*api.CodeResult, error) {
	return nil, c.missing(api.FeatureCodeInterpret, "run_code")
}

// CreateContext is E8004: EPP/1 has no method for it.
func (c *Client) CreateContext(context.Context, string, string) (*api.CodeContext, error) {
	return nil, c.missing(api.FeatureCodeInterpret, "create_context")
}

// ListContexts is E8004: EPP/1 has no method for it.
func (c *Client) ListContexts(context.Context, string) ([]api.CodeContext, error) {
	return nil, c.missing(api.FeatureCodeInterpret, "list_contexts")
}

// RestartContext is E8004: EPP/1 has no method for it.
func (c *Client) RestartContext(context.Context, string, string) error {
	return c.missing(api.FeatureCodeInterpret, "restart_context")
}

// RemoveContext is E8004: EPP/1 has no method for it.
func (c *Client) RemoveContext(context.Context, string, string) error {
	return c.missing(api.FeatureCodeInterpret, "remove_context")
}
