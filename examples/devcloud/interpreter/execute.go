package interpreter

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

type executeRequest struct {
	Code     *string           `json:"code"`
	Context  string            `json:"context_id"`
	Language string            `json:"language"`
	Envs     map[string]string `json:"env_vars"`
}

var errClosed = errors.New("the sandbox is being killed")

func (s *Server) execute(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var req executeRequest
	if err != nil || json.Unmarshal(body, &req) != nil || req.Code == nil {
		missingCode(w, body)
		return
	}
	if req.Context != "" && req.Language != "" {
		text(w, http.StatusBadRequest, "Only one of context_id or language can be provided")
		return
	}
	if req.Language != "" && req.Language != python {
		unknownLanguage(w, req.Language)
		return
	}
	k, err := s.kernel(req.Context)
	switch {
	case err != nil:
		text(w, http.StatusInternalServerError, err.Error())
		return
	case k == nil:
		notFound(w, req.Context)
		return
	}
	w.Header()["Content-Type"] = nil // the server sends none, and nobody is to guess one
	flusher := http.NewResponseController(w)
	whole := k.execute(r.Context(), execution{*req.Code, req.Envs}, func(line []byte) {
		_, _ = w.Write(line) // a client that left ends the context
		_ = flusher.Flush()
	})
	if !whole {
		s.forget(k)
		panic(http.ErrAbortHandler) // the stream is cut, never ended early
	}
}

// kernel gives the one of a context ("" the standard one), started if it has
// none; nil if there is no such context.
func (s *Server) kernel(id string) (*kernel, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if id == "" {
		id = s.standardID()
	}
	i := s.index(id)
	if i < 0 {
		return nil, nil
	}
	c := s.contexts[i]
	if c.kernel == nil {
		k, err := startKernel(s.box, s.envs, c.Dir)
		if err != nil {
			return nil, err
		}
		c.kernel = k
	}
	return c.kernel, nil
}

// forget lets the next execution start another kernel.
func (s *Server) forget(k *kernel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.contexts {
		if c.kernel == k {
			c.stop()
		}
	}
}

// detail is one fault of a body.
type detail struct {
	Type  string   `json:"type"`
	Loc   []string `json:"loc"`
	Msg   string   `json:"msg"`
	Input any      `json:"input"`
}

func missingCode(w http.ResponseWriter, body []byte) {
	var input any
	_ = json.Unmarshal(body, &input) // null if it is none
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusUnprocessableEntity)
	_ = json.NewEncoder(w).Encode(map[string]any{"detail": []detail{
		{"missing", []string{"body", "code"}, "Field required", input},
	}})
}
