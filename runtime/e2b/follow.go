package e2b

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// process is an api.ProcessStream over a stream of Connect.
type process struct {
	c       *Client
	t       api.Target
	rpc     *rpcStream
	kills   bool // stopped early, the program is killed
	timeout time.Duration
	exit    *api.Chunk // the end event, held back until the end frame
	done    bool

	mu      sync.Mutex
	pid     api.PID
	stopped error         // why it is being stopped, first cause wins
	over    bool          // ended or closed: nothing stops it any more
	started chan struct{} // closed when pid is known
	ended   chan struct{} // closed when the stopping is finished
	unwatch []func() bool
}

// follow opens a process stream and waits for its start event.
func (c *Client) follow(ctx context.Context, t api.Target, s streamCall, timeout time.Duration, kills bool) (*process, error) {
	p := &process{
		c: c, t: t, kills: kills, timeout: timeout,
		started: make(chan struct{}), ended: make(chan struct{}),
	}
	if e := ended(ctx, "the sandbox"); e != nil {
		return nil, e // before anything is sent
	}
	// The stream outlives ctx by the time that the killing takes.
	own, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	p.watch(ctx, cancel)
	rpc, err := c.openStream(own, t, s)
	if err == nil {
		p.rpc = rpc
		err = p.awaitStart()
	}
	if err = p.verdict(err); err != nil {
		p.leave()
		cancel(nil)
		return nil, err
	}
	return p, nil
}

func (p *process) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unwatch = append(p.unwatch, context.AfterFunc(ctx, func() { p.stop(ended(ctx, "the sandbox"), cancel) }))
	if p.timeout > 0 {
		late := api.Errorf(api.CodeCommandTimeout, "the command did not finish within %s", p.timeout)
		t := time.AfterFunc(p.timeout, func() { p.stop(late, cancel) })
		p.unwatch = append(p.unwatch, t.Stop)
	}
}

// stop kills the program, then ends the stream; why is what Recv will give.
func (p *process) stop(why error, cancel context.CancelCauseFunc) {
	p.mu.Lock()
	if p.over || p.stopped != nil {
		p.mu.Unlock()
		return
	}
	p.stopped = why
	p.mu.Unlock()
	if p.kills {
		p.kill()
	}
	cancel(why)
	close(p.ended)
}

func (p *process) kill() {
	ctx, cancel := context.WithTimeout(context.Background(), p.c.patience.kill)
	defer cancel()
	select {
	case <-p.started:
	case <-ctx.Done():
		return // no pid came: nothing that could be named was started
	}
	// Best effort: what the caller must see is why it was stopped.
	_ = p.c.KillProcess(ctx, p.t, p.PID())
}

// verdict gives the error to report: why the process was stopped where it was,
// after the stopping is done, else err.
func (p *process) verdict(err error) error {
	p.mu.Lock()
	why := p.stopped
	p.mu.Unlock()
	if why == nil {
		return err
	}
	<-p.ended
	return why
}

// leave ends the watching and the stream; the program is left alone.
func (p *process) leave() {
	p.mu.Lock()
	p.over = true
	watches := p.unwatch
	p.unwatch = nil
	p.mu.Unlock()
	for _, stop := range watches {
		stop()
	}
	if p.rpc != nil {
		p.rpc.shut()
	}
}

func (p *process) awaitStart() error {
	late := time.AfterFunc(p.c.cfg.Timeout, func() { p.rpc.cancel(errNoAnswer) })
	defer late.Stop()
	for {
		var m processMessage
		if err := p.rpc.recv(&m); err != nil {
			if errors.Is(err, io.EOF) {
				return api.Errorf(api.CodeNetwork, "the sandbox ended the stream before the program had started")
			}
			return err
		}
		if s := m.Event.Start; s != nil {
			p.mu.Lock()
			p.pid = api.PID(textOf(s.PID))
			p.mu.Unlock()
			close(p.started)
			return nil
		}
	}
}

// PID gives the number that envd knows the program by.
func (p *process) PID() api.PID {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pid
}

// Close stops listening; the program goes on.
func (p *process) Close() error {
	p.leave()
	return nil
}

// Recv gives the next chunk, as api.ProcessStream says.
func (p *process) Recv() (api.Chunk, error) {
	if p.done {
		return api.Chunk{}, io.EOF
	}
	chunk, err := p.next()
	if err = p.verdict(err); err == nil && chunk.Kind != api.ChunkExit {
		return chunk, nil
	}
	p.done = true
	p.leave()
	if err != nil {
		return api.Chunk{}, err
	}
	return chunk, nil
}

func (p *process) next() (api.Chunk, error) {
	for {
		var m processMessage
		err := p.rpc.recv(&m)
		if errors.Is(err, io.EOF) {
			if p.exit != nil {
				return *p.exit, nil
			}
			return api.Chunk{}, api.Errorf(api.CodeNetwork, "the sandbox ended the stream before the program's end was known")
		}
		if err != nil {
			return api.Chunk{}, p.late(err)
		}
		if chunk, ok := p.take(&m); ok {
			return chunk, nil
		}
	}
}

// late makes E3001 of the server's own deadline, which is ours and some grace.
func (p *process) late(err error) error {
	var f *rpcFailure
	if p.timeout > 0 && errors.As(err, &f) && f.code == "deadline_exceeded" {
		return api.Errorf(api.CodeCommandTimeout, "the sandbox ended the command at its deadline").Because(err)
	}
	return err
}

// take gives the chunk that a message carries, if it does.
func (p *process) take(m *processMessage) (api.Chunk, bool) {
	e := &m.Event
	switch {
	case e.Keepalive != nil:
		p.rpc.alive()
	case e.End != nil:
		c := e.End.chunk()
		p.exit = &c
		late := time.AfterFunc(p.c.patience.end, func() { p.rpc.cancel(errNoEnd) })
		p.mu.Lock()
		p.unwatch = append(p.unwatch, late.Stop)
		p.mu.Unlock()
	case e.Data != nil:
		return e.Data.chunk()
	}
	return api.Chunk{}, false
}

var errNoEnd = &api.Error{Code: api.CodeNetwork, Message: "the program ended, but the sandbox did not end the stream"}
