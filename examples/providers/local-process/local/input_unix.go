//go:build unix

package local

import (
	"context"
	"os"
	"syscall"
)

// openInput makes a command's stdin: a FIFO with a name, so that every plugin
// process can write to it.
func openInput(kept *running) (r, w *os.File, err error) {
	if err := syscall.Mkfifo(kept.input(), 0o600); err != nil {
		return nil, nil, err
	}
	r, err = os.OpenFile(kept.input(), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	w, err = os.OpenFile(kept.input(), os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		_ = r.Close()
		return nil, nil, err
	}
	// The command's end has to wait for input like any other.
	if err := syscall.SetNonblock(int(r.Fd()), false); err != nil {
		_, _ = r.Close(), w.Close()
		return nil, nil, err
	}
	kept.Input = true
	return r, w, nil
}

// writeFIFO writes to the stdin of a command of another plugin process.
func writeFIFO(ctx context.Context, name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	return writeInput(ctx, f, data)
}
