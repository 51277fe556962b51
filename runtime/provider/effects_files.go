package provider

import (
	"context"
	"io"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// The kit's own FilesystemProtocol.
var fileEffects = map[string]effectFunc{
	"stat":     statEffect,
	"get_info": statEffect,
	"list_dir": listDirEffect,
	"make_dir": func(ctx context.Context, e *effect) (any, error) {
		return nil, e.client.MakeDir(ctx, e.target(), e.path())
	},
	"remove": func(ctx context.Context, e *effect) (any, error) {
		return nil, e.client.Remove(ctx, e.target(), e.path())
	},
	"move":          moveEffect,
	"rename":        moveEffect,
	"exists":        func(ctx context.Context, e *effect) (any, error) { return e.client.Exists(ctx, e.target(), e.path()) },
	"read":          readEffect,
	"download_file": readEffect,
	"read_text":     readTextEffect,
	"write":         writeEffect,
	"upload_file":   writeEffect,
	"watch_dir":     watchEffect,
	"upload_url": func(ctx context.Context, e *effect) (any, error) {
		return e.client.UploadURL(ctx, e.target(), e.path())
	},
	"download_url": func(ctx context.Context, e *effect) (any, error) {
		return e.client.DownloadURL(ctx, e.target(), e.path())
	},
}

func (e *effect) path() string        { return values.Path(e.arg(2)) }
func (e *effect) last() values.Object { return values.AsObject(e.arg(2)) }
func (e *effect) user() string        { return e.last().Text("username", "user") }

func statEffect(ctx context.Context, e *effect) (any, error) {
	f, err := e.client.Stat(ctx, e.target(), e.path())
	if err != nil {
		return nil, err
	}
	return values.FromFile(f), nil
}

func listDirEffect(ctx context.Context, e *effect) (any, error) {
	list, err := e.client.ListDir(ctx, e.target(), e.path())
	return values.FromFiles(list), err
}

func moveEffect(ctx context.Context, e *effect) (any, error) {
	from := e.last().Text("source", "old_path", "from")
	to := e.last().Text("destination", "new_path", "to")
	return nil, e.client.Move(ctx, e.target(), from, to)
}

func readEffect(ctx context.Context, e *effect) (any, error) {
	r, err := e.client.ReadAs(ctx, e.target(), e.user(), e.path())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return values.Whole(r)
}

func readTextEffect(ctx context.Context, e *effect) (any, error) {
	v, err := readEffect(ctx, e)
	if err != nil {
		return nil, err
	}
	return strings.ToValidUTF8(string(values.Bytes(v)), "\ufffd"), nil
}

func writeEffect(ctx context.Context, e *effect) (any, error) {
	var content io.ReadCloser = io.NopCloser(strings.NewReader(""))
	if v := e.last().Get("content", "data"); v != nil {
		var err error
		if content, err = values.ToReader(v); err != nil {
			return nil, api.Errorf(api.CodeConfig, "write takes bytes, text or a stream of them as content").Because(err)
		}
	}
	defer content.Close()
	return nil, e.client.WriteAs(ctx, e.target(), e.user(), e.path(), content)
}

func watchEffect(ctx context.Context, e *effect) (any, error) {
	w, err := e.client.WatchDir(ctx, e.target(), e.path(), e.last().Bool("recursive"))
	if err != nil {
		return nil, err
	}
	return values.Generate(w.Recv, func(ev api.FileEvent) any { return values.FromEvent(ev) }, w.Close), nil
}
