// Package interpreter is the code interpreter of a devcloud sandbox: Python
// that keeps its names between executions, answering as E2B's server on port
// 49999 does (spec/e2b-wire.md, section 3). It needs python3.
package interpreter

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"slices"
	"sync"

	"github.com/abxgen/abxgen/examples/devcloud/box"
)

// Port is where the interpreter listens in a sandbox.
const Port = 49999

const (
	python  = "python"
	homeDir = "/home/user"
)

// Server is one sandbox's interpreter.
type Server struct {
	box  *box.Box
	envs map[string]string
	mux  *http.ServeMux

	mu       sync.Mutex // guards what follows
	contexts []*codeContext
	standard string // the context of executions that name none
	closed   bool
}

// codeContext is what executions share. Its kernel starts with the first.
type codeContext struct {
	ID       string `json:"id"`
	Language string `json:"language"`
	Dir      string `json:"cwd"`
	kernel   *kernel
}

// Available tells whether this machine can run it.
func Available() bool {
	_, err := exec.LookPath("python3")
	return err == nil
}

// New makes a Server; envs are the variables of all code.
func New(b *box.Box, envs map[string]string) *Server {
	s := &Server{box: b, envs: envs, mux: http.NewServeMux()}
	s.standardID()
	s.mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { answer(w, "OK") })
	s.mux.HandleFunc("POST /execute", s.execute)
	s.mux.HandleFunc("GET /contexts", s.list)
	s.mux.HandleFunc("POST /contexts", s.create)
	s.mux.HandleFunc("POST /contexts/{id}/restart", s.restart)
	s.mux.HandleFunc("DELETE /contexts/{id}", s.remove)
	return s
}

// ServeHTTP answers one request to the interpreter's port.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Close ends all code; executions are cut.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, c := range s.contexts {
		c.stop()
	}
}

func (c *codeContext) stop() {
	if c.kernel != nil {
		c.kernel.kill()
		c.kernel = nil
	}
}

// add makes a context; the caller holds the lock.
func (s *Server) add(dir string) *codeContext {
	c := &codeContext{ID: uuid(), Language: python, Dir: dir}
	s.contexts = append(s.contexts, c)
	return c
}

// standardID names the standard context, made again if it was removed; the
// caller holds the lock.
func (s *Server) standardID() string {
	if s.index(s.standard) < 0 {
		s.standard = s.add(homeDir).ID
	}
	return s.standard
}

func (s *Server) list(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer(w, s.contexts)
}

func (s *Server) create(w http.ResponseWriter, r *http.Request) {
	req := struct{ Language, Cwd string }{python, homeDir}
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil && err != io.EOF {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	if req.Language != python {
		unknownLanguage(w, req.Language)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	answer(w, s.add(req.Cwd))
}

// change runs f on the context that the path names, or answers 404.
func (s *Server) change(w http.ResponseWriter, r *http.Request, f func(c *codeContext)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.index(r.PathValue("id"))
	if i < 0 {
		notFound(w, r.PathValue("id"))
		return
	}
	f(s.contexts[i])
	answer(w, nil)
}

func (s *Server) restart(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, func(c *codeContext) { c.stop() })
}

func (s *Server) remove(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, func(c *codeContext) {
		c.stop()
		s.contexts = slices.DeleteFunc(s.contexts, func(o *codeContext) bool { return o == c })
	})
}

func (s *Server) index(id string) int {
	return slices.IndexFunc(s.contexts, func(c *codeContext) bool { return c.ID == id })
}

func notFound(w http.ResponseWriter, id string) {
	text(w, http.StatusNotFound, fmt.Sprintf("Context %s not found", id))
}

func unknownLanguage(w http.ResponseWriter, name string) {
	text(w, http.StatusInternalServerError, fmt.Sprintf(`Failed to create context: {"message": "The '%s' kernel is not available. `+
		`Please pick another suitable kernel instead, or install that kernel.", "short_message": "%s not found"}`, name, name))
}

func text(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, message) // a client that left needs no answer
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // a client that left needs no answer
}

// uuid is a random one, version 4.
func uuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
