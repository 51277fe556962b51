package cloud

import (
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/box"
	"github.com/abxgen/abxgen/examples/devcloud/envd"
	"github.com/abxgen/abxgen/examples/devcloud/interpreter"
)

// Lifetimes in seconds where a request names none, and the longest.
const (
	lifetimeV1  = 15
	lifetimeV2  = 300
	lifetimeMax = 24 * 3600
	forever     = -1 // CubeSandbox's way to say it
)

type createRequest struct {
	Template  string            `json:"templateID"`
	Timeout   *int              `json:"timeout"`
	AutoPause bool              `json:"autoPause"`
	Secure    bool              `json:"secure"`
	Metadata  map[string]string `json:"metadata"`
	Envs      map[string]string `json:"envVars"`
}

func (c *Cloud) createV1(w http.ResponseWriter, r *http.Request) error {
	return c.create(w, r, lifetimeV1, func(req *createRequest) bool { return req.Secure })
}

func (c *Cloud) createV2(w http.ResponseWriter, r *http.Request) error {
	return c.create(w, r, lifetimeV2, func(*createRequest) bool { return true })
}

func (c *Cloud) create(w http.ResponseWriter, r *http.Request, lifetime int, asked func(*createRequest) bool) error {
	var req createRequest
	if err := read(r, &req); err != nil {
		return err
	}
	if req.Template == "" {
		return fail(http.StatusBadRequest, "Error when parsing request: templateID is required")
	}
	d, err := seconds(req.Timeout, lifetime)
	if err != nil {
		return err
	}
	secure := c.o.Secure == SecureAlways || c.o.Secure == SecureAsked && asked(&req)
	s, err := c.store.once(r.Header.Get("Idempotency-Key"), func() (*sandbox, error) { return c.make(&req, d, secure) })
	if err != nil {
		return err
	}
	answer(w, http.StatusCreated, c.short(s))
	return nil
}

// seconds is a lifetime of a request; forever is negative.
func seconds(given *int, otherwise int) (time.Duration, error) {
	n := otherwise
	if given != nil {
		n = *given
	}
	switch {
	case n < forever:
		return 0, fail(http.StatusBadRequest, "Timeout cannot be negative")
	case n > lifetimeMax:
		return 0, fail(http.StatusBadRequest, "Timeout cannot be greater than 24 hours")
	}
	return time.Duration(n) * time.Second, nil
}

// make makes a sandbox, if the template is known and the limit allows it.
func (c *Cloud) make(req *createRequest, lifetime time.Duration, secure bool) (*sandbox, error) {
	if !c.o.knows(req.Template) {
		return nil, fail(http.StatusNotFound, "template '%s' not found", req.Template)
	}
	if n := c.o.MaxSandboxes; n > 0 && c.store.running() >= n {
		return nil, fail(http.StatusTooManyRequests, "you have reached the maximum number of concurrent E2B sandboxes (%d). "+
			"If you need more, please visit 'https://e2b.dev/docs/billing'", n)
	}
	s := &sandbox{
		id: "i" + strings.ToLower(rand.Text())[:20], template: req.Template, metadata: req.Metadata, domain: c.Domain,
		autoPause: req.AutoPause, started: time.Now(), state: running, over: c.over,
	}
	if secure {
		s.token = strings.ToLower(rand.Text())
	}
	if err := c.equip(s, req.Envs); err != nil {
		return nil, err
	}
	if !c.store.add(s) {
		return nil, errors.Join(fail(http.StatusServiceUnavailable, "the cloud is closing"), s.close())
	}
	s.live(lifetime)
	return s, nil
}

// equip gives a sandbox its machine, its envd and its port.
func (c *Cloud) equip(s *sandbox, envs map[string]string) (err error) {
	s.box, err = box.New(box.Options{ID: s.id, Parent: c.dir, Plain: c.o.Plain, Path: c.o.Path})
	if err != nil {
		return err
	}
	s.envd = envd.New(envd.Options{Box: s.box, Token: s.token, Envs: envs, Chunk: c.o.Chunk})
	s.code = interpreter.New(s.box, envs)
	switch c.o.EnvdURL {
	case EnvdURLShared:
		s.url = c.DataURL
	case EnvdURLPort:
		s.url, err = c.serve("127.0.0.1:0", c.watched("data", c.dataOf(s.id)))
	}
	return err
}

// over is the end of a lifetime.
func (c *Cloud) over(s *sandbox) {
	if s.autoPause {
		s.pause()
		return
	}
	if c.store.take(s.id) != nil {
		_ = s.close() // a file that cannot be removed goes with the cloud's folder
	}
}
