package sandbox

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"sync"

	"github.com/abxgen/abxgen/runtime/api"
)

// Process is a program that was started, in the manner of os/exec: two outputs
// to read from, an input to write to, and Wait.
//
// The sandbox is made to wait while an output that is being read has more than
// a megabyte unread. An output that is never read holds nobody up once Wait is
// called.
type Process struct {
	// Stdin is the program's input, where StartRequest.Stdin asked for one; it
	// needs api.FeatureProcessManage. Close tells the program that no more comes.
	Stdin io.WriteCloser
	// Stdout and Stderr are the outputs, to io.EOF at the program's end. What
	// ends the program otherwise is their error. Close drops the rest of one.
	Stdout, Stderr io.ReadCloser

	s      *Sandbox
	stream api.ProcessStream
	ctx    context.Context // the caller's: input may be under way when the program ends
	cancel context.CancelCauseFunc
	out    *outputs
	ended  chan struct{}
	status error // how it ended; after ended is closed
}

// Start starts a program and returns once it runs. No shell is involved. When
// ctx ends the program is killed; at the end of req.Timeout likewise, and Wait
// gives E3001.
func (s *Sandbox) Start(ctx context.Context, req api.StartRequest) (*Process, error) {
	if err := s.late(req); err != nil {
		return nil, err
	}
	if req.Stdin {
		if err := s.api.Require(api.FeatureProcessManage); err != nil {
			return nil, err // its stdin would stay open for ever
		}
	}
	own, cancel := context.WithCancelCause(ctx)
	stream, err := s.api.Start(own, s.record.ID, req)
	if err != nil {
		cancel(nil)
		return nil, err
	}
	return newProcess(ctx, cancel, s, stream, req.Stdin), nil
}

// late refuses a timeout that is over before the program began; what is not
// supported, the call itself tells.
func (s *Sandbox) late(req api.StartRequest) error {
	d := s.api.Descriptor()
	if req.Timeout >= 0 || !d.Supports(api.FeatureExecRun) && !d.Supports(api.FeatureExecStream) {
		return nil
	}
	return api.Errorf(api.CodeConfig, "%v is no timeout of a program", req.Timeout).With("give more than 0, or 0 for none")
}

func newProcess(ctx context.Context, cancel context.CancelCauseFunc, s *Sandbox, stream api.ProcessStream, input bool) *Process {
	p := &Process{s: s, stream: stream, ctx: ctx, cancel: cancel, out: newOutputs(), ended: make(chan struct{})}
	p.Stdin = &stdin{p: p, open: input}
	p.Stdout, p.Stderr = &p.out.stdout, &p.out.stderr
	stop := context.AfterFunc(ctx, p.out.letGo)
	go func() {
		p.finish(p.pump())
		stop()
		cancel(nil)
	}()
	return p
}

// PID is the program's, inside the sandbox.
func (p *Process) PID() api.PID { return p.stream.PID() }

// Wait waits for the program's end. A program that ended well is nil, one that
// did not E3002 with an *ExitError behind it. Outputs can be read on after it;
// but of one that nobody had begun to read, only the first megabyte is kept.
func (p *Process) Wait() error {
	p.out.release()
	<-p.ended
	return p.status
}

// Kill kills the program, by its pid where the provider declares
// api.FeatureProcessManage, else as if the context of Start had ended. Wait
// tells when it is over. As with os.Process, one that has ended is
// os.ErrProcessDone: its pid may be another program's by now.
func (p *Process) Kill(ctx context.Context) error {
	if p.done() {
		return gone()
	}
	if p.s.api.Require(api.FeatureProcessManage) == nil {
		if err := p.s.api.KillProcess(ctx, p.s.record.ID, p.PID()); err != nil {
			return err
		}
		p.out.letGo()
		return nil
	}
	p.out.letGo()
	p.cancel(api.Errorf(api.CodeProcess, "the program was killed"))
	return nil
}

// Signal sends a signal by its number, as Processes.Signal does; a program that
// has ended is os.ErrProcessDone.
func (p *Process) Signal(ctx context.Context, signal int) error {
	if p.done() && p.s.api.Require(api.FeatureProcessManage) == nil {
		return gone()
	}
	return p.s.Processes().Signal(ctx, p.PID(), signal)
}

// done reports whether the program is known to have come to its end: one that
// is no longer listened to may go on.
func (p *Process) done() bool {
	select {
	case <-p.ended:
		return exited(p.status)
	default:
		return false
	}
}

func gone() error {
	return api.Errorf(api.CodeProcess, "the program has ended").Because(os.ErrProcessDone)
}

// Release stops listening and leaves the program running, whatever becomes of
// the context that started it. The outputs end with an error.
func (p *Process) Release() error {
	p.finish(api.Errorf(api.CodeProcess, "the program was released"))
	return p.stream.Close()
}

// pump passes the program's output on until its end, and tells how it ended.
func (p *Process) pump() error {
	for {
		c, err := p.stream.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return api.Errorf(api.CodeExecution, "the program's exit code is not known")
		case err != nil:
			return err
		case c.Kind == api.ChunkExit:
			return p.s.exit(c)
		case c.Kind == api.ChunkStderr:
			p.out.stderr.put(c.Data)
		default:
			p.out.stdout.put(c.Data)
		}
	}
}

// finish ends the process once; later ends do not count.
func (p *Process) finish(status error) {
	p.out.mu.Lock()
	defer p.out.mu.Unlock()
	if p.out.over {
		return
	}
	p.status = status
	p.out.end(status)
	close(p.ended)
}

// exit is how a program ended.
func (s *Sandbox) exit(c api.Chunk) error {
	if c.ExitCode == 0 && c.Signal == 0 {
		return nil
	}
	cause := &ExitError{Code: c.ExitCode, Signal: c.Signal}
	e := api.Errorf(api.CodeProcess, "the program ended with %s", cause).Because(cause)
	e.Provider = s.api.Descriptor().ID
	return e
}

// ExitError is behind the error of a program that did not end well; errors.As
// finds it.
type ExitError struct {
	Code   int // -1 where a signal ended it
	Signal int // 0: none
}

// Error gives "exit status 3" or "signal 9".
func (e *ExitError) Error() string {
	if e.Signal != 0 {
		return "signal " + strconv.Itoa(e.Signal)
	}
	return "exit status " + strconv.Itoa(e.Code)
}

// stdin is the input of a process.
type stdin struct {
	p    *Process
	open bool // it was asked for
	mu   sync.Mutex
	shut bool
}

// Write sends all of data.
func (in *stdin) Write(data []byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case in.shut, in.open && in.p.done():
		return 0, io.ErrClosedPipe
	case !in.open:
		return 0, api.Errorf(api.CodeProcess, "the program was started without an input").With("set StartRequest.Stdin")
	case len(data) == 0:
		return 0, nil
	}
	if err := in.p.s.api.SendInput(in.p.ctx, in.p.s.record.ID, in.p.PID(), data); err != nil {
		return 0, err
	}
	return len(data), nil
}

// Close closes the input; closing it twice is one closing.
func (in *stdin) Close() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.shut || !in.open {
		return nil
	}
	in.shut = true
	if in.p.done() {
		return nil
	}
	return in.p.s.api.CloseInput(in.p.ctx, in.p.s.record.ID, in.p.PID())
}
