package e2b

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

type watchMessage struct {
	Path      string `json:"path"`
	Recursive bool   `json:"recursive,omitempty"`
}

// WatchDir watches a folder, and what is below it where recursive is true. It
// returns once the watching has begun: E4001 where there is no folder. Paths of
// events are relative to it. It ends with ctx.
func (c *Client) WatchDir(ctx context.Context, t api.Target, path string, recursive bool) (api.WatchStream, error) {
	s, err := c.openStream(ctx, t, streamCall{rpc: rpcWatchDir, message: watchMessage{path, recursive}})
	if err != nil {
		return nil, err
	}
	w := &watch{s: s}
	late := time.AfterFunc(c.cfg.Timeout, func() { s.cancel(errNoAnswer) })
	defer late.Stop()
	if err := w.begin(path); err != nil {
		s.shut()
		return nil, err
	}
	return w, nil
}

// watch is an api.WatchStream.
type watch struct {
	s     *rpcStream
	first *api.FileEvent // of a backend that announces no start
}

func (w *watch) begin(path string) error {
	for {
		var m fields
		err := w.s.recv(&m)
		var f *rpcFailure
		switch {
		case errors.As(err, &f) && f.code == "not_found":
			return api.Errorf(api.CodeFileNotFound, "no such directory: %s", clean(path, 200)).Because(err)
		case errors.Is(err, io.EOF):
			return api.Errorf(api.CodeNetwork, "the sandbox ended the watching before it had begun")
		case err != nil:
			return err
		}
		if e, ok := w.event(m); ok {
			w.first = &e
			return nil
		}
		if m.object("start") != nil {
			return nil
		}
	}
}

// Recv gives the next event, io.EOF where the sandbox ended the watching.
func (w *watch) Recv() (api.FileEvent, error) {
	if e := w.first; e != nil {
		w.first = nil
		return *e, nil
	}
	for {
		var m fields
		if err := w.s.recv(&m); err != nil {
			w.s.shut()
			return api.FileEvent{}, err
		}
		if e, ok := w.event(m); ok {
			return e, nil
		}
	}
}

// Close ends the watching.
func (w *watch) Close() error {
	w.s.shut()
	return nil
}

var eventTypes = map[string]string{
	"EVENT_TYPE_CREATE": "created", "EVENT_TYPE_REMOVE": "deleted", "EVENT_TYPE_RENAME": "renamed",
	"create": "created", "created": "created", "delete": "deleted", "deleted": "deleted",
	"rename": "renamed", "renamed": "renamed",
}

// event reads what envd writes, {"filesystem":{name,type}}, or the flat form of
// older ones. WRITE, CHMOD and what is unknown are modified, as in the SDK.
func (w *watch) event(m fields) (api.FileEvent, bool) {
	if m["keepalive"] != nil {
		w.s.alive()
		return api.FileEvent{}, false
	}
	if inner := m.object("result"); inner != nil {
		m = inner
	}
	f := m.object("filesystem")
	if f == nil {
		f = m
	}
	kind := f.text("type", "eventType")
	if kind == "" {
		return api.FileEvent{}, false
	}
	return api.FileEvent{
		Type: cmp.Or(eventTypes[kind], "modified"), Path: f.text("name", "path"), OldPath: f.text("oldPath", "old_path"),
	}, true
}
