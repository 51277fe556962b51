// Package envd is the daemon inside a devcloud sandbox: process.Process and
// filesystem.Filesystem over Connect, and files over plain HTTP, answering as
// envd 0.6.13 does (spec/e2b-wire.md, section 1) with real processes and files.
package envd

import (
	"maps"
	"net/http"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/box"
	"github.com/abxgen/abxgen/examples/devcloud/connect"
)

// Version is the envd that this one looks like.
const Version = "0.6.13"

// Port is where envd listens in a sandbox.
const Port = 49983

// Options make a Server.
type Options struct {
	Box   *box.Box
	Token string            // of X-Access-Token and signatures; "" asks for none
	Envs  map[string]string // variables of every command
	Chunk int               // most bytes in one output event; 0: 32 KiB, and 16 KiB of a terminal
}

// Server is one sandbox's daemon.
type Server struct {
	box      *box.Box
	set      settings
	chunk    int
	now      func() time.Time
	procs    table
	watchers watchers
	mux      *http.ServeMux
}

// New makes a Server.
func New(o Options) *Server {
	s := &Server{box: o.Box, set: settings{token: o.Token, envs: maps.Clone(o.Envs)}, chunk: o.Chunk, now: time.Now, mux: http.NewServeMux()}
	s.procs.init()
	s.watchers.init()
	s.processRoutes()
	s.filesystemRoutes()
	s.mux.HandleFunc("/files", s.files)
	s.mux.HandleFunc("/files/compose", s.compose)
	s.mux.HandleFunc("GET /health", health)
	s.mux.HandleFunc("GET /metrics", metrics)
	s.mux.HandleFunc("GET /envs", s.listEnvs)
	s.mux.HandleFunc("POST /init", s.init)
	return s
}

// ServeHTTP answers one request to envd's port.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Origin")
	if cors(w, r) || !s.authorized(w, r) {
		return
	}
	s.mux.ServeHTTP(w, r)
}

// Close cuts every stream and ends every process of the sandbox.
func (s *Server) Close() {
	s.watchers.closeAll()
	s.procs.closeAll()
	s.box.Kill()
	s.procs.wait()
}

// user is who the Basic header names, else the default.
func (s *Server) user(r *http.Request) (box.User, error) {
	name, _, _ := r.BasicAuth()
	if name == "" {
		name = s.defaultUser()
	}
	u, ok := box.LookupUser(name)
	if !ok {
		return u, connect.Errorf(connect.Unauthenticated, "invalid username: '%s'", name)
	}
	return u, nil
}

// cors answers a preflight, and lets browsers read any other answer.
func cors(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Origin") == "" {
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	method := r.Header.Get("Access-Control-Request-Method")
	if r.Method != http.MethodOptions || method == "" {
		return false
	}
	h.Add("Vary", "Access-Control-Request-Method")
	h.Add("Vary", "Access-Control-Request-Headers")
	h.Set("Access-Control-Allow-Methods", method)
	h.Set("Access-Control-Allow-Headers", r.Header.Get("Access-Control-Request-Headers"))
	h.Set("Access-Control-Max-Age", "7200")
	w.WriteHeader(http.StatusNoContent)
	return true
}
