// Package tail keeps what a child process said last on its stderr, for the one
// line that explains its end.
package tail

import "sync"

// Size is how much is kept, in bytes (spec/epp.md).
const Size = 64 << 10

// Buffer keeps the last Size bytes that are written to it. The zero value is
// ready; its methods may be called from any goroutine.
type Buffer struct {
	mu   sync.Mutex
	data []byte
}

// Write never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.data = append(b.data, p...)
	if over := len(b.data) - Size; over > 0 {
		b.data = append(b.data[:0], b.data[over:]...)
	}
	return len(p), nil
}

// String gives what is kept.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return string(b.data)
}
