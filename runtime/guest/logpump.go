package guest

import "sync"

// logPump gives lines to the host on a goroutine of its own: a host whose log
// is slow must not keep the reader of the pipe from reading.
type logPump struct {
	mu     sync.Mutex
	closed bool
	lines  chan logLine
	done   chan struct{}
}

type logLine struct{ level, text string }

const maxLogLines = 256

func newLogPump(host Host) *logPump {
	p := &logPump{lines: make(chan logLine, maxLogLines), done: make(chan struct{})}
	go func() {
		defer close(p.done)
		for l := range p.lines {
			host.Log(l.level, l.text)
		}
	}()
	return p
}

// log drops the line where the host is too far behind or the guest is gone.
func (p *logPump) log(level, text string) {
	switch level {
	case "debug", "info", "warn", "error":
	default:
		level = "info"
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	select {
	case p.lines <- logLine{level, clean(text)}:
	default:
	}
}

// close waits until the host has every line.
func (p *logPump) close() {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.lines)
	}
	p.mu.Unlock()
	<-p.done
}
