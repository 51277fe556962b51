package e2b

import (
	"net/http"
	"slices"
	"strings"
	"sync"
)

// secrets are the keys that a client sent lately, to either plane: whichever
// of them a backend repeats, none is shown.
type secrets struct {
	mu   sync.Mutex
	keys []string // the latest last
}

const maxSecrets = 128

// note remembers keys and gives all that are remembered.
func (s *secrets) note(keys ...string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range keys {
		if len(key) < 4 {
			continue // would only mangle messages
		}
		if i := slices.Index(s.keys, key); i >= 0 {
			s.keys = slices.Delete(s.keys, i, i+1)
		}
		s.keys = append(s.keys, key)
	}
	if n := len(s.keys) - maxSecrets; n > 0 {
		s.keys = slices.Delete(s.keys, 0, n)
	}
	return slices.Clone(s.keys)
}

// noteHeaders is note for headers that carry keys: their values, whole and
// without a scheme before them.
func (s *secrets) noteHeaders(h http.Header) []string {
	var keys []string
	for _, values := range h {
		for _, v := range values {
			keys = append(keys, v)
			if _, key, ok := strings.Cut(v, " "); ok {
				keys = append(keys, key)
			}
		}
	}
	return s.note(keys...)
}
