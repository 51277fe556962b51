package guest

import (
	"errors"
	"fmt"
	"time"

	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

// How often a guest is looked at. A ping is answered by JavaScript's own
// thread: one that waits for Limits.Call means that it runs without a pause,
// whether or not a call waits for it. Where one does, its own limit ends it and
// says which call it was: the ping gives it stopGrace.
const (
	minPing      = 50 * time.Millisecond
	maxPing      = 5 * time.Second
	residentTick = 10 * time.Millisecond
)

// watch ends a guest that doesn't answer or grows too large.
func (s *session) watch() {
	ping := time.NewTicker(min(max(s.c.limits.Call/2, minPing), maxPing))
	defer ping.Stop()
	var size <-chan time.Time
	if s.conn.Resident != nil {
		ticker := time.NewTicker(residentTick)
		defer ticker.Stop()
		size = ticker.C
	}
	for {
		select {
		case <-s.peer.Done():
			s.depart()
			return
		case <-ping.C:
			s.ping()
		case <-size:
			if s.confinement().Memory {
				size = nil
				continue
			}
			s.weigh()
		}
	}
}

// depart sees to it that a guest whose pipe is over is gone, too: one that does
// not read, that closed its input, or whose children hold its output.
func (s *session) depart() {
	if err := s.peer.Err(); errors.Is(err, wire.ErrProtocol) {
		s.end(cause{text: "it broke the protocol: " + clean(err.Error())})
	}
	for _, force := range []func(){s.conn.Kill, func() { s.conn.R.Close() }} {
		select {
		case <-s.gone:
			return
		case <-time.After(closeGrace):
			s.end(cause{text: "it closed its input and did not end"})
			force()
		}
	}
}

func (s *session) ping() {
	if !s.answers() {
		return
	}
	s.mu.Lock()
	since := s.pinged
	if since.IsZero() {
		s.pinged = time.Now()
	}
	s.mu.Unlock()
	switch {
	case since.IsZero():
		s.peer.Event("ping")
	case time.Since(since) >= s.c.limits.Call+stopGrace:
		s.end(cause{deadline: true, text: "its JavaScript ran for " + round(s.c.limits.Call).String() + " without a pause"})
	}
}

func (s *session) weigh() {
	if size := s.conn.Resident(); size > s.c.limits.HeapBytes {
		s.end(cause{text: memoryText(s.c.limits)})
	}
}

func memoryText(l Limits) string {
	return fmt.Sprintf("out of memory (limit %d MiB)", l.HeapBytes>>20)
}

// onEvent takes what the guest tells. It is called on the reading goroutine.
func (s *session) onEvent(name string, args []any) {
	text := func(i int) string {
		if i < len(args) {
			t, _ := args[i].(string)
			return t
		}
		return ""
	}
	switch name {
	case "log":
		s.logs.log(text(0), text(1))
	case "lost":
		s.logs.log("warn", "some lines of the provider's log were dropped: too many at once")
	case "pong":
		s.mu.Lock()
		s.pinged = time.Time{}
		s.mu.Unlock()
	case "confined":
		s.mu.Lock()
		s.held = confinementOf(args)
		s.mu.Unlock()
	case "broken":
		s.end(cause{text: clean(text(0))})
	}
}
