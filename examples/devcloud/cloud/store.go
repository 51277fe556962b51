package cloud

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// store holds the sandboxes by id, and creates by their Idempotency-Key.
type store struct {
	mu     sync.Mutex
	byID   map[string]*sandbox
	byKey  map[string]func() (*sandbox, error)
	closed bool
}

func (s *store) init() {
	s.byID = map[string]*sandbox{}
	s.byKey = map[string]func() (*sandbox, error){}
}

// add keeps a sandbox; false if the cloud is closing.
func (s *store) add(b *sandbox) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.byID[b.id] = b
	return true
}

func (s *store) get(id string) *sandbox {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byID[id]
}

// take removes a sandbox, so that one caller only closes it.
func (s *store) take(id string) *sandbox {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.byID[id]
	delete(s.byID, id)
	return b
}

// drain removes all and lets no more in.
func (s *store) drain() []*sandbox {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*sandbox, 0, len(s.byID))
	for _, b := range s.byID {
		all = append(all, b)
	}
	s.closed = true
	clear(s.byID)
	return all
}

// all gives the sandboxes, newest first.
func (s *store) all() []*sandbox {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*sandbox, 0, len(s.byID))
	for _, b := range s.byID {
		all = append(all, b)
	}
	slices.SortFunc(all, newest)
	return all
}

// newest is the order of lists.
func newest(a, b *sandbox) int {
	return cmp.Or(b.started.Compare(a.started), strings.Compare(a.id, b.id))
}

func (s *store) running() int {
	n := 0
	for _, b := range s.all() {
		if state, _ := b.now(); state == running {
			n++
		}
	}
	return n
}

// once runs create once for a key; a create that failed may be tried again.
func (s *store) once(key string, create func() (*sandbox, error)) (*sandbox, error) {
	if key == "" {
		return create()
	}
	s.mu.Lock()
	f := s.byKey[key]
	if f == nil {
		f = sync.OnceValues(create)
		s.byKey[key] = f
	}
	s.mu.Unlock()
	b, err := f()
	if err != nil {
		s.mu.Lock()
		delete(s.byKey, key)
		s.mu.Unlock()
	}
	return b, err
}
