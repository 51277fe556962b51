package epp

import (
	"context"
	"sync"
)

// queue holds the notifications of one process until somebody reads them. It
// has no bound: a reader that waited would stop every other process's output.
type queue struct {
	mu    sync.Mutex
	notes []message
	err   error
	more  chan struct{} // has a token when there is something to see
}

func newQueue() *queue { return &queue{more: make(chan struct{}, 1)} }

func (q *queue) push(m message) {
	q.mu.Lock()
	q.notes = append(q.notes, m)
	q.mu.Unlock()
	q.wake()
}

func (q *queue) close(err error) {
	q.mu.Lock()
	q.err = err
	q.mu.Unlock()
	q.wake()
}

func (q *queue) wake() {
	select {
	case q.more <- struct{}{}:
	default:
	}
}

// next waits for the next notification; what came before a failure is read first.
func (q *queue) next(ctx context.Context) (message, error) {
	for {
		q.mu.Lock()
		if len(q.notes) > 0 {
			m := q.notes[0]
			q.notes = q.notes[1:]
			q.mu.Unlock()
			return m, nil
		}
		err := q.err
		q.mu.Unlock()
		if err != nil {
			return message{}, err
		}
		select {
		case <-q.more:
		case <-ctx.Done():
			return message{}, ctx.Err()
		}
	}
}
