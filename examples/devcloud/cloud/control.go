package cloud

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
)

// failure is an answer of the control plane that is an error.
type failure struct {
	status  int
	message string
}

// Error gives the text.
func (f *failure) Error() string { return f.message }

func fail(status int, format string, args ...any) *failure {
	return &failure{status, fmt.Sprintf(format, args...)}
}

func notFound(id string) *failure {
	return fail(http.StatusNotFound, "Sandbox %q doesn't exist or you don't have access to it", id)
}

// control is the control plane (spec/e2b-wire.md, section 2).
func (c *Cloud) control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "Health check successful")
	})
	mux.Handle("POST /sandboxes", c.api(c.createV1))
	mux.Handle("POST /v2/sandboxes", c.api(c.createV2))
	mux.Handle("GET /sandboxes", c.api(c.listV1))
	mux.Handle("GET /v2/sandboxes", c.api(c.listV2))
	mux.Handle("GET /sandboxes/{id}", c.on(c.detail))
	mux.Handle("DELETE /sandboxes/{id}", c.on(c.kill))
	mux.Handle("POST /sandboxes/{id}/timeout", c.on(c.timeout))
	mux.Handle("POST /sandboxes/{id}/refreshes", c.on(c.refresh))
	mux.Handle("POST /sandboxes/{id}/pause", c.on(c.pause))
	mux.Handle("POST /sandboxes/{id}/resume", c.on(c.resume))
	mux.Handle("POST /sandboxes/{id}/connect", c.on(c.connect))
	mux.Handle("POST /v2/sandboxes/{id}/connect", c.on(c.connect))
	mux.Handle("GET /sandboxes/{id}/metrics", c.on(c.metrics))
	mux.Handle("PUT /sandboxes/{id}/network", c.on(c.network))
	mux.Handle("/", c.api(func(http.ResponseWriter, *http.Request) error {
		return fail(http.StatusNotFound, "no matching operation was found")
	}))
	return mux
}

// api checks the key and turns an error into an answer.
func (c *Cloud) api(f func(w http.ResponseWriter, r *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := c.authenticate(r)
		if err == nil {
			err = f(w, r)
		}
		if err == nil {
			return
		}
		var e *failure
		if !errors.As(err, &e) {
			e = fail(http.StatusInternalServerError, "%v", err)
		}
		answer(w, e.status, map[string]any{"code": e.status, "message": e.message})
	})
}

var validID = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// on is api for what concerns one sandbox.
func (c *Cloud) on(f func(w http.ResponseWriter, r *http.Request, s *sandbox) error) http.Handler {
	return c.api(func(w http.ResponseWriter, r *http.Request) error {
		id := r.PathValue("id")
		if !validID.MatchString(id) {
			return fail(http.StatusBadRequest, "Invalid sandbox ID")
		}
		s := c.store.get(id)
		if s == nil {
			return notFound(id)
		}
		return f(w, r, s)
	})
}

// authenticate takes the key as X-API-Key or as a bearer token.
func (c *Cloud) authenticate(r *http.Request) error {
	key := r.Header.Get("X-API-Key")
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && key == "" {
		key = bearer
	}
	if key == "" {
		return fail(http.StatusUnauthorized, "authorization header is missing")
	}
	if subtle.ConstantTimeCompare([]byte(key), []byte(c.Key)) != 1 {
		return fail(http.StatusUnauthorized, "Invalid API key")
	}
	return nil
}

// read decodes a body; none at all leaves v as it is.
func read(r *http.Request, v any) error {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return fail(http.StatusBadRequest, "Error when reading request: %v", err)
	}
	if len(body) == 0 {
		return nil
	}
	if err := json.Unmarshal(body, v); err != nil {
		return fail(http.StatusBadRequest, "Error when parsing request: %v", err)
	}
	return nil
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // a client that left needs no answer
}
