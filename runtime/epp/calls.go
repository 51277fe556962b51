package epp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
)

// call runs a request beside the others.
func (s *server) call(id json.RawMessage, method string, raw json.RawMessage) {
	handle, ok := handlers[method]
	if !ok {
		s.fail(id, &rpcError{Code: codeMethodNotFound, Message: fmt.Sprintf("method %q is not known", clean(method))})
		return
	}
	if err := allowed(s.plugin.Descriptor, method); err != nil {
		s.failed(id, err)
		return
	}
	p := new(params)
	if fail := decodeParams(raw, p); fail != nil {
		s.fail(id, fail)
		return
	}
	size := requestCost + len(raw)
	ctx, forget := s.register(id, size)
	turn, done := s.turn(method, p)
	s.wg.Go(func() {
		after := s.inTurn(ctx, turn, func() followUp { return s.run(ctx, id, handle, p) }, func() { s.failed(id, ctx.Err()) })
		done()
		s.after(after, forget())
	})
}

// inTurn runs work when its turn has come, or gives up with its context.
func (s *server) inTurn(ctx context.Context, turn <-chan struct{}, work func() followUp, gaveUp func()) followUp {
	select {
	case <-turn:
		return work()
	case <-ctx.Done():
		gaveUp()
		<-turn // what comes later still waits for what came before
		return nil
	}
}

// run gives a request its one answer; what it returns follows the answer. A
// fault of this program is an answer too: the process lives.
func (s *server) run(ctx context.Context, id json.RawMessage, handle handler, p *params) (after followUp) {
	defer func() {
		if fault := recover(); fault != nil {
			after = nil
			s.failed(id, internal(fault))
		}
	}()
	result, after, err := handle(ctx, s, p)
	if err != nil {
		s.failed(id, err)
		return nil
	}
	s.answer(id, result)
	return after
}

// after runs what follows an answer; a fault there ends the stream that it
// was, not the process.
func (s *server) after(f followUp, cancelled bool) {
	defer func() {
		if fault := recover(); fault != nil {
			s.log("error", internal(fault).Message)
		}
	}()
	if f != nil {
		f(cancelled)
	}
}

func internal(fault any) *api.Error {
	return api.Errorf(api.CodeProvider, "internal fault: %v", fault)
}

func (s *server) answer(id json.RawMessage, result any) {
	if err := s.out.Write(answer{"2.0", id, result}); errors.Is(err, ErrLineTooLong) {
		s.failed(id, tooLarge("the answer"))
	}
}

// tooLarge names the limit and the way out.
func tooLarge(what string) *api.Error {
	return api.Errorf(api.CodeFileSizeLimit, "%s does not fit a protocol line of 8 MiB", what).
		With("read or print less at a time, or use a provider that lets the host move the bytes itself (envd_url)")
}

// failed answers with what a provider said, without the keys that a host gave.
func (s *server) failed(id json.RawMessage, err error) {
	e := toRPC(err)
	e.Message = s.hide.in(e.Message)
	if e.Data != nil {
		e.Data.Suggestion = s.hide.in(e.Data.Suggestion)
	}
	s.fail(id, e)
}

// fail answers with an error, always: a text that would not fit a line is cut,
// and an id that would not is left out.
func (s *server) fail(id json.RawMessage, e *rpcError) {
	e.Message = short(e.Message)
	if e.Data != nil {
		e.Data.Suggestion = short(e.Data.Suggestion)
	}
	if errors.Is(s.out.Write(failure{"2.0", id, e}), ErrLineTooLong) {
		_ = s.out.Write(failure{"2.0", null, e})
	}
}

func (s *server) notify(method string, params any) error {
	return s.out.Write(notification{"2.0", method, params})
}

func (s *server) log(level, message string) {
	_ = s.notify("log", map[string]string{"level": level, "message": short(s.hide.in(clean(message)))})
}

// register notes a request in flight. forget ends that, and tells whether it
// was cancelled while it lasted.
func (s *server) register(id json.RawMessage, size int) (ctx context.Context, forget func() (cancelled bool)) {
	ctx, cancel := context.WithCancel(s.ctx)
	key := string(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	// A host that uses an id twice at once means all of them when it cancels.
	s.calls[key] = append(s.calls[key], &cancel)
	s.held += size
	return ctx, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		cancelled := ctx.Err() != nil
		s.calls[key] = slices.DeleteFunc(s.calls[key], func(c *context.CancelFunc) bool { return c == &cancel })
		if len(s.calls[key]) == 0 {
			delete(s.calls, key)
		}
		cancel()
		s.held -= size
		select {
		case s.freed <- struct{}{}:
		default:
		}
		return cancelled
	}
}

func (s *server) cancelCall(raw json.RawMessage) {
	var p struct{ ID json.RawMessage }
	if decodeParams(raw, &p) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, cancel := range s.calls[string(bytes.TrimSpace(p.ID))] {
		(*cancel)()
	}
}

// maxHeld bounds the requests in flight, in bytes: of their params, and
// requestCost of each for the work and the answer. So many large ones that a
// host sends at once wait for each other, and so do thousands that it sends
// without reading an answer.
const (
	maxHeld     = 64 << 20
	requestCost = 16 << 10
)

// room waits until a request of size bytes may be taken.
func (s *server) room(ctx context.Context, size int) {
	for s.full(size) {
		select {
		case <-s.freed:
		case <-ctx.Done():
			return
		case <-s.out.Failed():
			return
		}
	}
}

func (s *server) full(size int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held > 0 && s.held+size > maxHeld
}

// turn makes inputs to one process wait for each other, so that what a host
// sends in order arrives in order.
func (s *server) turn(method string, p *params) (wait <-chan struct{}, done func()) {
	ready := make(chan struct{})
	if method != "process.stdin" && method != "pty.write" {
		close(ready)
		return ready, func() {}
	}
	key := p.SandboxID + "/" + string(p.PID) + "/" + string(p.ProcessID)
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
