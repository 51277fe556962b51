package epp

import (
	"context"
	"sync"

	"github.com/abxgen/abxgen/runtime/api"
)

// maxKept is how much output may wait for its readers, in bytes, before the
// plugin has to wait too.
const maxKept = 64 << 20

// inbox keeps the output of a plugin's processes, each for its reader. What
// nobody reads must not stop the others, so there is no bound for each; all
// together may keep limit, and beyond it nothing more is read from the plugin
// unless a call waits for its answer there.
type inbox struct {
	mu       sync.Mutex
	changed  sync.Cond
	queues   map[string]*queue // by process_id
	kept     int
	limit    int
	starting int // calls that may bring a new process_id
	calls    int // calls that wait for an answer
	err      error
}

// queue is one process's output. A process_id is never used again, so a queue
// that nobody wants any more stays, empty, until the process's exit.
type queue struct {
	chunks  []api.Chunk
	claimed bool // its reader knows of it
	dropped bool
	exited  bool
	more    chan struct{} // has a token when there is something to see
}

func newInbox() *inbox {
	in := &inbox{queues: map[string]*queue{}, limit: maxKept}
	in.changed.L = &in.mu
	return in
}

func (q *queue) wake() {
	select {
	case q.more <- struct{}{}:
	default:
	}
}

// begin says that a process may be about to start: its output may come before
// its process_id. claim or giveUp ends that.
func (in *inbox) begin() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.starting++
}

// claim gives the output of a process that was started.
func (in *inbox) claim(id string) *queue {
	in.mu.Lock()
	defer in.mu.Unlock()
	q := in.queue(id)
	q.claimed = true
	in.settled()
	return q
}

// giveUp says that no process was started.
func (in *inbox) giveUp() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.settled()
}

// settled drops what nobody claimed once nothing is starting.
func (in *inbox) settled() {
	if in.starting--; in.starting > 0 {
		return
	}
	for id, q := range in.queues {
		if !q.claimed {
			in.clear(q)
			delete(in.queues, id)
		}
	}
}

func (in *inbox) queue(id string) *queue {
	q, ok := in.queues[id]
	if !ok {
		q = &queue{more: make(chan struct{}, 1)}
		in.queues[id] = q
	}
	return q
}

func (in *inbox) push(id string, c api.Chunk) {
	in.mu.Lock()
	defer in.mu.Unlock()
	q, ok := in.queues[id]
	if !ok {
		if in.starting == 0 {
			return // of a process that nobody started, or that was forgotten
		}
		q = in.queue(id)
	}
	if q.exited {
		return
	}
	q.exited = c.Kind == api.ChunkExit
	if q.dropped {
		if q.exited {
			delete(in.queues, id)
		}
		return
	}
	q.chunks = append(q.chunks, c)
	in.kept += len(c.Data)
	q.wake()
}

// drop forgets a process.
func (in *inbox) drop(id string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	q, ok := in.queues[id]
	if !ok {
		return
	}
	in.clear(q)
	q.dropped = true
	if q.exited || in.err != nil {
		delete(in.queues, id)
	}
}

func (in *inbox) clear(q *queue) {
	for _, c := range q.chunks {
		in.kept -= len(c.Data)
	}
	q.chunks = nil
	in.changed.Broadcast()
}

// next waits for a queue's next chunk; what came before the plugin's end is
// read first.
func (in *inbox) next(ctx context.Context, q *queue) (api.Chunk, error) {
	for {
		if c, ok, err := in.take(q); ok || err != nil {
			return c, err
		}
		select {
		case <-q.more:
		case <-ctx.Done():
			return api.Chunk{}, ctx.Err()
		}
	}
}

func (in *inbox) take(q *queue) (api.Chunk, bool, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(q.chunks) == 0 {
		return api.Chunk{}, false, in.err
	}
	c := q.chunks[0]
	q.chunks = q.chunks[1:]
	in.kept -= len(c.Data)
	in.changed.Broadcast()
	return c, true, nil
}

// calling counts the calls that wait for an answer.
func (in *inbox) calling(n int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.calls += n
	in.changed.Broadcast()
}

// room waits until more may be read from the plugin.
func (in *inbox) room() {
	in.mu.Lock()
	defer in.mu.Unlock()
	for in.kept > in.limit && in.calls == 0 {
		in.changed.Wait()
	}
}

func (in *inbox) close(err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.err = err
	for _, q := range in.queues {
		q.wake()
	}
}
