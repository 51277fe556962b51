package provider_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
)

// What JavaScript runs in the sandbox for a call ends with the call's
// cancellation, remotely too.
func TestCancelKillsWhatJavaScriptRuns(t *testing.T) {
	c := cloud.ForTest(t)
	o := reachNode(c)
	pids := make(chan api.PID, 1)
	o.Log = func(_, line string) {
		if pid, ok := strings.CutPrefix(line, "helper "); ok {
			pids <- api.PID(pid)
		}
	}
	p := open(t, nodeProvider(t, "helper"), o)
	id := create(t, p)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error, 1)
	go func() { _, err := p.ListProcesses(ctx, id); done <- err }()
	var pid api.PID
	select {
	case pid = <-pids:
	case err := <-done:
		t.Fatalf("the call ended with %v", err)
	}
	watched, err := p.ConnectToProcess(t.Context(), id, pid)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the call ended with %v", err)
	}
	if _, _, exit, err := finish(watched); err != nil || exit.Signal != 9 {
		t.Errorf("the helper ended with %+v, %v", exit, err)
	}
}
