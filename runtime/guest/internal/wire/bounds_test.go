package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// rawEnd is an end whose other one is written by hand.
func rawEnd(t *testing.T, most int64, handle func(*Request)) (p *Peer, send func(Kind, uint32, any), ended chan error) {
	t.Helper()
	r, w := io.Pipe()
	p = New(io.Discard, Handler{Request: handle, Event: func(string, []any) {}})
	p.most.Store(most)
	ended = make(chan error, 1)
	go func() { ended <- p.Read(r); r.Close() }()
	t.Cleanup(func() { w.Close() })
	return p, func(kind Kind, id uint32, v any) {
		payload, err := Encode(v)
		if err != nil {
			t.Error(err)
		}
		frame, err := seal(append(make([]byte, headerSize), payload...), kind, id)
		if err != nil {
			t.Error(err)
		}
		w.Write(frame) // an error is the other end's cut
	}, ended
}

// TestHeldRequests: what open requests hold is bounded, and given back when
// they are answered.
func TestHeldRequests(t *testing.T) {
	answer := make(chan bool)
	p, send, ended := rawEnd(t, 1<<20, func(r *Request) {
		if <-answer {
			r.Reply(nil)
		}
	})
	big := []any{"x", make([]byte, 400<<10)}
	for id := range uint32(10) {
		go func() { answer <- true }()
		send(KindRequest, id, big)
	}
	go func() {
		for range 3 {
			answer <- false
		}
	}()
	for id := range uint32(3) {
		send(KindRequest, 100+id, big)
	}
	if err := <-ended; !errors.Is(err, ErrProtocol) || !strings.Contains(err.Error(), "1 MiB at a time") {
		t.Errorf("ended with %v", err)
	}
	<-p.Done()
}

// TestHeldParts: a few bytes that become much memory weigh what they become.
func TestHeldParts(t *testing.T) {
	_, send, ended := rawEnd(t, 1<<20, func(*Request) {})
	parts := make([]any, 12_000)
	send(KindRequest, 1, []any{"x", parts})
	send(KindRequest, 2, []any{"x", parts})
	if err := <-ended; !errors.Is(err, ErrProtocol) {
		t.Errorf("ended with %v", err)
	}
}

// TestHeldChunks: chunks that nobody reads are bounded, and reading gives back.
func TestHeldChunks(t *testing.T) {
	bodies := make(chan Stream, 1)
	p, send, ended := rawEnd(t, 1<<20, func(r *Request) { bodies <- r.Args[0].(Stream) })
	frame := append([]byte{tagArray, 2, tagString, 1, 'x', tagStream, 7}, nil...)
	sealed, err := seal(append(make([]byte, headerSize), frame...), KindRequest, 1)
	if err != nil {
		t.Fatal(err)
	}
	f, err := ReadFrame(buffered(sealed))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.dispatch(f); err != nil {
		t.Fatal(err)
	}
	body := <-bodies
	got := make(chan error)
	read := func() { _, err := body.Recv(); got <- err }
	for range 10 {
		go read()
		send(KindChunk, 7, make([]byte, 400<<10))
		if err := <-got; err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		send(KindChunk, 7, make([]byte, 400<<10))
	}
	if err := <-ended; !errors.Is(err, ErrProtocol) {
		t.Errorf("ended with %v", err)
	}
	body.Close()
	if held := p.held.Load(); held > 400<<10+1000 { // the request that nobody answered, and the chunk that was one too many
		t.Errorf("%d bytes are held", held)
	}
}

// TestUnread: an end that does not read is cut off before what waits for it
// fills the memory.
func TestUnread(t *testing.T) {
	r, w := io.Pipe() // nobody reads from r
	p := New(w, answer(nil))
	p.out.mu.Lock()
	p.out.most = 1 << 20
	p.out.mu.Unlock()
	for range 3 {
		if _, err := p.Start(t.Context(), Main, "x", make([]byte, 400<<10)); err != nil {
			t.Fatal(err)
		}
	}
	<-p.Done()
	if err := p.Err(); !errors.Is(err, ErrProtocol) || !strings.Contains(err.Error(), "does not read") {
		t.Errorf("ended with %v", err)
	}
	r.Close()
}

// TestTalkIsShort: events and errors carry no content.
func TestTalkIsShort(t *testing.T) {
	for _, kind := range []Kind{KindEvent, KindFail, KindEnd, KindCredit, KindStop} {
		header := []byte{0, 0x20, 0, 0, byte(kind), 0, 0, 0, 1}
		if _, err := ReadFrame(buffered(header)); !errors.Is(err, ErrProtocol) {
			t.Errorf("a frame of kind %d with 2 MiB: %v", kind, err)
		}
	}
	pa, _ := pair(t, answer(nil), answer(func(r *Request) {
		r.Fail(api.Errorf("E8000", "%s", strings.Repeat("long ", 1<<20)))
	}))
	if _, err := pa.Call(context.Background(), Main, "x"); err == nil || pa.Err() != nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("got %v; the peer: %v", err, pa.Err())
	}
}

// TestForeignErrors: whatever an error says, it can be shown.
func TestForeignErrors(t *testing.T) {
	for _, v := range []any{
		nil, "text", map[string]any{"code": 5.0, "message": []any{}},
		map[string]any{"code": "E8000\x1b[2J", "message": "a\r\n\x1b]0;b\x07" + strings.Repeat("ä", 1<<20), "suggestion": "\xff\x9b", "place": "\x00"},
	} {
		e := new(api.Error)
		if !errors.As(unpackError(v), &e) || e.Code != api.CodeProvider {
			t.Errorf("%.40v gave code %q", v, e.Code)
		}
		if text := e.Error(); len(text) > 10_000 || strings.ContainsAny(text, "\x1b\x07\r\x00\u009b") {
			t.Errorf("%.40v gave %.100q", v, text)
		}
	}
}

func buffered(data []byte) *bufio.Reader { return bufio.NewReader(bytes.NewReader(data)) }
