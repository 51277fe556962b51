package epp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// How long calls in flight have after the end was asked for, and then for
// telling the sandbox to stop (spec/epp.md, "The end").
const (
	graceInFlight = 2 * time.Second
	graceCancel   = 800 * time.Millisecond
)

// Plugin is what a plugin serves.
type Plugin struct {
	// Descriptor answers the handshake and gates what the host may ask for.
	Descriptor *api.Descriptor
	// Open makes the provider when the host initializes; it is called once, and
	// should return before it has done slow work.
	Open func(ctx context.Context, init Init) (api.Provider, error)
	// Direct gives the envd address and token that the host may use itself, or
	// "" for bytes that go through the plugin. Nil: always through the plugin.
	Direct func(context.Context, *api.SandboxInfo) (url, token string, err error)
}

// Serve answers a host on in and out until shutdown, the end of in, the end of
// ctx (SIGTERM) or a reader of out that has gone. It returns within 3 s of it,
// with what was in flight stopped, remotely too; its error is one of out.
func Serve(ctx context.Context, in io.Reader, out io.Writer, plugin Plugin) error {
	s := newServer(ctx, out, plugin)
	defer s.close()
	lines := make(chan []byte)
	done := make(chan struct{})
	defer close(done)
	go s.read(in, lines, done)
	s.loop(ctx, lines)
	s.drain(ctx, lines)
	return s.out.lastError()
}

type server struct {
	plugin Plugin
	out    *Writer

	ctx    context.Context // of every call; cancelled when the grace is over
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu       sync.Mutex
	calls    map[string]context.CancelFunc // in flight, by id as it came
	order    map[string]chan struct{}      // the last input to a process, by its id
	terminal map[string]api.Terminal
	running  map[pid]api.PID // by process_id: what exec.start gave a host may be used as a pid
	nextID   int
	ended    bool

	provider api.Provider
	started  bool
}

func newServer(ctx context.Context, out io.Writer, plugin Plugin) *server {
	s := &server{
		plugin: plugin, out: NewWriter(out),
		calls: map[string]context.CancelFunc{}, order: map[string]chan struct{}{},
		terminal: map[string]api.Terminal{}, running: map[pid]api.PID{},
	}
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return s
}

func (s *server) close() {
	s.cancel()
	if s.provider != nil {
		_ = s.provider.Close()
	}
}

// read hands lines over until the end of in; a line that is too long is
// answered here.
func (s *server) read(in io.Reader, lines chan<- []byte, done <-chan struct{}) {
	defer close(lines)
	r := NewReader(in)
	for {
		line, err := r.Next()
		var long *TooLongError
		if errors.As(err, &long) {
			s.fail(idOrNull(long.ID), &rpcError{
				Code:    codeProvider,
				Message: long.Error() + "; split the content, or use a provider that lets the host move the bytes itself",
			})
			continue
		}
		if err != nil {
			return
		}
		select {
		case lines <- line:
		case <-done:
			return
		}
	}
}

// loop takes lines until something asks for the end.
func (s *server) loop(ctx context.Context, lines <-chan []byte) {
	for !s.isEnded() {
		select {
		case line, ok := <-lines:
			if !ok {
				return
			}
			s.take(line)
		case <-ctx.Done():
			return
		case <-s.out.Failed():
			return
		}
	}
}

// take answers one line, or starts the work that will.
func (s *server) take(line []byte) {
	m, fail := parse(line)
	switch {
	case fail != nil:
		s.fail(m.ID, fail)
	case m.Method == "$/cancel":
		s.cancelCall(m.Params)
	case m.Method == "" || m.ID == nil:
		// An answer, or a notification that this side does not know.
	case s.isEnded():
		s.fail(m.ID, &rpcError{Code: codeInvalidRequest, Message: "the plugin is shutting down"})
	case m.Method == "shutdown":
		s.end()
		s.answer(m.ID, struct{}{})
	case m.Method == "initialize":
		s.initialize(m)
	case !s.started:
		s.fail(m.ID, &rpcError{Code: codeInvalidRequest, Message: "initialize comes first"})
	default:
		s.call(m)
	}
}

func (s *server) initialize(m message) {
	if s.started {
		s.fail(m.ID, &rpcError{Code: codeInvalidRequest, Message: "initialize was already called"})
		return
	}
	var init Init
	if fail := decodeParams(m.Params, &init); fail != nil {
		s.fail(m.ID, fail)
		return
	}
	if init.Protocol != "" && init.Protocol != "epp/1" {
		s.fail(m.ID, &rpcError{Code: codeInvalidRequest, Message: "this plugin speaks epp/1"})
		return
	}
	init.Log = s.log
	provider, err := s.plugin.Open(s.ctx, init)
	if err != nil {
		s.fail(m.ID, toRPC(err))
		return
	}
	s.provider, s.started = provider, true
	s.answer(m.ID, handshakeOf(s.plugin.Descriptor))
}

// call runs a request beside the others.
func (s *server) call(m message) {
	handle, ok := handlers[m.Method]
	if !ok {
		s.fail(m.ID, &rpcError{Code: codeMethodNotFound, Message: fmt.Sprintf("method %q is not known", clean(m.Method))})
		return
	}
	p := new(params)
	if fail := decodeParams(m.Params, p); fail != nil {
		s.fail(m.ID, fail)
		return
	}
	ctx, forget := s.register(m.ID)
	turn, done := s.turn(m.Method, p)
	s.wg.Go(func() {
		<-turn
		after := s.run(ctx, m.ID, handle, p)
		done()
		forget()
		if after != nil {
			after()
		}
	})
}

// run gives a request its one answer; what it returns follows the answer. A
// fault of this program is an answer too: the process lives.
func (s *server) run(ctx context.Context, id json.RawMessage, handle handler, p *params) (after func()) {
	defer func() {
		if fault := recover(); fault != nil {
			after = nil
			s.fail(id, toRPC(api.Errorf(api.CodeProvider, "internal fault: %v", fault)))
		}
	}()
	result, after, err := handle(ctx, s, p)
	if err != nil {
		s.fail(id, toRPC(err))
		return nil
	}
	s.answer(id, result)
	return after
}

func (s *server) answer(id json.RawMessage, result any) {
	if err := s.out.Write(answer{"2.0", id, result}); errors.Is(err, ErrLineTooLong) {
		s.fail(id, toRPC(tooLarge("the answer")))
	}
}

// tooLarge names the limit and the way out.
func tooLarge(what string) *api.Error {
	return api.Errorf(api.CodeFileSizeLimit, "%s does not fit a protocol line of 8 MiB", what).
		With("read or print less at a time, or use a provider that lets the host move the bytes itself (envd_url)")
}

func (s *server) fail(id json.RawMessage, e *rpcError) { _ = s.out.Write(failure{"2.0", id, e}) }

func (s *server) notify(method string, params any) error {
	return s.out.Write(notification{"2.0", method, params})
}

func (s *server) log(level, message string) {
	_ = s.notify("log", map[string]string{"level": level, "message": clean(message)})
}

func (s *server) register(id json.RawMessage) (ctx context.Context, forget func()) {
	ctx, cancel := context.WithCancel(s.ctx)
	key := string(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[key] = cancel
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.calls, key)
		cancel()
	}
}

func (s *server) cancelCall(raw json.RawMessage) {
	var p struct{ ID json.RawMessage }
	if decodeParams(raw, &p) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel, ok := s.calls[string(bytes.TrimSpace(p.ID))]; ok {
		cancel()
	}
}

// turn makes inputs to one process wait for each other, so that what a host
// sends in order arrives in order.
func (s *server) turn(method string, p *params) (wait <-chan struct{}, done func()) {
	ready := make(chan struct{})
	key := p.SandboxID + "/" + string(p.PID) + "/" + string(p.ProcessID)
	if method != "process.stdin" && method != "pty.write" {
		close(ready)
		return ready, func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	before, mine := s.order[key], make(chan struct{})
	s.order[key] = mine
	if before == nil {
		before = ready
		close(ready)
	}
	return before, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		close(mine)
		if s.order[key] == mine {
			delete(s.order, key)
		}
	}
}

func (s *server) end()          { s.mu.Lock(); s.ended = true; s.mu.Unlock() }
func (s *server) isEnded() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.ended }

// drain gives what is in flight its time, then stops it, and returns when all
// is over: at the latest 2.8 s after the end was asked for, at once with
// nothing in flight, but for a shutdown whose host still has stdin open.
func (s *server) drain(ctx context.Context, lines <-chan []byte) {
	s.end()
	idle := make(chan struct{})
	go func() { s.wg.Wait(); close(idle) }()
	grace, last := time.NewTimer(graceInFlight), time.NewTimer(graceInFlight+graceCancel)
	defer grace.Stop()
	defer last.Stop()
	for over, final := false, false; !over || !final; {
		select {
		case line, ok := <-lines:
			if !ok {
				lines, final = nil, true
				continue
			}
			final = final || isShutdown(line)
			s.take(line)
		case <-ctx.Done():
			ctx, final = context.Background(), true
		case <-s.out.Failed():
			s.cancel()
			<-idle
			return
		case <-idle:
			idle, over = nil, true
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
