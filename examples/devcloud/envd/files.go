package envd

import (
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/abxgen/abxgen/examples/devcloud/box"
	"github.com/abxgen/abxgen/examples/devcloud/connect"
)

// failure is an error with its HTTP status.
type failure struct {
	status  int
	message string
}

// Error gives the text.
func (f *failure) Error() string { return f.message }

func refuse(w http.ResponseWriter, err error) {
	var f *failure
	var e *connect.Error
	switch {
	case errors.As(err, &f):
		httpError(w, f.status, f.message)
	case errors.As(err, &e):
		connect.WriteError(w, e)
	default:
		httpError(w, http.StatusInternalServerError, err.Error())
	}
}

func (s *Server) files(w http.ResponseWriter, r *http.Request) {
	var err error
	switch r.Method {
	case http.MethodGet:
		err = s.download(w, r)
	case http.MethodPost:
		err = s.upload(w, r)
	default:
		w.Header()["Allow"] = []string{http.MethodGet, http.MethodPost}
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
	if err != nil {
		refuse(w, err)
	}
}

// who checks token or signature, and finds the user of a request to /files:
// the one of the query, else of the Basic header.
func (s *Server) who(r *http.Request, op string) (box.User, error) {
	u, err := s.user(r)
	if err != nil {
		return u, err
	}
	if wrong := s.signed(r, op); wrong != "" {
		return u, &failure{http.StatusUnauthorized, wrong}
	}
	return named(u, r.URL.Query().Get("username"))
}

func named(u box.User, name string) (box.User, error) {
	if name == "" {
		return u, nil
	}
	u, ok := box.LookupUser(name)
	if !ok {
		return u, &failure{http.StatusUnauthorized, "error looking up user '" + name + "': user: unknown user " + name}
	}
	return u, nil
}

func (s *Server) download(w http.ResponseWriter, r *http.Request) error {
	u, err := s.who(r, "read")
	if err != nil {
		return err
	}
	p, err := s.box.Abs(u, r.URL.Query().Get("path"))
	if err != nil {
		return &failure{http.StatusBadRequest, err.Error()}
	}
	f, info, err := s.open(p)
	if err != nil {
		return err
	}
	defer f.Close()
	zip, err := acceptsGzip(r)
	if err != nil {
		return err
	}
	w.Header().Set("Vary", "Accept-Encoding")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": path.Base(p)}))
	if !zip {
		http.ServeContent(w, r, path.Base(p), info.ModTime(), f)
		return nil
	}
	return zipped(w, path.Base(p), f)
}

func (s *Server) open(p string) (*os.File, fs.FileInfo, error) {
	at, err := s.box.Resolve(p, true)
	if err != nil {
		return nil, nil, errors.New("error opening file: " + s.box.Say(err))
	}
	info, err := os.Stat(at.Host)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, &failure{http.StatusNotFound, "path '" + p + "' does not exist"}
	case err == nil && info.IsDir():
		return nil, nil, &failure{http.StatusBadRequest, "path '" + p + "' is a directory"}
	}
	var f *os.File
	if err == nil {
		f, err = os.Open(at.Host)
	}
	if err != nil {
		return nil, nil, errors.New("error opening file: " + s.box.Say(err))
	}
	return f, info, nil
}

// acceptsGzip tells whether the answer is to be compressed: asked for, and no
// range wanted.
func acceptsGzip(r *http.Request) (bool, error) {
	accept := r.Header.Get("Accept-Encoding")
	zip := false
	for part := range strings.SplitSeq(accept, ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		zip = zip || name == "gzip" && strings.TrimSpace(q) != "q=0"
	}
	if !zip && strings.Contains(accept, "identity;q=0") {
		return false, &failure{http.StatusNotAcceptable,
			"error parsing Accept-Encoding: no acceptable encoding found, supported: [gzip]"}
	}
	return zip && r.Header.Get("Range") == "", nil
}

func zipped(w http.ResponseWriter, name string, f io.ReadSeeker) error {
	ctype := mime.TypeByExtension(filepath.Ext(name))
	if ctype == "" {
		var head [512]byte
		n, _ := io.ReadFull(f, head[:]) // a short file is as good
		ctype = http.DetectContentType(head[:n])
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	w.Header().Set("Content-Type", ctype)
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	if _, err := io.Copy(z, f); err != nil {
		panic(http.ErrAbortHandler) // too late for another status
	}
	return z.Close()
}
