package envd

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/abxgen/abxgen/examples/devcloud/box"
)

// written is one file in the answer to an upload.
type written struct {
	Metadata map[string]string `json:"metadata,omitempty"`
	Name     string            `json:"name"`
	Path     string            `json:"path"`
	Type     string            `json:"type"`
}

func (s *Server) upload(w http.ResponseWriter, r *http.Request) error {
	u, err := s.who(r, "write")
	if err != nil {
		return err
	}
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		if body, err = gzip.NewReader(r.Body); err != nil {
			return &failure{http.StatusBadRequest, "error decompressing the body: " + err.Error()}
		}
	}
	ctype, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	var done []written
	switch ctype {
	case "multipart/form-data":
		done, err = s.uploadParts(u, r, multipart.NewReader(body, params["boundary"]))
	case "application/octet-stream":
		done, err = s.uploadRaw(u, r, body)
	default:
		err = &failure{http.StatusBadRequest, "unsupported content type: " + ctype +
			", expected multipart/form-data or application/octet-stream"}
	}
	if err != nil {
		return err
	}
	answer, err := json.Marshal(done)
	if err == nil {
		_, err = w.Write(answer) // no Content-Type, as envd: it is sniffed to be text
	}
	return err
}

func (s *Server) uploadRaw(u box.User, r *http.Request, body io.Reader) ([]written, error) {
	p := r.URL.Query().Get("path")
	if p == "" {
		return nil, &failure{http.StatusBadRequest, "path query parameter is required for raw body upload"}
	}
	one, err := s.store(u, p, body)
	one.Metadata = metadata(r)
	return []written{one}, err
}

// uploadParts stores every part named "file": at the query's path, or at its
// own file name.
func (s *Server) uploadParts(u box.User, r *http.Request, parts *multipart.Reader) ([]written, error) {
	to := r.URL.Query().Get("path")
	done := []written{}
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return done, nil
		}
		if err != nil {
			return nil, &failure{http.StatusBadRequest, "error parsing multipart form: " + err.Error()}
		}
		if part.FormName() != "file" {
			continue
		}
		p := to
		if p == "" {
			p = fileName(part)
		}
		if to != "" && len(done) > 0 {
			return nil, &failure{http.StatusBadRequest, "you cannot upload multiple files to the same path '" + done[0].Path +
				"' in one upload request, only the first specified file was uploaded"}
		}
		one, err := s.store(u, p, part)
		if err != nil {
			return nil, err
		}
		one.Metadata = metadata(r)
		done = append(done, one)
	}
}

// fileName is the part's own name, folders included, which the part's method
// leaves out.
func fileName(part *multipart.Part) string {
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return part.FileName()
	}
	return params["filename"]
}

// metadata are the X-Metadata-* headers. They are told back, not kept.
func metadata(r *http.Request) map[string]string {
	m := map[string]string{}
	for k := range r.Header {
		if name, ok := strings.CutPrefix(k, "X-Metadata-"); ok {
			m[strings.ToLower(name)] = r.Header.Get(k)
		}
	}
	return m
}

// store writes a file and makes its folders.
func (s *Server) store(u box.User, p string, from io.Reader) (written, error) {
	p, err := s.box.Abs(u, p)
	if err != nil {
		return written{}, &failure{http.StatusBadRequest, err.Error()}
	}
	done := written{Name: path.Base(p), Path: p, Type: "file"}
	at, err := s.box.Change(p, true)
	if err != nil {
		return done, errors.New("error opening file: " + s.box.Say(err))
	}
	if err := s.parents(p, filepath.Dir(at.Host)); err != nil {
		return done, err
	}
	if info, err := os.Stat(at.Host); err == nil && info.IsDir() {
		return done, &failure{http.StatusBadRequest, "path is a directory: " + p}
	}
	f, err := os.Create(at.Host)
	if err != nil {
		return done, errors.New("error opening file: " + s.box.Say(err))
	}
	_, err = io.Copy(f, from)
	if err = errors.Join(err, f.Close()); errors.Is(err, syscall.ENOSPC) {
		return done, &failure{http.StatusInsufficientStorage, "not enough disk space available"}
	}
	if err != nil {
		return done, errors.New("error writing file: " + s.box.Say(err))
	}
	return done, nil
}

func (s *Server) parents(p, host string) error {
	err := os.MkdirAll(host, 0o755)
	var pe *fs.PathError
	if errors.As(err, &pe) && errors.Is(err, syscall.ENOTDIR) {
		return errors.New("error ensuring directories: path is a file: " + strings.TrimPrefix(pe.Path, s.box.Root))
	}
	if err != nil {
		return errors.New("error ensuring directories: " + s.box.Say(err))
	}
	return nil
}

type composeRequest struct {
	Sources     []string `json:"source_paths"`
	Destination string   `json:"destination"`
	Username    string   `json:"username"`
}

// compose joins files to one and removes them.
func (s *Server) compose(w http.ResponseWriter, r *http.Request) {
	var req composeRequest
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		httpError(w, http.StatusBadRequest, "error parsing the request: "+err.Error())
		return
	}
	done, err := s.join(&req)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(done) // a client that left needs no answer
}

func (s *Server) join(req *composeRequest) (written, error) {
	u, err := named(box.User{}, cmp.Or(req.Username, box.DefaultUser))
	if err != nil {
		return written{}, err
	}
	var whole bytes.Buffer
	var hosts []string
	for _, source := range req.Sources {
		p, err := s.box.Abs(u, source)
		if err != nil {
			return written{}, &failure{http.StatusBadRequest, err.Error()}
		}
		at, err := s.box.Change(p, true)
		var data []byte
		if err == nil {
			data, err = os.ReadFile(at.Host)
		}
		if err != nil {
			return written{}, &failure{http.StatusNotFound, "source file not found: " + source}
		}
		whole.Write(data)
		hosts = append(hosts, at.Host)
	}
	done, err := s.store(u, req.Destination, &whole)
	for _, h := range hosts {
		err = errors.Join(err, os.Remove(h))
	}
	return done, err
}
