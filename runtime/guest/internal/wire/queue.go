package wire

import (
	"bufio"
	"io"
	"sync"
	"time"
)

// queue holds the frames that wait to be written. Only events are bounded:
// what fills the rest is bounded by window and credit.
type queue struct {
	mu     sync.Mutex
	filled sync.Cond
	frames [][]byte
	bytes  int // of all frames that are not written yet
	events int // bytes of events among frames
	lost   int // events dropped since the last one that was not
	closed bool
	told   []chan struct{} // closed once what was pushed before them is on its way
	most   int             // bytes that may wait
	// overflow is called, on a goroutine of its own, when more waits than the
	// other end may leave unread; the queue is closed then.
	overflow func()
}

func newQueue(overflow func()) *queue {
	q := &queue{most: MaxHeld, overflow: overflow}
	q.filled.L = &q.mu
	return q
}

func (q *queue) push(frame []byte) { q.add(frame, nil) }

// add queues a frame, and has gone closed once the frame is on its way.
func (q *queue) add(frame []byte, gone chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	if gone != nil {
		q.told = append(q.told, gone)
	}
	if q.bytes += len(frame); q.bytes > q.most {
		q.closed, q.frames = true, nil
		go q.overflow()
		return
	}
	q.frames = append(q.frames, frame)
	q.filled.Signal()
}

// pushNow is push, and waits until the frame has left this process: what is
// done next may end it. The wait is bounded, for an end that does not read.
func (q *queue) pushNow(frame []byte) {
	gone := make(chan struct{})
	q.add(frame, gone)
	select {
	case <-gone:
	case <-time.After(pushWait):
	}
}

// pushWait bounds what pushNow waits.
const pushWait = 100 * time.Millisecond

// pushEvent drops the frame where too many wait, and tells how many were lost
// before it.
func (q *queue) pushEvent(frame []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	if q.events+len(frame) > maxLogs {
		q.lost++
		return
	}
	if q.lost > 0 {
		if note, err := eventFrame("lost", []any{q.lost}); err == nil {
			q.bytes += len(note)
			q.frames = append(q.frames, note)
		}
		q.lost = 0
	}
	q.events += len(frame)
	q.bytes += len(frame)
	q.frames = append(q.frames, frame)
	q.filled.Signal()
}

// close lets the writer end when all that waits is written.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.filled.Signal()
}

func (q *queue) take() ([][]byte, []chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.frames) == 0 && !q.closed {
		q.filled.Wait()
	}
	frames, told := q.frames, q.told
	q.frames, q.told, q.events = nil, nil, 0
	return frames, told
}

func (q *queue) written(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= n
}

// write is the one goroutine that writes. It flushes after each batch, so
// nothing ever waits unflushed for something that the other end has to do.
func (q *queue) write(w io.Writer) error {
	buf := bufio.NewWriterSize(w, 64<<10)
	for {
		frames, told := q.take()
		if frames == nil {
			return nil
		}
		for n, frame := range frames {
			if _, err := buf.Write(frame); err != nil {
				return err
			}
			frames[n] = nil
			q.written(len(frame))
		}
		if err := buf.Flush(); err != nil {
			return err
		}
		for _, gone := range told {
			close(gone)
		}
	}
}
