package wire

import (
	"errors"
	"io"
	"sync"
)

// producer sends the values of a stream of this end, as many as the consumer
// gave credit for. Nothing is read from the source before the first credit, so
// a request that nobody began can be sent again with its streams untouched.
type producer struct {
	peer *Peer
	id   uint32
	src  Stream

	mu      sync.Mutex
	changed sync.Cond
	credit  int
	started bool
	stopped bool
	ended   bool
	ends    []func()
}

func (p *Peer) produce(src Stream) (*producer, error) {
	s := &producer{peer: p, src: src}
	s.changed.L = &s.mu
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return s, p.err
	}
	if len(p.producers) >= MaxStreams {
		return s, errors.New("too many open streams")
	}
	p.nextStream++
	s.id = p.nextStream
	p.producers[s.id] = s
	return s, nil
}

// forget takes back a producer that the other end never heard of.
func (p *Peer) forget(s *producer) {
	p.remove(s.id)
	s.finish()
}

func (p *Peer) remove(id uint32) *producer {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.producers[id]
	delete(p.producers, id)
	return s
}

func (p *Peer) onCredit(f Frame) error {
	v, err := Decode(f.Payload)
	n, ok := v.(float64)
	if err != nil || !ok || n < 1 || n > Credit {
		return malformed("a bad credit")
	}
	p.mu.Lock()
	s := p.producers[f.ID]
	p.mu.Unlock()
	if s != nil {
		s.grant(int(n))
	}
	return nil
}

func (p *Peer) onStop(id uint32, abort bool) {
	s := p.remove(id)
	if s == nil {
		return
	}
	s.stop()
	if a, ok := s.src.(Aborter); ok && abort {
		go a.Abort()
		return
	}
	go s.src.Close()
}

func (s *producer) grant(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.credit += n
	if !s.started {
		s.started = true
		go s.pump()
	}
	s.changed.Signal()
}

func (s *producer) stop() {
	s.mu.Lock()
	s.stopped = true
	started := s.started
	s.changed.Signal()
	s.mu.Unlock()
	if !started {
		s.finish()
	}
}

// abandon ends a producer whose consumer is gone. A source that was never read
// is left as it is: its request may go to another guest.
func (s *producer) abandon() {
	s.mu.Lock()
	started := s.started
	s.mu.Unlock()
	s.stop()
	if started {
		go s.src.Close()
	}
}

// onEnd calls f at the end, at once where it has ended.
func (s *producer) onEnd(f func()) {
	s.mu.Lock()
	ended := s.ended
	if !ended {
		s.ends = append(s.ends, f)
	}
	s.mu.Unlock()
	if ended {
		f()
	}
}

func (s *producer) finish() {
	s.mu.Lock()
	ends := s.ends
	s.ended, s.ends = true, nil
	s.mu.Unlock()
	for _, f := range ends {
		f()
	}
}

// pump is the goroutine of a stream.
func (s *producer) pump() {
	defer s.finish()
	for s.wait() {
		v, err := s.src.Recv()
		if err == nil {
			err = s.send(v)
		}
		if err != nil {
			s.sendEnd(err)
			return
		}
	}
}

// wait takes one credit; false where the consumer wants no more.
func (s *producer) wait() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.credit == 0 && !s.stopped {
		s.changed.Wait()
	}
	s.credit--
	return !s.stopped
}

// send sends a value for a credit that was taken; bytes in pieces.
func (s *producer) send(v any) error {
	data, ok := v.([]byte)
	for ok && len(data) > pieceSize {
		if err := s.chunk(data[:pieceSize]); err != nil {
			return err
		}
		data = data[pieceSize:]
		v = data
		if !s.wait() {
			return nil
		}
	}
	return s.chunk(v)
}

func (s *producer) chunk(v any) error {
	e := encoder{buf: make([]byte, headerSize, 128)}
	if err := e.value(v, 0); err != nil {
		return err
	}
	if len(e.buf) > MaxChunk {
		return errors.New("a stream's value is over 8 MiB")
	}
	frame, err := seal(e.buf, KindChunk, s.id)
	if err == nil {
		s.peer.out.push(frame)
	}
	return err
}

func (s *producer) sendEnd(err error) {
	if s.peer.remove(s.id) == nil {
		return // stopped: nobody listens
	}
	s.src.Close()
	var end any
	if !errors.Is(err, io.EOF) {
		end = packError(err)
	}
	e := encoder{buf: make([]byte, headerSize, 128)}
	if e.value(end, 0) != nil {
		e.buf = append(e.buf[:headerSize], tagMap, 0)
	}
	if frame, err := seal(e.buf, KindEnd, s.id); err == nil {
		s.peer.out.push(frame)
	}
}
