package cloud

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Request is one that reached the cloud, as a test sees it.
type Request struct {
	Plane  string // "control" or "data"
	Method string
	Host   string
	Path   string
	Query  string
	Header http.Header
	Body   []byte // what was read of it, 64 KiB at most
}

const keepBody = 64 << 10

// recorder remembers all requests of a cloud's life, in a test; the program,
// which may run for weeks, does not.
type recorder struct {
	off bool
	mu  sync.Mutex
	all []*seen
}

type seen struct {
	Request
	mu   sync.Mutex
	body bytes.Buffer
}

// Write keeps the beginning of a body.
func (s *seen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.body.Write(p[:min(len(p), keepBody-s.body.Len())])
	return len(p), nil
}

func (rec *recorder) see(plane string, r *http.Request) {
	if rec.off {
		return
	}
	s := &seen{Request: Request{
		Plane: plane, Method: r.Method, Host: r.Host, Path: r.URL.Path, Query: r.URL.RawQuery, Header: r.Header.Clone(),
	}}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(r.Body, s), r.Body}
	rec.mu.Lock()
	defer rec.mu.Unlock()
	rec.all = append(rec.all, s)
}

// Requests gives all requests so far, in the order they came.
func (c *Cloud) Requests() []Request {
	c.rec.mu.Lock()
	defer c.rec.mu.Unlock()
	out := make([]Request, 0, len(c.rec.all))
	for _, s := range c.rec.all {
		s.mu.Lock()
		req := s.Request
		req.Body = bytes.Clone(s.body.Bytes())
		s.mu.Unlock()
		out = append(out, req)
	}
	return out
}

// Count tells how many requests came with this method and with a path that
// ends so, on both planes: Count("POST", "/sandboxes") counts creates.
func (c *Cloud) Count(method, pathEnd string) int {
	n := 0
	for _, r := range c.Requests() {
		if r.Method == method && strings.HasSuffix(r.Path, pathEnd) {
			n++
		}
	}
	return n
}

// Running tells how many sandboxes there are that run.
func (c *Cloud) Running() int { return c.store.running() }

// watched records requests and lets faults have them.
func (c *Cloud) watched(plane string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.rec.see(plane, r)
		c.faults.serve(w, r, h)
	})
}
