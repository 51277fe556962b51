package server

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/abxgen/abxgen/runtime/guest"
)

// InProcess launches the guest inside this process, joined in memory: for Go
// programs and tests. Its limits hold as far as one process can hold them:
// killing it interrupts JavaScript, except inside a back-reference of a regular
// expression, one huge allocation, or a long native call (sort, JSON). Memory
// is the process's own.
var InProcess guest.Launcher = inProcess

func inProcess(ctx context.Context) (*guest.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	fromCore, toGuest := io.Pipe()
	fromGuest, toCore := io.Pipe()
	gone := make(chan struct{})
	var result error
	go func() {
		defer close(gone)
		result = Serve(fromCore, toCore)
		toCore.Close()
		fromCore.Close()
	}()
	var once sync.Once
	kill := func() {
		once.Do(func() {
			// The reader sees this as the end of its input and closes the VM.
			toGuest.CloseWithError(io.EOF)
			fromGuest.CloseWithError(errors.New("killed"))
		})
	}
	return &guest.Conn{
		R: fromGuest, W: toGuest, Kill: kill,
		Wait: func() error { <-gone; return result },
	}, nil
}
