package envd

import (
	"cmp"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"sync"
)

// settings are what the cloud tells envd when a sandbox begins, and may tell
// again by POST /init, which no sandbox's public address leads to.
type settings struct {
	mu    sync.Mutex
	token string
	envs  map[string]string
	user  string
	dir   string
}

type initRequest struct {
	Envs  map[string]string `json:"envVars"`
	Token string            `json:"accessToken"`
	User  string            `json:"defaultUser"`
	Dir   string            `json:"defaultWorkdir"`
}

func (s *Server) init(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Envd-Version", Version)
	var req initRequest
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil && err != io.EOF {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if wrong := s.set.apply(&req); wrong != "" {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, wrong) // a client that left needs no answer
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
}

// apply takes the request over, unless it has not the token that is set; then
// it says so.
func (s *settings) apply(req *initRequest) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.token != "" && req.Token == "":
		return "access token reset not authorized"
	case s.token != "" && !same(s.token, req.Token):
		return "access token validation failed"
	}
	s.token = req.Token
	s.user = cmp.Or(req.User, s.user)
	s.dir = cmp.Or(req.Dir, s.dir)
	if s.envs == nil {
		s.envs = map[string]string{}
	}
	maps.Copy(s.envs, req.Envs)
	return ""
}

func (s *Server) accessToken() string {
	s.set.mu.Lock()
	defer s.set.mu.Unlock()
	return s.set.token
}

// environment is a copy of the variables of every command.
func (s *Server) environment() map[string]string {
	s.set.mu.Lock()
	defer s.set.mu.Unlock()
	envs := map[string]string{}
	maps.Copy(envs, s.set.envs)
	return envs
}

func (s *Server) defaultUser() string {
	s.set.mu.Lock()
	defer s.set.mu.Unlock()
	return s.set.user
}

func (s *Server) defaultDir() string {
	s.set.mu.Lock()
	defer s.set.mu.Unlock()
	return s.set.dir
}
