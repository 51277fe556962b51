package cloud

import (
	"sync"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/box"
	"github.com/abxgen/abxgen/examples/devcloud/envd"
	"github.com/abxgen/abxgen/examples/devcloud/interpreter"
)

// States of a sandbox.
const (
	running = "running"
	paused  = "paused"
)

// sandbox is one that was created and not killed yet.
type sandbox struct {
	id, template string
	token        string // envd's; "" none
	url          string // of its own port
	domain       string
	metadata     map[string]string
	autoPause    bool
	started      time.Time
	box          *box.Box
	envd         *envd.Server
	code         *interpreter.Server

	mu    sync.Mutex // guards what follows
	state string
	end   time.Time // zero: never
	timer *time.Timer
	over  func(*sandbox) // what the end of the lifetime does
}

// live sets the lifetime from now on; negative is without end.
func (s *sandbox) live(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	s.end, s.timer = time.Time{}, nil
	if d >= 0 {
		s.end = time.Now().Add(d)
		s.timer = time.AfterFunc(d, func() { s.over(s) })
	}
}

// extend makes the lifetime d from now on unless it is longer already.
func (s *sandbox) extend(d time.Duration) {
	s.mu.Lock()
	longer := s.end.IsZero() || time.Now().Add(d).Before(s.end)
	s.mu.Unlock()
	if !longer {
		s.live(d)
	}
}

// pause stops the processes and the clock; false if it is paused already.
func (s *sandbox) pause() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == paused {
		return false
	}
	if s.timer != nil {
		s.timer.Stop()
	}
	s.state, s.end = paused, time.Now()
	s.box.Freeze()
	return true
}

// resume goes on for d; false if it is running already.
func (s *sandbox) resume(d time.Duration) bool {
	s.mu.Lock()
	was := s.state
	if was == paused {
		s.state = running
		s.box.Thaw()
	}
	s.mu.Unlock()
	if was != paused {
		return false
	}
	s.live(d)
	return true
}

// now gives state and end at one moment.
func (s *sandbox) now() (string, time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state, s.end
}

// close ends the processes and removes the files. Its own port stays open, to
// say that the sandbox was not found, until the cloud closes.
func (s *sandbox) close() error {
	s.mu.Lock()
	if s.timer != nil {
		s.timer.Stop()
	}
	s.mu.Unlock()
	s.envd.Close()
	s.code.Close()
	return s.box.Close()
}
