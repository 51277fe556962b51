package envd

import "sync"

// hub gives a process's output to whoever listens. Nobody listening, it is
// dropped; a slow listener slows the process.
type hub struct {
	quit <-chan struct{} // closed when the sandbox is being killed
	mu   sync.Mutex
	subs map[*subscriber]bool
}

// subscriber listens until gone is closed.
type subscriber struct {
	events chan any // unbuffered: publish returns when it was taken
	gone   <-chan struct{}
}

func newSubscriber(gone <-chan struct{}) *subscriber {
	return &subscriber{events: make(chan any), gone: gone}
}

func (h *hub) add(s *subscriber) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs == nil {
		h.subs = map[*subscriber]bool{}
	}
	h.subs[s] = true
}

func (h *hub) remove(s *subscriber) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subs, s)
}

// publish waits until every listener took the event or left.
func (h *hub) publish(event any) {
	h.mu.Lock()
	subs := make([]*subscriber, 0, len(h.subs))
	for s := range h.subs {
		subs = append(subs, s)
	}
	h.mu.Unlock()
	for _, s := range subs {
		select {
		case s.events <- event:
		case <-s.gone:
		case <-h.quit:
		}
	}
}
