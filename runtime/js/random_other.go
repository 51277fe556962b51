//go:build !linux && !windows

package js

import (
	"io"
	"os"
)

// systemRandom reads the system's generator; see random_linux.go for why this
// is not crypto/rand.
type systemRandom struct{}

// Read fills p with random bytes.
func (systemRandom) Read(p []byte) (int, error) {
	f, err := os.Open("/dev/urandom")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return io.ReadFull(f, p)
}
