package wire

import (
	"bufio"
	"errors"
	"io"
	"sync"
	"sync/atomic"
)

// Handler is what an end does with what comes. Its functions are called on the
// reading goroutine and must not wait for anything.
type Handler struct {
	// Request takes a request; it must be answered exactly once.
	Request func(*Request)
	// Event takes what wants no answer.
	Event func(name string, args []any)
}

// Peer is one end of the pipe.
type Peer struct {
	handler Handler
	out     *queue
	windows [lanes]chan struct{}

	mu         sync.Mutex
	calls      map[uint32]*Pending
	serving    map[uint32]*Request
	readers    map[uint32]*reader
	producers  map[uint32]*producer
	nextCall   uint32
	nextStream uint32
	held, most atomic.Int64 // weight of what the other end makes this one hold, and its bound
	err        error
	done       chan struct{}
	written    chan struct{} // closed when the writer has ended
}

// ErrGone is what is said where the other end closed.
var ErrGone = errors.New("the other end is gone")

// New makes an end that writes to w; Read makes it live.
func New(w io.Writer, h Handler) *Peer {
	p := &Peer{
		handler: h,
		calls:   map[uint32]*Pending{}, serving: map[uint32]*Request{},
		readers: map[uint32]*reader{}, producers: map[uint32]*producer{},
		done: make(chan struct{}), written: make(chan struct{}),
	}
	p.out = newQueue(func() { p.fail(malformed("it does not read: %d MiB wait for it", MaxHeld>>20)) })
	p.most.Store(MaxHeld)
	for lane := range p.windows {
		p.windows[lane] = make(chan struct{}, Window)
	}
	go func() {
		defer close(p.written)
		if err := p.out.write(w); err != nil {
			p.fail(errors.Join(ErrGone, err))
		}
	}()
	return p
}

// Read takes frames until the other end closes (nil) or breaks the protocol
// (ErrProtocol), and then ends everything that is open.
func (p *Peer) Read(r io.Reader) error {
	buf := bufio.NewReaderSize(r, 64<<10)
	for {
		f, err := ReadFrame(buf)
		if err == nil {
			err = p.dispatch(f)
		}
		if err == nil {
			continue
		}
		if !errors.Is(err, ErrProtocol) {
			p.fail(ErrGone)
			return nil
		}
		p.fail(err)
		return err
	}
}

func (p *Peer) dispatch(f Frame) error {
	switch f.Kind {
	case KindRequest:
		return p.onRequest(f)
	case KindCancel:
		p.onCancel(f.ID)
	case KindBegun, KindReply, KindFail:
		return p.onAnswer(f)
	case KindChunk, KindEnd:
		return p.onStream(f)
	case KindCredit:
		return p.onCredit(f)
	case KindStop, KindAbort:
		p.onStop(f.ID, f.Kind == KindAbort)
	case KindEvent:
		return p.onEvent(f)
	}
	return nil
}

// Done closes when the other end is gone or was cut off; Err says why.
func (p *Peer) Done() <-chan struct{} { return p.done }

// Err gives why the peer ended, nil while it lives.
func (p *Peer) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Finish lets what is queued be written and closes written then; nothing more
// is sent.
func (p *Peer) Finish() (written <-chan struct{}) {
	p.out.close()
	return p.written
}

// Fail cuts the other end off: everything open ends with err.
func (p *Peer) Fail(err error) { p.fail(err) }

func (p *Peer) fail(err error) {
	p.mu.Lock()
	if p.err != nil {
		p.mu.Unlock()
		return
	}
	p.err = err
	calls, serving, readers, producers := p.calls, p.serving, p.readers, p.producers
	p.calls, p.serving, p.readers, p.producers = nil, nil, nil, nil
	close(p.done)
	p.mu.Unlock()

	p.out.close()
	for _, c := range calls {
		c.finish(nil, err)
	}
	for _, r := range serving {
		r.cancel()
	}
	for _, s := range readers {
		s.end(err)
	}
	for _, s := range producers {
		s.abandon()
	}
}

// Event sends what wants no answer. It is dropped where many wait unsent.
func (p *Peer) Event(name string, args ...any) {
	if frame, err := eventFrame(name, args); err == nil {
		p.out.pushEvent(frame)
	}
}

func eventFrame(name string, args []any) ([]byte, error) {
	e := encoder{buf: make([]byte, headerSize, 64)}
	if err := e.value(append([]any{name}, args...), 0); err != nil {
		return nil, err
	}
	return seal(e.buf, KindEvent, 0)
}

func (p *Peer) onEvent(f Frame) error {
	v, err := Decode(f.Payload)
	if err != nil {
		return err
	}
	name, args, err := named(v)
	if err == nil {
		p.handler.Event(name, args)
	}
	return err
}

// named splits the payload of a request or an event.
func named(v any) (string, []any, error) {
	list, _ := v.([]any)
	if len(list) == 0 {
		return "", nil, malformed("a message without a name")
	}
	name, ok := list[0].(string)
	if !ok {
		return "", nil, malformed("a message without a name")
	}
	return name, list[1:], nil
}

// message encodes a payload whose streams become this end's producers.
func (p *Peer) message(v any) (frame []byte, streams []*producer, err error) {
	e := encoder{buf: make([]byte, headerSize, 256)}
	e.open = func(s Stream) (uint32, error) {
		made, err := p.produce(s)
		if err == nil {
			streams = append(streams, made)
		}
		return made.id, err
	}
	if err := e.value(v, 0); err != nil {
		for _, s := range streams {
			p.forget(s)
		}
		return nil, nil, err
	}
	return e.buf, streams, nil
}

// open decodes a payload whose streams become readers here.
func (p *Peer) open(payload []byte) (v any, streams []*reader, nodes int, err error) {
	d := decoder{data: payload}
	d.open = func(id uint32) (Stream, error) {
		s, err := p.consume(id)
		if err == nil {
			streams = append(streams, s)
		}
		return s, err
	}
	v, err = d.whole()
	return v, streams, d.nodes, err
}

// nodeSize is about what a part of a value takes in memory, in bytes.
const nodeSize = 64

func weigh(payload []byte, nodes int) int64 { return int64(len(payload)) + nodeSize*int64(nodes) }

// hold takes weight onto what the other end makes this one hold.
func (p *Peer) hold(weight int64) error {
	if most := p.most.Load(); p.held.Add(weight) > most {
		return malformed("more than %d MiB at a time", most>>20)
	}
	return nil
}
