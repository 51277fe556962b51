package envd

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"

	"github.com/abxgen/abxgen/examples/devcloud/box"
	"github.com/abxgen/abxgen/examples/devcloud/connect"
)

type (
	pathRequest struct {
		Path string `json:"path"`
	}
	listRequest struct {
		Path  string `json:"path"`
		Depth int    `json:"depth"` // 0: 1
	}
	moveRequest struct {
		Source      string `json:"source"`
		Destination string `json:"destination"`
	}
	entryResponse struct {
		Entry *entry `json:"entry"`
	}
	entriesResponse struct {
		Entries []*entry `json:"entries,omitempty"`
	}
)

func (s *Server) filesystemRoutes() {
	handle := func(name string, h http.Handler) { s.mux.Handle("/filesystem.Filesystem/"+name, h) }
	handle("Stat", byUser(s, s.stat))
	handle("ListDir", byUser(s, s.listDir))
	handle("MakeDir", byUser(s, s.makeDir))
	handle("Move", byUser(s, s.move))
	handle("Remove", byUser(s, s.remove))
	handle("CreateWatcher", byUser(s, s.createWatcher))
	handle("GetWatcherEvents", byUser(s, s.watcherEvents))
	handle("RemoveWatcher", byUser(s, s.removeWatcher))
	handle("WatchDir", connect.ServerStream(s.watchDir))
}

// byUser is connect.Unary for methods that need the user: envd looks for him
// before it reads the message.
func byUser[Req, Res any](s *Server, f func(u box.User, req *Req) (Res, error)) http.Handler {
	type key struct{}
	inner := connect.Unary(func(ctx context.Context, req *Req) (Res, error) {
		u, _ := ctx.Value(key{}).(box.User)
		return f(u, req)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u, err := s.user(r)
		if err != nil {
			connect.WriteError(w, err)
			return
		}
		inner.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, u)))
	})
}

func (s *Server) abs(u box.User, p string) (string, error) {
	p, err := s.box.Abs(u, p)
	if err != nil {
		return "", connect.Errorf(connect.InvalidArgument, "%v", err)
	}
	return p, nil
}

// fail gives an error of the file system the code that envd gives it; what
// begins the text when something is missing.
func (s *Server) fail(missing, other string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return connect.Errorf(connect.NotFound, "%s: %s", missing, s.box.Say(err))
	}
	return connect.Errorf(connect.Internal, "%s: %s", other, s.box.Say(err))
}

func (s *Server) stat(u box.User, req *pathRequest) (*entryResponse, error) {
	p, err := s.abs(u, req.Path)
	if err != nil {
		return nil, err
	}
	return s.entryAt(p)
}

func (s *Server) entryAt(p string) (*entryResponse, error) {
	e, err := s.entry(p)
	if err != nil {
		return nil, s.fail("file not found", "error getting file info", err)
	}
	return &entryResponse{e}, nil
}

func (s *Server) makeDir(u box.User, req *pathRequest) (*entryResponse, error) {
	p, err := s.abs(u, req.Path)
	if err != nil {
		return nil, err
	}
	at, err := s.box.Resolve(p, true)
	if err != nil {
		return nil, s.fail("path not found", "error getting file info", err)
	}
	info, err := os.Stat(at.Host)
	switch {
	case err == nil && info.IsDir():
		return nil, connect.Errorf(connect.AlreadyExists, "directory already exists: %s", p)
	case err == nil:
		return nil, connect.Errorf(connect.InvalidArgument, "path already exists but it is not a directory: %s", p)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, connect.Errorf(connect.Internal, "error getting file info: %s", s.box.Say(err))
	}
	if _, err = s.box.Change(p, true); err == nil {
		err = os.MkdirAll(at.Host, 0o755)
	}
	if err != nil {
		return nil, connect.Errorf(connect.Internal, "error creating directory: %s", s.box.Say(err))
	}
	return s.entryAt(p)
}

func (s *Server) move(u box.User, req *moveRequest) (*entryResponse, error) {
	from, err := s.abs(u, req.Source)
	if err != nil {
		return nil, err
	}
	to, err := s.abs(u, req.Destination)
	if err != nil {
		return nil, err
	}
	source, err := s.box.Change(from, false)
	if err != nil {
		return nil, s.fail("source file not found", "error renaming", err)
	}
	target, err := s.box.Change(to, false)
	if err != nil {
		return nil, s.fail("destination not found", "error renaming", err)
	}
	if err := os.MkdirAll(filepath.Dir(target.Host), 0o755); err != nil {
		return nil, connect.Errorf(connect.Internal, "error creating directory: %s", s.box.Say(err))
	}
	if err := os.Rename(source.Host, target.Host); err != nil {
		return nil, s.fail("source file not found", "error renaming", err)
	}
	return s.entryAt(to)
}

func (s *Server) remove(u box.User, req *pathRequest) (empty, error) {
	p, err := s.abs(u, req.Path)
	if err != nil {
		return empty{}, err
	}
	at, err := s.box.Change(p, false)
	if err == nil {
		err = os.RemoveAll(at.Host)
	}
	if err != nil {
		return empty{}, connect.Errorf(connect.Internal, "error removing file or directory: %s", s.box.Say(err))
	}
	return empty{}, nil
}

func (s *Server) listDir(u box.User, req *listRequest) (*entriesResponse, error) {
	p, err := s.abs(u, req.Path)
	if err != nil {
		return nil, err
	}
	at, err := s.box.Resolve(p, true)
	if err != nil {
		return nil, s.fail("path not found", "error getting path info", err)
	}
	if _, err := filepath.EvalSymlinks(at.Host); err != nil { // its text names the first part that is missing
		return nil, s.fail("path not found", "error getting path info", err)
	}
	info, err := os.Stat(at.Host)
	if err != nil || !info.IsDir() {
		return nil, connect.Errorf(connect.InvalidArgument, "path is not a directory: %s", p)
	}
	res := &entriesResponse{}
	return res, s.walk(res, p, at.Host, max(req.Depth, 1))
}

// walk lists a folder, and the ones below it to the given depth.
func (s *Server) walk(res *entriesResponse, p, host string, depth int) error {
	names, err := os.ReadDir(host)
	if err != nil {
		return connect.Errorf(connect.Internal, "error reading directory: %s", s.box.Say(err))
	}
	for _, name := range names {
		child := path.Join(p, name.Name())
		e, err := s.entry(child)
		if errors.Is(err, fs.ErrNotExist) {
			continue // gone meanwhile
		}
		if err != nil {
			return connect.Errorf(connect.Internal, "error reading directory: %s", s.box.Say(err))
		}
		res.Entries = append(res.Entries, e)
		if depth > 1 && name.IsDir() {
			if err := s.walk(res, child, filepath.Join(host, name.Name()), depth-1); err != nil {
				return err
			}
		}
	}
	return nil
}
