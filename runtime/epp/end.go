package epp

import (
	"context"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

func (s *server) end() { s.endOnce.Do(func() { close(s.ending) }) }

func (s *server) isEnded() bool {
	select {
	case <-s.ending:
		return true
	default:
		return false
	}
}

// putAway closes the provider once nothing needs it any more.
func (s *server) putAway() {
	s.awayOnce.Do(func() {
		defer close(s.away)
		s.cancel()
		if p := s.opened(); p != nil {
			_ = p.Close()
		}
	})
}

func (s *server) opened() api.Provider {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.provider
}

// close sees to it that the provider is closed, by force where its time is over.
func (s *server) close() {
	select {
	case <-s.away:
		return
	default:
	}
	go s.putAway()
	forced := make(chan struct{})
	go func() {
		defer close(forced)
		if p := s.opened(); p != nil {
			_ = p.Close()
		}
	}()
	last := time.NewTimer(graceForce)
	defer last.Stop()
	for away := s.away; away != nil || forced != nil; {
		select {
		case <-away:
			away = nil
		case <-forced:
			forced = nil
		case <-last.C:
			return
		}
	}
}

// wait returns when the server is over, and at the latest when its time is,
// whatever a host that does not read holds up.
func (s *server) wait(ctx context.Context, over <-chan struct{}) {
	select {
	case <-over:
		return
	case <-s.ending:
	case <-ctx.Done():
	}
	last := time.NewTimer(graceInFlight + graceCancel)
	defer last.Stop()
	select {
	case <-over:
	case <-last.C:
	}
}

// drain gives what is in flight its time, then stops it, and returns when all
// is over: at the latest 2.7 s after the end was asked for, at once with
// nothing in flight, but for a shutdown whose host still has stdin open.
func (s *server) drain(ctx context.Context, lines <-chan []byte) {
	s.end()
	idle := make(chan struct{})
	go func() { s.wg.Wait(); close(idle) }()
	grace, last := time.NewTimer(graceInFlight), time.NewTimer(graceInFlight+graceCancel)
	defer grace.Stop()
	defer last.Stop()
	failed, asked, away := s.out.Failed(), ctx.Done(), (chan struct{})(nil)
	for over, final := false, false; !over || !final; {
		select {
		case line, ok := <-lines:
			if !ok {
				lines, final = nil, true
				continue
			}
			final = final || isShutdown(line)
			s.take(line)
		case <-asked:
			asked, final = nil, true
		case <-failed:
			failed, final = nil, true
			s.cancel() // nobody would hear of what is in flight
		case <-idle:
			idle, away = nil, s.away
			go s.putAway()
		case <-away:
			away, over = nil, true
		case <-grace.C:
			s.cancel()
		case <-last.C:
			return
		}
	}
}

func isShutdown(line []byte) bool {
	m, fail := parse(line)
	return fail == nil && m.Method == "shutdown"
}
