package wire

import (
	"context"
	"errors"
	"sync"
)

// Request is a request of the other end. Reply or Fail answers it.
type Request struct {
	Name string
	Args []any

	peer   *Peer
	id     uint32
	weight int64
	inputs []*reader
	ctx    context.Context
	cancel context.CancelFunc
	once   sync.Once
}

func (p *Peer) onRequest(f Frame) error {
	v, inputs, nodes, err := p.open(f.Payload)
	if err != nil {
		return err
	}
	name, args, err := named(v)
	if err != nil {
		return err
	}
	r := &Request{Name: name, Args: args, peer: p, id: f.ID, inputs: inputs, weight: weigh(f.Payload, nodes)}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	if err := p.admit(r); err != nil {
		r.cancel()
		return err
	}
	p.handler.Request(r)
	return nil
}

func (p *Peer) admit(r *Request) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return p.err
	}
	if _, twice := p.serving[r.id]; twice || len(p.serving) >= Window*int(lanes) {
		return malformed("too many open requests, or one id twice")
	}
	p.serving[r.id] = r
	return p.hold(r.weight)
}

func (p *Peer) onCancel(id uint32) {
	p.mu.Lock()
	r := p.serving[id]
	p.mu.Unlock()
	if r != nil {
		r.cancel()
	}
}

// Context ends when the other end cancels the request or is gone; after a
// reply with streams, when the last of them has ended.
func (r *Request) Context() context.Context { return r.ctx }

// Begin tells the other end that the work begins, and returns when that is on
// its way: JavaScript that ends the guest at once must not look as if it had
// never begun.
func (r *Request) Begin() { r.peer.out.pushNow(bare(KindBegun, r.id)) }

// Reply answers with a value; where it can't cross, with the reason. Streams of
// an answer that comes too late are closed.
func (r *Request) Reply(v any) {
	first := false
	defer func() {
		if !first {
			closeStreams(v)
		}
	}()
	r.once.Do(func() {
		first = true
		frame, streams, err := r.peer.message(v)
		if err == nil {
			if frame, err = seal(frame, KindReply, r.id); err != nil {
				for _, s := range streams {
					r.peer.forget(s)
				}
				streams = nil
			}
		}
		if err != nil {
			closeStreams(v)
			frame = r.failure(err)
		}
		r.answer(frame, streams)
	})
}

// Fail answers with an error.
func (r *Request) Fail(err error) {
	r.once.Do(func() { r.answer(r.failure(err), nil) })
}

// errTooLong stands for an error whose own text no message can hold.
var errTooLong = errors.New("an error whose text is too long")

func (r *Request) failure(err error) []byte {
	e := encoder{buf: make([]byte, headerSize, 256)}
	if e.value(packError(err), 0) == nil {
		if frame, err := seal(e.buf, KindFail, r.id); err == nil {
			return frame
		}
	}
	return r.failure(errTooLong)
}

func (r *Request) answer(frame []byte, streams []*producer) {
	p := r.peer
	p.mu.Lock()
	if _, open := p.serving[r.id]; open {
		p.held.Add(-r.weight)
	}
	delete(p.serving, r.id)
	p.mu.Unlock()
	if len(streams) == 0 {
		r.release()
	} else {
		after(streams, r.release)
	}
	p.out.push(frame)
}

// release ends what the request held: its context, and streams of its arguments
// that nobody reads any more.
func (r *Request) release() {
	r.cancel()
	for _, s := range r.inputs {
		s.Close()
	}
}

// after calls f when the last of the streams has ended.
func after(streams []*producer, f func()) {
	var left sync.WaitGroup
	left.Add(len(streams))
	for _, s := range streams {
		s.onEnd(left.Done)
	}
	go func() { left.Wait(); f() }()
}
