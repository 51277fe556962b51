package wire

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// pair joins two peers whose requests the handlers answer.
func pair(t *testing.T, a, b Handler) (*Peer, *Peer) {
	t.Helper()
	ra, wb := io.Pipe()
	rb, wa := io.Pipe()
	pa, pb := New(wa, a), New(wb, b)
	var readers sync.WaitGroup
	readers.Go(func() { pa.Read(ra); wa.Close() })
	readers.Go(func() { pb.Read(rb); wb.Close() })
	t.Cleanup(func() { wa.Close(); wb.Close(); readers.Wait() })
	return pa, pb
}

func answer(f func(*Request)) Handler {
	return Handler{Request: func(r *Request) { go f(r) }, Event: func(string, []any) {}}
}

// slice is a stream of numbers.
type slice struct {
	n      int
	next   atomic.Int32
	closed atomic.Bool
}

func (s *slice) Recv() (any, error) {
	next := int(s.next.Load())
	if next == s.n {
		return nil, io.EOF
	}
	s.next.Add(1)
	return next + 1, nil
}

func (s *slice) Close() error { s.closed.Store(true); return nil }

// TestBothWays: more requests than the window holds, both ways at once, each of
// which asks back and streams, over pipes that hold nothing: no deadlock.
func TestBothWays(t *testing.T) {
	var pa, pb *Peer
	handle := func(peer **Peer) Handler {
		return answer(func(r *Request) {
			r.Begin()
			if r.Name == "leaf" {
				r.Reply(&slice{n: 100})
				return
			}
			v, err := (*peer).Call(r.Context(), Auth, "leaf")
			if err != nil {
				r.Fail(err)
				return
			}
			r.Reply(v)
		})
	}
	pa, pb = pair(t, handle(&pa), handle(&pb))
	var all sync.WaitGroup
	for _, p := range []*Peer{pa, pb} {
		for range 3 * Window {
			all.Go(func() {
				v, err := p.Call(t.Context(), Main, "ask back")
				if err != nil {
					t.Error(err)
					return
				}
				for n := 0; ; n++ {
					if _, err := v.(Stream).Recv(); err == io.EOF && n == 100 {
						return
					} else if err != nil {
						t.Error(n, err)
						return
					}
				}
			})
		}
	}
	all.Wait()
}

func TestCredit(t *testing.T) {
	source := &slice{n: 1000}
	pa, _ := pair(t, answer(nil), answer(func(r *Request) { r.Reply(source) }))
	v, err := pa.Call(t.Context(), Main, "stream")
	if err != nil {
		t.Fatal(err)
	}
	s := v.(Stream)
	for range 5 {
		if _, err := s.Recv(); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	if _, err := s.Recv(); err == nil {
		t.Error("a closed stream gave a value")
	}
	if _, err := pa.Call(t.Context(), Main, "stream"); err != nil { // answered after the stop was read
		t.Fatal(err)
	}
	if n := source.next.Load(); n > Credit {
		t.Errorf("%d values were read for 5", n)
	}
}

// TestPieces: bytes of any size cross a stream in pieces.
func TestPieces(t *testing.T) {
	const size = 3*pieceSize + 5
	sent := false
	source := stream(func() (any, error) {
		if sent {
			return nil, io.EOF
		}
		sent = true
		return make([]byte, size), nil
	})
	pa, _ := pair(t, answer(nil), answer(func(r *Request) { r.Reply(map[string]any{"body": source}) }))
	v, err := pa.Call(t.Context(), Main, "get")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for {
		v, err := v.(map[string]any)["body"].(Stream).Recv()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		total += len(v.([]byte))
	}
	if total != size {
		t.Errorf("%d bytes of %d", total, size)
	}
}

type stream func() (any, error)

func (s stream) Recv() (any, error) { return s() }
func (s stream) Close() error       { return nil }

func TestErrorsCross(t *testing.T) {
	pa, _ := pair(t, answer(nil), answer(func(r *Request) {
		e := api.NotSupported("my-cloud", "pty", "open").With("try")
		e.Cause = Thrown{Place: "a.js:1:2"}
		r.Fail(e)
	}))
	_, err := pa.Call(t.Context(), Main, "x")
	var e *api.Error
	var place Thrown
	if !errors.As(err, &e) || e.Code != "E8004" || e.Feature != "pty" || e.Suggestion != "try" || !errors.As(err, &place) || place.Place != "a.js:1:2" {
		t.Errorf("got %#v", err)
	}
}

func TestCancelReaches(t *testing.T) {
	begun, stopped := make(chan bool), make(chan bool)
	pa, _ := pair(t, answer(nil), answer(func(r *Request) {
		r.Begin()
		close(begun)
		<-r.Context().Done()
		close(stopped)
		r.Fail(r.Context().Err())
	}))
	c, err := pa.Start(t.Context(), Main, "x")
	if err != nil {
		t.Fatal(err)
	}
	<-begun
	c.Cancel()
	<-stopped
	<-c.Done()
	if !c.Begun() {
		t.Error("begun was not told")
	}
}

// TestUnsendable: what can't cross fails its own request and nothing else.
func TestUnsendable(t *testing.T) {
	source := &slice{n: 1}
	pa, _ := pair(t, answer(nil), answer(func(r *Request) { r.Reply([]any{source, make(chan int)}) }))
	if _, err := pa.Call(t.Context(), Main, "x"); err == nil {
		t.Error("a channel crossed")
	}
	if !source.closed.Load() {
		t.Error("the stream beside it stays open")
	}
	if _, err := pa.Start(t.Context(), Main, "x", make(chan int)); err == nil || pa.Err() != nil {
		t.Errorf("got %v; the peer: %v", err, pa.Err())
	}
}

// TestGone: everything that is open ends with the other end; a stream that
// nobody had read from stays as it is.
func TestGone(t *testing.T) {
	arg := &slice{n: 1}
	took := make(chan struct{})
	pa, pb := pair(t, answer(nil), answer(func(r *Request) { close(took) }))
	c, err := pa.Start(t.Context(), Main, "x", arg)
	if err != nil {
		t.Fatal(err)
	}
	<-took
	pa.Fail(ErrGone)
	<-c.Done()
	if _, err := c.Result(); !errors.Is(err, ErrGone) || arg.closed.Load() {
		t.Errorf("got %v; the argument is closed: %v", err, arg.closed.Load())
	}
	if _, err := pa.Call(context.Background(), Main, "y"); !errors.Is(err, ErrGone) {
		t.Errorf("got %v", err)
	}
	_ = pb
}
