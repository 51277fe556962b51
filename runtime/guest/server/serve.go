package server

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

// flushGrace is how long the last words of a guest may take to be written.
const flushGrace = 100 * time.Millisecond

// server waits for a Boot and gives the rest to the instance made from it.
type server struct {
	cfg    Config
	peer   *wire.Peer
	broken chan error  // why JavaScript can't go on
	words  atomic.Bool // the log's last lines are on their way

	mu       sync.Mutex
	instance *instance
	booted   bool
}

// Serve is the function Serve with a Config.
func (cfg Config) Serve(r io.Reader, w io.Writer) error {
	s := &server{cfg: cfg, broken: make(chan error, 1)}
	s.peer = wire.New(w, wire.Handler{Request: s.onRequest, Event: s.onEvent})
	read := make(chan error, 1)
	go func() { read <- s.peer.Read(r) }()
	var err error
	select {
	case err = <-read:
	case err = <-s.broken:
		s.peer.Event("broken", err.Error())
		s.flush()
	}
	if i := s.current(); i != nil {
		i.vm.Close()
	}
	if s.words.Load() {
		s.flush()
	}
	return err
}

// flush waits, a little, until what was said is written.
func (s *server) flush() {
	select {
	case <-s.peer.Finish():
	case <-time.After(flushGrace):
	}
}

// closing reports what JavaScript left unhandled, before the end of the input.
// Nothing else comes any more, so the reader may wait for it, a little.
func (s *server) closing(i *instance) {
	if !i.vm.Unreported() {
		return
	}
	s.words.Store(true)
	done := make(chan struct{})
	i.vm.Post(func(*goja.Runtime) {
		i.vm.ReportRejections()
		close(done)
	})
	select {
	case <-done:
	case <-time.After(flushGrace):
	}
}

func (s *server) current() *instance {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.instance
}

func (s *server) onRequest(r *wire.Request) {
	if r.Name == "boot" {
		s.mu.Lock()
		first := !s.booted
		s.booted = true
		s.mu.Unlock()
		if first {
			go s.boot(r)
			return
		}
	}
	i := s.current()
	if i == nil {
		r.Fail(api.Errorf(api.CodeProvider, "the guest has not started"))
		return
	}
	i.serve(r)
}

// boot confines the process and runs the provider up to buildInfra's answer.
func (s *server) boot(r *wire.Request) {
	var arg any
	if len(r.Args) > 0 {
		arg = r.Args[0]
	}
	boot, ok := guest.BootOf(arg)
	if !ok {
		r.Fail(api.Errorf(api.CodeProvider, "core and guest are of different versions"))
		return
	}
	var held guest.Confinement
	if s.cfg.Confine != nil {
		held = s.cfg.Confine(boot.Limits)
	}
	s.peer.Event("confined", held.Names()...)
	i, err := newInstance(s.peer, boot)
	if err != nil {
		r.Fail(err)
		return
	}
	s.mu.Lock()
	s.instance = i
	s.mu.Unlock()
	go s.watch(i)
	i.start(r, boot)
}

// watch waits for the VM's end.
func (s *server) watch(i *instance) {
	select {
	case <-i.vm.Broken():
		err := i.vm.Err()
		if err == nil {
			err = errors.New("the JavaScript engine failed")
		}
		s.broken <- err
	case <-s.peer.Done():
	}
}

// onEvent answers a ping from JavaScript's thread, which shows that it turns,
// and hears of the end.
func (s *server) onEvent(name string, _ []any) {
	i := s.current()
	switch {
	case i == nil:
	case name == "ping":
		i.vm.Post(i.pong)
	case name == "closing":
		s.closing(i)
	}
}
