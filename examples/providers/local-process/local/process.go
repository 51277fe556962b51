package local

import (
	"context"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

const killSignal = 9

// process is a command that was started here: a stream for who started it.
type process struct {
	cmd    *exec.Cmd
	kept   *running
	stdin  *os.File // nil: none
	reads  []*os.File
	chunks chan api.Chunk
	waited <-chan struct{} // closed when the command itself has ended

	stop    chan struct{} // closed when it was killed from here
	left    chan struct{} // closed when nobody listens any more
	done    chan struct{} // closed when it is gone
	endOnce sync.Once
	offOnce sync.Once
	why     error // of the kill; set before stop is closed
	exit    api.Chunk
	over    bool // Recv gave the exit
}

func newProcess(cmd *exec.Cmd, kept *running) *process {
	return &process{
		cmd: cmd, kept: kept, chunks: make(chan api.Chunk, 16),
		stop: make(chan struct{}), left: make(chan struct{}), done: make(chan struct{}),
	}
}

// PID is the process's id on this machine.
func (p *process) PID() api.PID { return pidOf(p.kept.PID) }

// Recv gives the next chunk, after the exit io.EOF. A process that was killed
// because of its timeout or its caller ends with that error.
func (p *process) Recv() (api.Chunk, error) {
	if c, ok := <-p.chunks; ok {
		return c, nil
	}
	<-p.done
	switch {
	case p.why != nil:
		return api.Chunk{}, p.why
	case p.over:
		return api.Chunk{}, io.EOF
	}
	p.over = true
	return p.exit, nil
}

// Close stops listening; what the process prints from now on is lost.
func (p *process) Close() error {
	p.offOnce.Do(func() { close(p.left) })
	return nil
}

// run hands on what the process prints until all of it has ended (a child in
// the background that keeps an output open keeps the stream open), and then
// waits for it.
func (p *process) run(outputs map[api.ChunkKind]*os.File) {
	var readers sync.WaitGroup
	for kind, f := range outputs {
		readers.Go(func() { p.pump(kind, f) })
	}
	readers.Wait()
	<-p.waited
	p.endOnce.Do(func() {}) // from here on there is nothing to kill
	p.exit = exitOf(p.cmd.ProcessState)
	p.kept.forget()
	if p.stdin != nil {
		_ = p.stdin.Close()
	}
	close(p.chunks)
	close(p.done)
}

// chunkSize is how much is read from an output at once.
const chunkSize = 32 << 10

func (p *process) pump(kind api.ChunkKind, f *os.File) {
	defer func() { _ = f.Close() }()
	for {
		buf := make([]byte, chunkSize)
		n, err := f.Read(buf)
		if n > 0 {
			p.hand(api.Chunk{Kind: kind, Data: buf[:n]})
		}
		if err != nil {
			return // the end; a terminal's is EIO
		}
	}
}

func (p *process) hand(c api.Chunk) {
	select {
	case p.chunks <- c:
		return
	default:
	}
	select {
	case p.chunks <- c:
	case <-p.left:
	case <-p.stop:
	}
}

// cutAfter is how long the outputs of a killed process stay open for what left
// its group and holds them.
const cutAfter = 300 * time.Millisecond

// kill ends the process with its group; its stream then fails with why, or
// tells of the signal where why is nil.
func (p *process) kill(why error) {
	p.endOnce.Do(func() {
		p.why = why
		close(p.stop)
		_ = signalGroup(p.kept.PID, killSignal) // one that is gone needs none
		sweep(keyVar, p.kept.Key)
		time.AfterFunc(cutAfter, func() {
			for _, f := range p.reads {
				_ = f.Close()
			}
		})
	})
}

// launch starts the command and waits for it on one thread: on Linux it dies
// with its parent's thread.
func (p *process) launch(start func(*exec.Cmd) error) error {
	started, waited := make(chan error), make(chan struct{})
	p.waited = waited
	go func() {
		defer close(waited)
		defer holdThread()()
		err := start(p.cmd)
		started <- err
		if err == nil {
			_ = p.cmd.Wait() // how it ended is in its state
		}
	}()
	return <-started
}

// wait waits for the end, but not for longer than limit.
func (p *process) wait(limit time.Duration) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-p.done:
	case <-timer.C:
	}
}

// bound kills the process at its timeout (0: none) and with its caller.
func (p *process) bound(ctx context.Context, timeout time.Duration) {
	stop := context.AfterFunc(ctx, func() { p.kill(ctx.Err()) })
	var timer *time.Timer
	if timeout > 0 {
		timer = time.AfterFunc(timeout, func() {
			p.kill(api.Errorf(api.CodeCommandTimeout, "the command did not end within %s", timeout))
		})
	}
	<-p.done
	stop()
	if timer != nil {
		timer.Stop()
	}
}
