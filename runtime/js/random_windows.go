package js

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// systemRandom reads the system's generator; see random_linux.go for why this
// is not crypto/rand.
type systemRandom struct{}

var processPrng = windows.NewLazySystemDLL("bcryptprimitives.dll").NewProc("ProcessPrng")

// Read fills p with random bytes.
func (systemRandom) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if ok, _, err := processPrng.Call(uintptr(unsafe.Pointer(&p[0])), uintptr(len(p))); ok == 0 {
		return 0, err
	}
	return len(p), nil
}
