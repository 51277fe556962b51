package cloud

import (
	"context"
	"os"
	"strings"
	"time"
)

// parentPoll is how often a program under `go run` looks for its parent.
const parentPoll = 200 * time.Millisecond

// whileParent ends with ctx, and under `go run` when that ends too: it does not
// pass a SIGTERM on, and the sandboxes would stay. A program that was built is
// left alone: who starts it may well go.
func whileParent(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	exe, err := os.Executable()
	if err != nil || !strings.Contains(exe, "go-build") {
		return ctx, cancel
	}
	parent := os.Getppid() // here, before anything is printed: who reads that may kill it at once
	go func() {
		defer cancel()
		tick := time.NewTicker(parentPoll)
		defer tick.Stop()
		for os.Getppid() == parent {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel
}
