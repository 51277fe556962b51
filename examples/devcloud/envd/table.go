package envd

import (
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/connect"
)

// retained is how long a process that ended can still be connected to.
const retained = 30 * time.Second

// table holds a sandbox's processes. closing is closed before they are killed,
// so that streams are cut rather than ended.
type table struct {
	mu      sync.Mutex
	byPID   map[int]*process
	closing chan struct{}
	running sync.WaitGroup
}

func (t *table) init() {
	t.byPID = map[int]*process{}
	t.closing = make(chan struct{})
}

// start runs spawn unless the sandbox is being killed, and keeps the process.
func (t *table) start(spawn func() (*process, error)) (*process, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isClosing() {
		return nil, connect.Errorf(connect.Unavailable, "the sandbox is being killed")
	}
	p, err := spawn()
	if err != nil {
		return nil, err
	}
	t.byPID[p.pid] = p
	t.running.Go(func() { <-p.done })
	return p, nil
}

// find gives the process of a selector, which ended less than half a minute
// ago at most.
func (t *table) find(s selector) (*process, error) {
	if s.PID == 0 && s.Tag == "" {
		return nil, connect.Errorf(connect.Unimplemented, "invalid process selector")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget()
	for _, p := range t.byPID {
		if p.pid == int(s.PID) || s.PID == 0 && p.tag == s.Tag {
			return p, nil
		}
	}
	if s.PID == 0 {
		return nil, connect.Errorf(connect.NotFound, "process with tag %s not found", s.Tag)
	}
	return nil, connect.Errorf(connect.NotFound, "process with pid %d not found", s.PID)
}

// alive is find for what needs a running process.
func (t *table) alive(s selector) (*process, error) {
	p, err := t.find(s)
	if err != nil || p.running() {
		return p, err
	}
	return nil, connect.Errorf(connect.NotFound, "process with pid %d not found", p.pid)
}

func (t *table) forget() {
	for pid, p := range t.byPID {
		if !p.running() && time.Since(p.ended) > retained {
			delete(t.byPID, pid)
		}
	}
}

// list gives the running processes by pid.
func (t *table) list() []*process {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []*process
	for _, p := range t.byPID {
		if p.running() {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b *process) int { return a.pid - b.pid })
	return all
}

// closeAll cuts the streams and ends the processes.
func (t *table) closeAll() {
	t.mu.Lock()
	if !t.isClosing() {
		close(t.closing)
	}
	t.mu.Unlock()
	for _, p := range t.list() {
		_ = p.kill(syscall.SIGKILL) // it may have ended meanwhile
	}
}

func (t *table) isClosing() bool {
	select {
	case <-t.closing:
		return true
	default:
		return false
	}
}

func (t *table) wait() { t.running.Wait() }
