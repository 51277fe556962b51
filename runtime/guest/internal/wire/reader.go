package wire

import (
	"errors"
	"io"
	"sync"
)

// reader is a stream that the other end produces.
type reader struct {
	peer *Peer
	id   uint32

	mu      sync.Mutex
	changed sync.Cond
	values  []chunk
	allowed int // chunks that may still come
	taken   int // values taken since the last credit
	err     error
	closed  bool
}

// chunk is a value that nobody has read yet.
type chunk struct {
	value  any
	weight int64
}

func (p *Peer) consume(id uint32) (*reader, error) {
	s := &reader{peer: p, id: id}
	s.changed.L = &s.mu
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return nil, p.err
	}
	if _, twice := p.readers[id]; twice || len(p.readers) >= MaxStreams {
		return nil, malformed("a stream twice, or too many")
	}
	p.readers[id] = s
	return s, nil
}

func (p *Peer) onStream(f Frame) error {
	d := decoder{data: f.Payload}
	v, err := d.whole()
	if err != nil {
		return err
	}
	p.mu.Lock()
	s := p.readers[f.ID]
	if f.Kind == KindEnd {
		delete(p.readers, f.ID)
	}
	p.mu.Unlock()
	switch {
	case s == nil: // closed here while this was on the way
		return nil
	case f.Kind == KindChunk:
		return s.add(chunk{v, weigh(f.Payload, d.nodes)})
	case v == nil:
		s.end(io.EOF)
	default:
		s.end(unpackError(v))
	}
	return nil
}

func (s *reader) add(c chunk) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	if s.allowed == 0 {
		return malformed("a chunk without credit")
	}
	s.allowed--
	s.values = append(s.values, c)
	s.changed.Signal()
	return s.peer.hold(c.weight)
}

func (s *reader) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	s.changed.Broadcast()
}

// Recv gives the next value. What came before the end is given before the end.
func (s *reader) Recv() (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ask()
	for len(s.values) == 0 && s.err == nil && !s.closed {
		s.changed.Wait()
	}
	v, _, err := s.next()
	return v, err
}

// TryRecv is Recv that doesn't wait; false where it would have to.
func (s *reader) TryRecv() (any, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ask()
	return s.next()
}

func (s *reader) next() (any, bool, error) {
	switch {
	case s.closed:
		return nil, true, errors.New("the stream is closed")
	case len(s.values) > 0:
		c := s.values[0]
		s.values[0] = chunk{}
		s.values = s.values[1:]
		s.peer.held.Add(-c.weight)
		s.taken++
		s.ask()
		return c.value, true, nil
	case s.err != nil:
		return nil, true, s.err
	}
	return nil, false, nil
}

// ask gives credit: all of it at the first Recv, then by halves.
func (s *reader) ask() {
	n := s.taken
	if s.allowed == 0 && len(s.values) == 0 && s.taken == 0 {
		n = Credit
	} else if s.taken < Credit/2 {
		return
	}
	if s.err != nil || s.closed {
		return
	}
	s.taken = 0
	s.allowed += n
	e := encoder{buf: make([]byte, headerSize, headerSize+9)}
	if e.number(float64(n)) == nil {
		frame, _ := seal(e.buf, KindCredit, s.id)
		s.peer.out.push(frame)
	}
}

// Close tells the producer to stop; a waiting Recv ends. It may be called from
// any goroutine, and twice.
func (s *reader) Close() error { return s.leave(KindStop) }

// Abort is Close that ends what goes on behind the stream, too.
func (s *reader) Abort() error { return s.leave(KindAbort) }

func (s *reader) leave(how Kind) error {
	s.mu.Lock()
	open := !s.closed && s.err == nil
	s.closed = true
	for _, c := range s.values {
		s.peer.held.Add(-c.weight)
	}
	s.values = nil
	s.changed.Broadcast()
	s.mu.Unlock()
	if open && s.peer.dropReader(s.id) {
		s.peer.out.push(bare(how, s.id))
	}
	return nil
}

func (p *Peer) dropReader(id uint32) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.readers[id]
	delete(p.readers, id)
	return ok
}
