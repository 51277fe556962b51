package wire

import (
	"context"
	"sync"
	"sync/atomic"
)

// Pending is a request of this end that is not answered yet.
type Pending struct {
	peer  *Peer
	lane  Lane
	id    uint32
	begun chan struct{} // closed once the other end has begun

	start   sync.Once
	once    sync.Once
	done    chan struct{}
	value   any
	err     error
	dropped atomic.Bool // nobody waits for the answer
}

// Start sends a request. It waits for a place in the lane until ctx ends or
// the other end is gone. Streams among the arguments are read only when the
// other end asks for their values.
func (p *Peer) Start(ctx context.Context, lane Lane, name string, args ...any) (*Pending, error) {
	select {
	case p.windows[lane] <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.done:
		return nil, p.Err()
	}
	c, err := p.send(lane, name, args)
	if err != nil {
		<-p.windows[lane]
	}
	return c, err
}

func (p *Peer) send(lane Lane, name string, args []any) (*Pending, error) {
	frame, streams, err := p.message(append([]any{name}, args...))
	if err != nil {
		return nil, err
	}
	c := &Pending{peer: p, lane: lane, begun: make(chan struct{}), done: make(chan struct{})}
	p.mu.Lock()
	if p.err == nil {
		p.nextCall++
		c.id = p.nextCall
		frame, err = seal(frame, KindRequest, c.id)
	} else {
		err = p.err
	}
	if err == nil {
		p.calls[c.id] = c
	}
	p.mu.Unlock()
	if err != nil {
		for _, s := range streams {
			p.forget(s)
		}
		return nil, err
	}
	p.out.push(frame)
	return c, nil
}

// Call is Start and the wait for the answer; the end of ctx cancels it.
func (p *Peer) Call(ctx context.Context, lane Lane, name string, args ...any) (any, error) {
	c, err := p.Start(ctx, lane, name, args...)
	if err != nil {
		return nil, err
	}
	select {
	case <-c.done:
		return c.value, c.err
	case <-ctx.Done():
		c.Cancel()
		return nil, ctx.Err()
	}
}

// Done closes when the answer is there or the other end is gone.
func (c *Pending) Done() <-chan struct{} { return c.done }

// Result gives the answer; call it after Done closed.
func (c *Pending) Result() (any, error) { return c.value, c.err }

// Started closes when the other end has begun the work.
func (c *Pending) Started() <-chan struct{} { return c.begun }

// Begun tells whether the other end has begun the work.
func (c *Pending) Begun() bool {
	select {
	case <-c.begun:
		return true
	default:
		return false
	}
}

// Cancel asks the other end to stop the work. It answers nevertheless, which
// Done shows; streams of that answer are closed.
func (c *Pending) Cancel() {
	if c.dropped.Swap(true) {
		return
	}
	c.peer.out.push(bare(KindCancel, c.id))
	select {
	case <-c.done:
		closeStreams(c.value)
	default:
	}
}

func (c *Pending) finish(v any, err error) {
	c.once.Do(func() {
		c.value, c.err = v, err
		close(c.done)
		<-c.peer.windows[c.lane]
		if c.dropped.Load() {
			closeStreams(v)
		}
	})
}

// closeStreams closes what nobody will read. Closing twice does no harm.
func closeStreams(v any) {
	switch v := v.(type) {
	case Stream:
		v.Close()
	case []any:
		for _, part := range v {
			closeStreams(part)
		}
	case map[string]any:
		for _, part := range v {
			closeStreams(part)
		}
	}
}

func (p *Peer) onAnswer(f Frame) error {
	p.mu.Lock()
	c := p.calls[f.ID]
	if c != nil && f.Kind != KindBegun {
		delete(p.calls, f.ID)
	}
	p.mu.Unlock()
	if c == nil {
		return malformed("an answer to nothing")
	}
	if f.Kind == KindBegun {
		c.start.Do(func() { close(c.begun) })
		return nil
	}
	v, _, _, err := p.open(f.Payload)
	switch {
	case err != nil:
		c.finish(nil, err)
		return err
	case f.Kind == KindFail:
		c.finish(nil, unpackError(v))
	default:
		c.finish(v, nil)
	}
	return nil
}
