package provider

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

const (
	stopTime  = 2 * time.Second // for stopping a program remotely
	pidTime   = 5 * time.Second // for a stream of JavaScript to tell the pid
	lateGrace = 2 * time.Second // after the timeout that JavaScript was told of
)

// failing passes a process stream on with its errors made fit to leave.
type failing struct {
	api.ProcessStream
	p *provider
}

func (p *provider) stream(s api.ProcessStream, err error) (api.ProcessStream, error) {
	if err != nil {
		return nil, p.fail(err)
	}
	return failing{s, p}, nil
}

// Recv gives the next chunk.
func (s failing) Recv() (api.Chunk, error) {
	c, err := s.ProcessStream.Recv()
	return c, s.p.fail(err)
}

// follow reads what start returned in the guest: a stream of chunks whose
// program is killed remotely when ctx ends or the timeout is over.
func (p *provider) follow(ctx context.Context, id string, timeout time.Duration) func(any) (api.ProcessStream, error) {
	return func(v any) (api.ProcessStream, error) {
		g, err := p.guestStream(ctx, "", v)
		if err != nil {
			return nil, err
		}
		g.watch(ctx, id, timeout)
		return g, nil
	}
}

// listen reads what connect_to_process and open_terminal returned in the guest:
// a stream that ends with ctx, whose program goes on.
func (p *provider) listen(ctx context.Context, pid api.PID) func(any) (api.ProcessStream, error) {
	return func(v any) (api.ProcessStream, error) {
		g, err := p.guestStream(ctx, pid, v)
		if err != nil {
			return nil, err
		}
		g.leaveWith(ctx)
		return g, nil
	}
}

// guestStream makes a process stream of what JavaScript returned. The first
// chunk is awaited for a while, since it carries the pid; of a program that
// says nothing the provider may have nothing to give.
func (p *provider) guestStream(ctx context.Context, pid api.PID, v any) (*guestProcess, error) {
	s, ok := v.(values.Stream)
	if !ok {
		return nil, api.Errorf(api.CodeProvider, "the provider's JavaScript returned no stream of chunks")
	}
	g := &guestProcess{p: p, s: s, pid: pid, first: make(chan firstChunk, 1)}
	go func() {
		chunk, err := g.next()
		g.first <- firstChunk{chunk, err}
	}()
	wait := time.NewTimer(pidTime)
	defer wait.Stop()
	select {
	case first := <-g.first:
		if first.err != nil && !values.IsEnd(first.err) {
			_ = s.Close()
			return nil, first.err
		}
		g.first <- first
	case <-ctx.Done():
		_ = s.Close()
		return nil, cancelled(ctx)
	case <-wait.C:
	}
	return g, nil
}

// firstChunk is what the first Recv of a stream gives.
type firstChunk struct {
	api.Chunk
	err error
}

// guestProcess is a process stream that comes out of JavaScript.
type guestProcess struct {
	p     *provider
	s     values.Stream
	first chan firstChunk // nil once it was taken
	done  bool

	mu     sync.Mutex
	pid    api.PID
	why    error // why it was stopped
	over   bool
	unwait []func() bool
}

// PID gives the program's pid, as far as JavaScript told it.
func (g *guestProcess) PID() api.PID {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pid
}

// next gives the next chunk of any kind, the one that only tells the pid too.
func (g *guestProcess) next() (api.Chunk, error) {
	v, err := g.s.Recv()
	if err != nil {
		return api.Chunk{}, err
	}
	chunk, pid, err := values.ToChunk(v)
	if pid != "" {
		g.mu.Lock()
		g.pid = pid
		g.mu.Unlock()
	}
	return chunk, err
}

// Recv gives the next chunk. A stream that ends without an exit chunk is an
// error: a short success would lie.
func (g *guestProcess) Recv() (api.Chunk, error) {
	if g.done {
		return api.Chunk{}, io.EOF
	}
	for {
		chunk, err := g.take()
		if why := g.stopped(); why != nil {
			err = why
		} else if values.IsEnd(err) {
			err = api.Errorf(api.CodeExecution, "the provider's stream ended before the program's end was known")
		}
		if err == nil && chunk.Kind != api.ChunkExit && len(chunk.Data) == 0 {
			continue
		}
		if err != nil || chunk.Kind == api.ChunkExit {
			g.done = true
			_ = g.Close()
		}
		return chunk, err
	}
}

func (g *guestProcess) take() (api.Chunk, error) {
	if g.first == nil {
		return g.next()
	}
	first := <-g.first
	g.first = nil
	return first.Chunk, first.err
}

func (g *guestProcess) stopped() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.why
}

// Close stops listening; the program goes on.
func (g *guestProcess) Close() error {
	g.mu.Lock()
	over, unwait := g.over, g.unwait
	g.over, g.unwait = true, nil
	g.mu.Unlock()
	for _, stop := range unwait {
		stop()
	}
	if over {
		return nil
	}
	return g.s.Close()
}

func (g *guestProcess) watch(ctx context.Context, id string, timeout time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.unwait = append(g.unwait, context.AfterFunc(ctx, func() { g.stop(id, cancelled(ctx)) }))
	if timeout > 0 {
		late := api.Errorf(api.CodeCommandTimeout, "the command did not finish within %s", timeout)
		g.unwait = append(g.unwait, time.AfterFunc(timeout+lateGrace, func() { g.stop(id, late) }).Stop)
	}
}

// leaveWith ends the stream with ctx; the program goes on.
func (g *guestProcess) leaveWith(ctx context.Context) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.unwait = append(g.unwait, context.AfterFunc(ctx, func() {
		g.mu.Lock()
		g.why = cancelled(ctx)
		g.mu.Unlock()
		_ = g.s.Close()
	}))
}

// stop kills the program remotely and ends the stream; why is what Recv gives.
func (g *guestProcess) stop(id string, why error) {
	g.mu.Lock()
	if g.over || g.why != nil {
		g.mu.Unlock()
		return
	}
	g.why = why
	pid := g.pid
	g.mu.Unlock()
	if pid != "" {
		g.p.killQuietly(id, pid)
	}
	_ = g.s.Close()
}

func cancelled(ctx context.Context) error {
	return api.Errorf(api.CodeExecution, "the command was cancelled").Because(context.Cause(ctx))
}

// killQuietly kills a program as far as that is possible; what the caller must
// see is why it was stopped.
func (p *provider) killQuietly(id string, pid api.PID) {
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	r, err := p.route(ctx, api.ClassProcess, "kill")
	if err != nil {
		return
	}
	_, _ = onTarget(ctx, p, id, func(t api.Target) (struct{}, error) {
		if r.js == "" {
			return struct{}{}, r.client.KillProcess(ctx, t, pid)
		}
		return guestOn(ctx, p, r, t, nothing, map[string]any{"pid": values.FromPID(pid), "signal": 9})
	})
}

// guestTerminal is a terminal that JavaScript opened: its output comes out of
// JavaScript, what is typed goes to the sandbox.
type guestTerminal struct {
	api.ProcessStream
	p  *provider
	id string
}

func (t *guestTerminal) on(do func(context.Context, *e2b.Client, api.Target) error) error {
	ctx := context.Background()
	b, err := t.p.bind(ctx)
	if err != nil {
		return t.p.fail(err)
	}
	c := b.client(b.protocols[api.ClassProcess].Client)
	if c == nil {
		return t.p.fail(api.Errorf(api.CodeProvider, "provider %q has no http client to reach the terminal by", t.p.d.ID))
	}
	_, err = onTarget(ctx, t.p, t.id, func(target api.Target) (struct{}, error) { return struct{}{}, do(ctx, c, target) })
	return t.p.fail(err)
}

// Write sends keystrokes.
func (t *guestTerminal) Write(data []byte) (int, error) {
	err := t.on(func(ctx context.Context, c *e2b.Client, target api.Target) error {
		payload := map[string]any{"process": map[string]any{"pid": values.FromPID(t.PID())}, "input": map[string]any{"pty": data}}
		_, err := c.EnvdRequest(ctx, target, "/process.Process/SendInput", payload)
		return err
	})
	if err != nil {
		return 0, err
	}
	return len(data), nil
}

// Resize gives the terminal another size.
func (t *guestTerminal) Resize(cols, rows int) error {
	return t.on(func(ctx context.Context, c *e2b.Client, target api.Target) error {
		return c.ResizeProcess(ctx, target, t.PID(), cols, rows)
	})
}

// Kill ends the terminal's process.
func (t *guestTerminal) Kill() error {
	return t.on(func(ctx context.Context, c *e2b.Client, target api.Target) error {
		return c.KillProcess(ctx, target, t.PID())
	})
}

// toReader reads what read returned in the guest: content that ends with ctx.
func toReader(ctx context.Context) func(any) (io.ReadCloser, error) {
	return func(v any) (io.ReadCloser, error) {
		r, err := values.ToReader(v)
		if err != nil {
			return nil, err
		}
		return content{r, context.AfterFunc(ctx, func() { _ = r.Close() })}, nil
	}
}

type content struct {
	io.ReadCloser
	unwait func() bool
}

// Close stops reading.
func (c content) Close() error {
	c.unwait()
	return c.ReadCloser.Close()
}

// toWatch reads what watch_dir returned in the guest: a stream that ends with
// ctx.
func toWatch(ctx context.Context) func(any) (api.WatchStream, error) {
	return func(v any) (api.WatchStream, error) {
		s, ok := v.(values.Stream)
		if !ok {
			return nil, api.Errorf(api.CodeProvider, "the provider's JavaScript returned no stream of events")
		}
		return watch{s, context.AfterFunc(ctx, func() { _ = s.Close() })}, nil
	}
}

type watch struct {
	values.Stream
	unwait func() bool
}

// Close stops watching.
func (w watch) Close() error {
	w.unwait()
	return w.Stream.Close()
}

// Recv gives the next event.
func (w watch) Recv() (api.FileEvent, error) {
	v, err := w.Stream.Recv()
	if err != nil {
		return api.FileEvent{}, err
	}
	return values.ToEvent(v)
}
