package e2b

import (
	"context"
	"net/http"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// The methods of envd's file system service.
const (
	rpcStat     = "/filesystem.Filesystem/Stat"
	rpcListDir  = "/filesystem.Filesystem/ListDir"
	rpcMakeDir  = "/filesystem.Filesystem/MakeDir"
	rpcRemove   = "/filesystem.Filesystem/Remove"
	rpcMove     = "/filesystem.Filesystem/Move"
	rpcWatchDir = "/filesystem.Filesystem/WatchDir"
)

// Stat describes an entry: E4001 where there is none.
func (c *Client) Stat(ctx context.Context, t api.Target, path string) (*api.FileInfo, error) {
	m, err := c.fileCall(ctx, t, rpcStat, path, map[string]string{"path": path}, true)
	if err != nil {
		return nil, err
	}
	info := ParseFileInfo(m)
	return &info, nil
}

// ListDir lists a folder. Older backends answer nothing for a path that is not
// there, so where nothing came Stat decides.
func (c *Client) ListDir(ctx context.Context, t api.Target, path string) ([]api.FileInfo, error) {
	m, err := c.fileCall(ctx, t, rpcListDir, path, map[string]string{"path": path}, true)
	if err != nil {
		return nil, err
	}
	list := m.list("entries")
	if list == nil {
		list = m.object("result").list("entries")
	}
	if len(list) == 0 {
		_, err := c.Stat(ctx, t, path)
		return []api.FileInfo{}, err
	}
	out := make([]api.FileInfo, 0, len(list))
	for _, item := range list {
		if e, ok := item.(map[string]any); ok {
			out = append(out, ParseFileInfo(e))
		}
	}
	return out, nil
}

// MakeDir makes a folder and those above it; E4000 where it exists.
func (c *Client) MakeDir(ctx context.Context, t api.Target, path string) error {
	_, err := c.fileCall(ctx, t, rpcMakeDir, path, map[string]string{"path": path}, false)
	return err
}

// Remove deletes an entry with all below it; one that is not there is no error.
func (c *Client) Remove(ctx context.Context, t api.Target, path string) error {
	_, err := c.fileCall(ctx, t, rpcRemove, path, map[string]string{"path": path}, false)
	return err
}

// Move renames an entry; E4001 where there is none.
func (c *Client) Move(ctx context.Context, t api.Target, source, destination string) error {
	_, err := c.fileCall(ctx, t, rpcMove, source, map[string]string{"source": source, "destination": destination}, false)
	return err
}

// Exists reports whether there is an entry. A failure to find out is an error.
func (c *Client) Exists(ctx context.Context, t api.Target, path string) (bool, error) {
	_, err := c.Stat(ctx, t, path)
	if err != nil && api.CodeOf(err) == api.CodeFileNotFound {
		return false, nil
	}
	return err == nil, err
}

func (c *Client) fileCall(ctx context.Context, t api.Target, rpc, path string, in any, read bool) (fields, error) {
	resp, hide, err := c.unaryRaw(ctx, t, rpc, in, read)
	if err != nil {
		return nil, err
	}
	if resp.Status != http.StatusOK {
		return nil, fileError(resp, path, t, hide)
	}
	m, err := decodeFields(resp.Body)
	if err != nil {
		return nil, api.Errorf(api.CodeFileOperation, "%s answered with something that is no JSON object", rpc[1:]).Because(err)
	}
	return m, nil
}

// fileError maps a refusal by envd's file methods, RPC and HTTP alike.
func fileError(r *Response, path string, t api.Target, hide []string) *api.Error {
	if e := proxyError(r, t.SandboxID, hide); e != nil {
		return e
	}
	said := readReply(r.Body)
	shown := clean(path, 200)
	code, what := api.CodeFileOperation, "the file operation failed"
	switch {
	case r.Status == http.StatusNotFound && !said.json && strings.HasPrefix(said.text, "404 page not found"):
		what = "the backend does not have this file operation"
	case r.Status == http.StatusNotFound || said.code == "not_found":
		code, what = api.CodeFileNotFound, "no such file or directory"
	case r.Status == http.StatusForbidden || said.code == "permission_denied":
		code, what = api.CodePermissionDenied, "permission denied"
	case r.Status == http.StatusRequestEntityTooLarge:
		code, what = api.CodeFileSizeLimit, "the file is too large for the backend"
	default:
		what += " (HTTP " + textOf(r.Status) + ")"
	}
	if shown != "" {
		what += ": " + shown
	}
	if code == api.CodeFileOperation {
		what += said.say(hide)
	}
	return api.Errorf(code, "%s", what).Because(statusCause(r))
}

// ParseFileInfo reads an entry as envd writes it, in its wrappers or without,
// or as the kit does.
func ParseFileInfo(m map[string]any) api.FileInfo {
	f := fields(m)
	for _, wrapper := range []string{"result", "entry"} {
		if inner := f.object(wrapper); inner != nil {
			f = inner
		}
	}
	info := api.FileInfo{
		Name: f.text("name"), Path: f.text("path"), Type: api.TypeFile,
		Size: f.number("size"), Mode: uint32(f.number("mode")) & 0o7777, //nolint:gosec // permission bits
		Modified: f.when("modifiedTime", "modified", "mtime", "modified_time"),
		Symlink:  f.text("symlinkTarget", "symlink", "symlink_target"),
	}
	switch strings.TrimSpace(f.text("type")) {
	case "2", "directory", "FILE_TYPE_DIRECTORY", "dir":
		info.Type = api.TypeDirectory
	}
	if isDir, _ := f["isDir"].(bool); isDir {
		info.Type = api.TypeDirectory
	}
	if info.Name == "" {
		trimmed := strings.TrimRight(info.Path, "/")
		info.Name = trimmed[strings.LastIndexByte(trimmed, '/')+1:]
	}
	return info
}
