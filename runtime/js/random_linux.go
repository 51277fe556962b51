package js

import "golang.org/x/sys/unix"

// systemRandom reads the kernel's generator by a system call: a confined guest
// can't open files, and crypto/rand would cost 200 kB of a guest's 10 MiB.
type systemRandom struct{}

// Read fills p with random bytes.
func (systemRandom) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		got, err := unix.Getrandom(p[n:], 0)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return n, err
		}
		n += got
	}
	return n, nil
}
