package epp

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// How long calls in flight have after the end was asked for, then for telling
// the sandbox to stop and for the provider's own close, and then for ending by
// force what still holds it up (spec/epp.md, "The end").
const (
	graceInFlight = 2 * time.Second
	graceCancel   = 700 * time.Millisecond
	graceForce    = 200 * time.Millisecond
)

// Plugin is what a plugin serves.
type Plugin struct {
	// Descriptor answers the handshake and gates what the host may ask for.
	Descriptor *api.Descriptor
	// Open makes the provider when the host initializes; it is called once, and
	// should return before it has done slow work. It is closed once nothing is in
	// flight, and a second time where that has not ended when time runs out.
	Open func(ctx context.Context, init Init) (api.Provider, error)
	// Direct gives the envd address and token that the host may use itself, or
	// "" for bytes that go through the plugin. Nil: always through the plugin.
	Direct func(context.Context, *api.SandboxInfo) (url, token string, err error)
}

// Serve answers a host on in and out until shutdown, the end of in, the end of
// ctx (SIGTERM) or a reader of out that has gone. It returns within 3 s of it,
// with what was in flight stopped, remotely too, even where a host that stopped
// reading holds up every answer; its error is one of out.
func Serve(ctx context.Context, in io.Reader, out io.Writer, plugin Plugin) error {
	s := newServer(ctx, out, plugin)
	defer s.close()
	lines := make(chan []byte)
	done, over := make(chan struct{}), make(chan struct{})
	defer close(done)
	go s.read(in, lines, done)
	go func() {
		defer close(over)
		s.loop(ctx, lines)
		s.drain(ctx, lines)
	}()
	s.wait(ctx, over)
	return s.out.lastError()
}

type server struct {
	plugin Plugin
	out    *Writer
	hide   secrets // of initialize; set before anything else runs

	ctx    context.Context // of every call; cancelled when the grace is over
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu       sync.Mutex
	calls    map[string][]*context.CancelFunc // in flight, by id as it came
	order    map[string]chan struct{}         // the last input to a process, by its id
	terminal map[string]api.Terminal
	running  map[pid]api.PID // by process_id: what exec.start gave a host may be used as a pid
	nextID   int
	held     int           // bytes of the requests in flight
	freed    chan struct{} // has a token when held became less
	large    chan struct{} // has a token for each large file that is held
	ending   chan struct{} // closed when the end was asked for
	endOnce  sync.Once

	provider api.Provider
	started  bool
	away     chan struct{} // closed when the provider is
	awayOnce sync.Once
}

func newServer(ctx context.Context, out io.Writer, plugin Plugin) *server {
	s := &server{
		plugin: plugin, out: NewWriter(out),
		calls: map[string][]*context.CancelFunc{}, order: map[string]chan struct{}{},
		terminal: map[string]api.Terminal{}, running: map[pid]api.PID{},
		freed: make(chan struct{}, 1), large: make(chan struct{}, maxLarge), ending: make(chan struct{}), away: make(chan struct{}),
	}
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return s
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
			s.room(ctx, requestCost+len(line))
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
	case m.Method == "":
		// An answer: this side asks nothing.
	case m.ID == nil:
		s.notified(m)
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
		s.call(m.ID, m.Method, m.Params)
	}
}

// notified takes a notification; all but one are unknown and mean nothing.
func (s *server) notified(m message) {
	if m.Method == "$/cancel" {
		s.cancelCall(m.Params)
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
	s.hide = secretsOf(s.plugin.Descriptor, init)
	init.Log = s.log
	provider, err := s.plugin.Open(s.ctx, init)
	if err != nil {
		s.failed(m.ID, err)
		return
	}
	s.mu.Lock()
	s.provider, s.started = provider, true
	s.mu.Unlock()
	s.answer(m.ID, handshakeOf(s.plugin.Descriptor))
}
