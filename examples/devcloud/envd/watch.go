package envd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fsnotify/fsnotify"

	"github.com/abxgen/abxgen/examples/devcloud/box"
	"github.com/abxgen/abxgen/examples/devcloud/connect"
)

type watchRequest struct {
	Path         string `json:"path"`
	Recursive    bool   `json:"recursive"`
	IncludeEntry bool   `json:"includeEntry"`
}

// fileEvent is a filesystem.FilesystemEvent; Name is relative to the watched
// folder, "." for itself.
type fileEvent struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Entry *entry `json:"entry,omitempty"`
}

// kinds are envd's names of the bits of one event, in the order told.
var kinds = []struct {
	op   fsnotify.Op
	name string
}{
	{fsnotify.Create, "EVENT_TYPE_CREATE"}, {fsnotify.Write, "EVENT_TYPE_WRITE"}, {fsnotify.Remove, "EVENT_TYPE_REMOVE"},
	{fsnotify.Rename, "EVENT_TYPE_RENAME"}, {fsnotify.Chmod, "EVENT_TYPE_CHMOD"},
}

// watch is one watched folder.
type watch struct {
	server    *Server
	notify    *fsnotify.Watcher
	inside    string
	host      string
	recursive bool
	entries   bool
}

// watch begins to watch a folder; a missing one and a file are not_found.
func (s *Server) watch(u box.User, req *watchRequest) (*watch, error) {
	p, err := s.abs(u, req.Path)
	if err != nil {
		return nil, err
	}
	at, err := s.box.Resolve(p, true)
	if err != nil {
		return nil, connect.Errorf(connect.Internal, "error watching path %s: %s", p, s.box.Say(err))
	}
	info, err := os.Stat(at.Host)
	if err != nil {
		return nil, connect.Errorf(connect.NotFound, "path %s not found: %s", p, s.box.Say(err))
	}
	if !info.IsDir() {
		return nil, connect.Errorf(connect.InvalidArgument, "path %s is not a directory", p)
	}
	n, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, connect.Errorf(connect.Internal, "error creating watcher: %v", err)
	}
	w := &watch{server: s, notify: n, inside: p, host: at.Host, recursive: req.Recursive, entries: req.IncludeEntry}
	if _, err := w.add(at.Host); err != nil {
		return nil, errors.Join(connect.Errorf(connect.Internal, "error adding path %s to watcher: %s", p, s.box.Say(err)), n.Close())
	}
	return w, nil
}

// add watches a folder, and if wanted those below it, and gives what is in
// them already.
func (w *watch) add(host string) (found []string, err error) {
	if !w.recursive {
		return nil, w.notify.Add(host)
	}
	err = filepath.WalkDir(host, func(p string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && p != host {
			return nil // gone meanwhile
		}
		if err != nil {
			return err
		}
		if p != host {
			found = append(found, p)
		}
		if d.IsDir() {
			return w.notify.Add(p)
		}
		return nil
	})
	return found, err
}

// events says what one notification means. A new folder is watched from now
// on; what came into it before that is told as well.
func (w *watch) events(e fsnotify.Event) []fileEvent {
	var out []fileEvent
	for _, k := range kinds {
		if e.Op.Has(k.op) {
			out = append(out, w.event(e.Name, k.name))
		}
	}
	info, err := os.Lstat(e.Name)
	if !w.recursive || !e.Op.Has(fsnotify.Create) || err != nil || !info.IsDir() {
		return out
	}
	found, _ := w.add(e.Name) // it may be gone already
	for _, p := range found {
		out = append(out, w.event(p, "EVENT_TYPE_CREATE"))
	}
	return out
}

func (w *watch) event(host, kind string) fileEvent {
	name := strings.TrimPrefix(strings.TrimPrefix(host, w.host), "/")
	if name == "" {
		name = "."
	}
	e := fileEvent{Name: name, Type: kind}
	if w.entries {
		e.Entry, _ = w.server.entry(filepath.Join(w.inside, name)) // gone: no entry
	}
	return e
}
