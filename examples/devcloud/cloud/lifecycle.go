package cloud

import (
	"net/http"
	"time"
)

func (c *Cloud) detail(w http.ResponseWriter, _ *http.Request, s *sandbox) error {
	answer(w, http.StatusOK, detailed(s))
	return nil
}

func (c *Cloud) kill(w http.ResponseWriter, _ *http.Request, s *sandbox) error {
	if c.store.take(s.id) == nil {
		return notFound(s.id) // another request was first
	}
	if err := s.close(); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

type timeoutRequest struct {
	Timeout   *int  `json:"timeout"`
	Duration  *int  `json:"duration"`
	AutoPause *bool `json:"autoPause"`
}

func (c *Cloud) timeout(w http.ResponseWriter, r *http.Request, s *sandbox) error {
	var req timeoutRequest
	if err := read(r, &req); err != nil {
		return err
	}
	if req.Timeout == nil {
		return fail(http.StatusBadRequest, "Error when parsing request: timeout is required")
	}
	d, err := seconds(req.Timeout, 0)
	if err != nil {
		return err
	}
	if state, _ := s.now(); state == paused {
		return notFound(s.id)
	}
	s.live(d)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// refresh lets a sandbox live at least so much longer.
func (c *Cloud) refresh(w http.ResponseWriter, r *http.Request, s *sandbox) error {
	var req timeoutRequest
	if err := read(r, &req); err != nil {
		return err
	}
	d, err := seconds(req.Duration, lifetimeV1)
	if err != nil {
		return err
	}
	if d < 0 || d > time.Hour {
		return fail(http.StatusBadRequest, "Error when parsing request: duration must be from 0 to 3600")
	}
	s.extend(d)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (c *Cloud) pause(w http.ResponseWriter, _ *http.Request, s *sandbox) error {
	if !s.pause() {
		return fail(http.StatusConflict, "Sandbox '%s' is already paused", s.id)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (c *Cloud) resume(w http.ResponseWriter, r *http.Request, s *sandbox) error {
	var req timeoutRequest
	if err := read(r, &req); err != nil {
		return err
	}
	d, err := seconds(req.Timeout, lifetimeV1)
	if err != nil {
		return err
	}
	if !s.resume(d) {
		return fail(http.StatusConflict, "Sandbox '%s' is already running", s.id)
	}
	answer(w, http.StatusCreated, c.short(s))
	return nil
}

// connect resumes a paused sandbox (201), or makes a running one live at least
// the timeout (200). Only E2B's first version of it requires the timeout, and
// CubeSandbox, which has no other, does not: so nobody has to send it.
func (c *Cloud) connect(w http.ResponseWriter, r *http.Request, s *sandbox) error {
	var req timeoutRequest
	if err := read(r, &req); err != nil {
		return err
	}
	d, err := seconds(req.Timeout, lifetimeV2)
	if err != nil {
		return err
	}
	if s.resume(d) {
		answer(w, http.StatusCreated, c.short(s))
		return nil
	}
	s.extend(d)
	answer(w, http.StatusOK, c.short(s))
	return nil
}

// metrics says what a sandbox has; what it uses is not measured.
func (c *Cloud) metrics(w http.ResponseWriter, _ *http.Request, _ *sandbox) error {
	now := time.Now()
	answer(w, http.StatusOK, []metricRecord{{
		Timestamp: stamp(now), Unix: now.Unix(), CPU: cpuCount, MemTotal: memoryMB << 20, DiskTotal: diskMB << 20,
	}})
	return nil
}

// network accepts rules and does nothing with them.
func (c *Cloud) network(w http.ResponseWriter, _ *http.Request, _ *sandbox) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}
