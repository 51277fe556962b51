package guest

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

// session is one guest, from its start until it is gone.
type session struct {
	c     *Client
	logs  *logPump
	ready chan struct{} // closed when buildInfra has answered or the guest ended before
	gone  chan struct{} // closed when nothing is left of it

	// Set before ready closes.
	infra    *Infra
	rejected error

	mu     sync.Mutex
	conn   *Conn
	peer   *wire.Peer
	cause  *cause // why it ended, or is about to
	open   map[*wire.Pending]bool
	held   Confinement
	pinged time.Time // since when a ping waits for its answer; zero: none does
}

// newSession starts a guest when the one before it is gone.
func newSession(c *Client, before *session) *session {
	s := &session{
		c: c, logs: newLogPump(c.host),
		ready: make(chan struct{}), gone: make(chan struct{}), open: map[*wire.Pending]bool{},
	}
	go s.run(before)
	return s
}

func (s *session) run(before *session) {
	defer close(s.gone)
	if before != nil {
		<-before.gone
	}
	conn, err := s.launch()
	if err != nil {
		s.notStarted(err)
		return
	}
	read := make(chan error, 1)
	go func() { read <- s.peer.Read(conn.R) }()
	go s.watch()
	infra, rejected := s.build()
	if infra == nil && rejected == nil {
		<-s.peer.Done() // so that its end is told with its reason
		s.finish(conn, <-read)
		s.c.started(s, nil, nil)
		return
	}
	s.c.started(s, infra, rejected)
	if rejected != nil {
		s.end(cause{quiet: true, text: "buildInfra failed"})
	}
	s.finish(conn, <-read)
}

// notStarted ends a session that has no guest. What a launcher says in its own
// words (its file is missing, or another one) is final; the rest may pass.
func (s *session) notStarted(err error) {
	text := err.Error()
	var verdict *api.Error
	if errors.As(err, &verdict) {
		text, err = verdict.Message, verdict
	} else {
		err = nil
	}
	s.end(cause{text: "it could not be started: " + text})
	s.c.started(s, nil, err)
	s.logs.close()
	s.report()
}

func (s *session) launch() (*Conn, error) {
	conn, err := s.c.launch(s.c.ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conn = conn
	s.peer = wire.New(conn.W, wire.Handler{Request: s.onRequest, Event: s.onEvent})
	if s.cause != nil { // ended while it started
		conn.Kill()
	}
	return conn, nil
}

// build sends the Boot and waits for what buildInfra returns. Both results are
// nil where the guest ended before.
func (s *session) build() (*Infra, error) {
	ctx, cancel := context.WithTimeout(s.c.ctx, s.c.limits.Startup)
	defer cancel()
	v, err := s.peer.Call(ctx, wire.Main, "boot", s.c.boot.message())
	var e *api.Error
	switch {
	case err == nil:
		return infraOf(v), nil
	case errors.As(err, &e):
		e.Provider = s.c.boot.Provider
		return nil, e
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		s.end(cause{deadline: true, text: "buildInfra took longer than " + round(s.c.limits.Startup).String()})
	case s.peer.Err() == nil:
		s.end(cause{text: "it could not be started: " + err.Error()})
	}
	return nil, nil
}

// finish waits until the guest is gone, and says why it ended.
func (s *session) finish(conn *Conn, read error) {
	if read != nil {
		s.end(cause{text: "it broke the protocol: " + read.Error()})
	}
	waited := make(chan error, 1)
	go func() { waited <- conn.Wait() }()
	var exit error
	select {
	case exit = <-waited:
	case <-time.After(closeGrace):
		conn.Kill()
		exit = <-waited
	}
	conn.R.Close()
	conn.W.Close()
	s.end(crash(conn, exit, s.c.limits))
	s.logs.close()
	s.report()
}

// end notes why the guest ends and kills it; only the first reason counts.
func (s *session) end(c cause) {
	s.mu.Lock()
	first := s.cause == nil
	if first {
		s.cause = &c
	}
	conn := s.conn
	s.mu.Unlock()
	if first && conn != nil {
		conn.Kill()
	}
}

// ended tells whether a call has to go to another guest.
func (s *session) ended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cause != nil || s.peer != nil && s.peer.Err() != nil
}

// noted tells whether it is known what came of the start.
func (s *session) noted() bool {
	select {
	case <-s.ready:
		return true
	default:
		return false
	}
}

// why gives the reason of the end; call it when gone has closed or an end was
// noted.
func (s *session) why() cause {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cause == nil {
		return cause{text: "it ended"}
	}
	return *s.cause
}

// startError is what a waiting call is told of a guest that has no infra; nil
// where another guest should be tried.
func (s *session) startError() error {
	if s.rejected != nil {
		return s.rejected
	}
	if why := s.why(); why.deadline {
		return s.c.errorf(api.CodeProviderTimeout, "%s", why.text)
	}
	return nil
}

func (s *session) confinement() Confinement {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held
}

// close ends a guest in order: the provider's close(), the end of its input,
// and then by force.
func (s *session) close() {
	if s.answers() && s.infra.HasClose {
		ctx, cancel := context.WithTimeout(context.Background(), closeGrace)
		if _, err := s.peer.Call(ctx, wire.Main, "close"); err != nil && !s.ended() {
			s.logs.log("warn", s.c.boot.Provider+": close(): "+err.Error())
		}
		cancel()
	}
	s.mu.Lock()
	if s.cause == nil {
		s.cause = &cause{quiet: true, text: "it was closed"}
	}
	conn, peer := s.conn, s.peer
	s.mu.Unlock()
	if conn == nil {
		return
	}
	peer.Event("closing")
	grace := time.NewTimer(closeGrace / 2)
	defer grace.Stop()
	select {
	case <-peer.Finish():
		conn.W.Close()
	case <-grace.C:
		conn.Kill()
		return
	}
	select {
	case <-s.gone:
	case <-grace.C:
		conn.Kill()
	}
}

// answers tells whether the guest has started and lives.
func (s *session) answers() bool {
	select {
	case <-s.ready:
		return s.infra != nil && !s.ended()
	default:
		return false
	}
}
