package interpreter

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"io"
	"sync"
	"syscall"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/box"
)

//go:embed kernel.py
var program string

// idle is how long an execution is silent before a keepalive is sent.
const idle = 5 * time.Second

// kernel is a running Python that keeps the names of earlier executions.
type kernel struct {
	pid    int
	stdin  io.WriteCloser
	events chan []byte   // lines; closed when the process has ended
	busy   chan struct{} // one execution at a time
	ended  sync.WaitGroup
}

func startKernel(b *box.Box, envs map[string]string, dir string) (*kernel, error) {
	user, _ := box.LookupUser("")
	cmd, err := b.Command(box.Spec{Cmd: "python3", Args: []string{"-u", "-c", program}, Env: envs, Dir: dir, User: user})
	if err != nil {
		return nil, err
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	k := &kernel{pid: cmd.Process.Pid, stdin: stdin, events: make(chan []byte), busy: make(chan struct{}, 1)}
	k.ended.Go(func() {
		k.read(stdout)
		_ = cmd.Wait() // it was killed, or its code ended it
	})
	return k, nil
}

func (k *kernel) read(stdout io.Reader) {
	defer close(k.events)
	for r := bufio.NewReader(stdout); ; {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		k.events <- line
	}
}

type execution struct {
	Code string            `json:"code"`
	Envs map[string]string `json:"env_vars,omitempty"`
}

// execute runs code and passes each event on as a line; false means that the
// kernel ended before the execution did. A client that leaves interrupts it.
func (k *kernel) execute(ctx context.Context, e execution, send func(line []byte)) bool {
	select {
	case k.busy <- struct{}{}:
		defer func() { <-k.busy }()
	case <-ctx.Done():
		return true
	}
	line, err := json.Marshal(e)
	if err != nil {
		return false
	}
	if _, err := k.stdin.Write(append(line, '\n')); err != nil {
		return false
	}
	return k.follow(ctx, send)
}

func (k *kernel) follow(ctx context.Context, send func(line []byte)) bool {
	gone := ctx.Done()
	for {
		select {
		case line, ok := <-k.events:
			if !ok {
				return false
			}
			if gone != nil {
				send(line)
			}
			if isEnd(line) {
				return true
			}
		case <-time.After(idle):
			if gone != nil {
				send([]byte(`{"type": "keepalive"}` + "\n"))
			}
		case <-gone:
			gone = nil // the rest of the events is read, so that the next execution finds none of them
			_ = box.KillGroup(k.pid, syscall.SIGINT)
		}
	}
}

func isEnd(line []byte) bool {
	var event struct {
		Type string `json:"type"`
	}
	return json.Unmarshal(line, &event) == nil && event.Type == "end_of_execution"
}

// kill ends the kernel; what it still has to tell is dropped.
func (k *kernel) kill() {
	_ = box.KillGroup(k.pid, syscall.SIGKILL) // it may have ended by itself
	_ = k.stdin.Close()
	for range k.events {
	}
	k.ended.Wait()
}
