package envd

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"

	"github.com/abxgen/abxgen/examples/devcloud/box"
)

// How much one output event holds at most.
const (
	chunkPipe = 32 << 10
	chunkPTY  = 16 << 10
)

// process is one command that was started, and for half a minute after its
// end the memory of that.
type process struct {
	pid    int
	tag    string
	config config
	hub    hub
	done   chan struct{} // closed when end is set and all output was given out
	end    endEvent
	ended  time.Time

	cmd   *exec.Cmd
	tty   *os.File
	mu    sync.Mutex // guards stdin
	stdin io.WriteCloser
}

// spawn starts cmd. first sees its output from the first byte on; after quit
// nobody does.
func spawn(cmd *exec.Cmd, req *startRequest, chunk int, first *subscriber, quit <-chan struct{}) (*process, error) {
	p := &process{cmd: cmd, tag: req.Tag, config: req.Process, done: make(chan struct{}), hub: hub{quit: quit}}
	p.hub.add(first)
	outputs, err := p.open(req)
	if err != nil {
		return nil, err
	}
	p.pid = cmd.Process.Pid
	go p.run(outputs, chunk)
	return p, nil
}

// output is one place that a process writes to.
type output struct {
	kind string // the key of its events
	from io.Reader
	size int
}

func (p *process) open(req *startRequest) ([]output, error) {
	if req.PTY != nil {
		return p.openTerminal(req.PTY)
	}
	if req.Stdin == nil || *req.Stdin {
		stdin, err := p.cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		p.stdin = stdin
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	stderr, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	return []output{{"stdout", stdout, chunkPipe}, {"stderr", stderr, chunkPipe}}, p.cmd.Start()
}

func (p *process) openTerminal(m *ptyMessage) ([]output, error) {
	p.cmd.SysProcAttr = nil // its own session, and so its own group
	tty, err := pty.StartWithSize(p.cmd, &pty.Winsize{Cols: m.Size.Cols, Rows: m.Size.Rows})
	p.tty = tty
	return []output{{"pty", tty, chunkPTY}}, err
}

// run gives the output out until all of it has ended, as envd does: a child in
// the background that keeps an output open keeps the stream open.
func (p *process) run(outputs []output, chunk int) {
	var readers sync.WaitGroup
	for _, o := range outputs {
		if chunk > 0 {
			o.size = chunk
		}
		readers.Go(func() { p.pump(o) })
	}
	readers.Wait()
	err := p.cmd.Wait()
	if p.tty != nil {
		_ = p.tty.Close()
	}
	p.end = ending(p.cmd.ProcessState, err)
	p.ended = time.Now()
	close(p.done)
}

func (p *process) pump(o output) {
	buf := make([]byte, o.size)
	for {
		n, err := o.from.Read(buf)
		if n > 0 {
			p.hub.publish(map[string]any{"data": map[string][]byte{o.kind: bytes.Clone(buf[:n])}})
		}
		if err != nil {
			return // the end; a terminal's is EIO
		}
	}
}

func ending(state *os.ProcessState, err error) endEvent {
	if state == nil {
		return endEvent{ExitCode: -1, Status: "unknown", Error: fmt.Sprint(err)}
	}
	e := endEvent{ExitCode: state.ExitCode(), Exited: state.Exited(), Status: state.String()}
	if !state.Success() {
		e.Error = e.Status
	}
	return e
}

func (p *process) running() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// kill signals the whole group: what a command left in the foreground goes
// with it.
func (p *process) kill(sig syscall.Signal) error { return box.KillGroup(p.pid, sig) }
