package provider

import (
	"context"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// lead are the arguments that begin every call of the data plane in the guest.
func (p *provider) lead(ctx context.Context, t api.Target, last ...any) ([]any, error) {
	url := t.EnvdURL
	if b, err := p.bind(ctx); err != nil {
		return nil, err
	} else if url == "" && b.main != nil {
		if url, err = b.main.EnvdURL(t); err != nil {
			return nil, err
		}
	}
	return append([]any{url, values.FromToken(t)}, last...), nil
}

// guestOn calls the guest about a sandbox and reads the result.
func guestOn[T any](ctx context.Context, p *provider, r route, t api.Target, read func(any) (T, error), last map[string]any) (T, error) {
	args, err := p.lead(ctx, t, last)
	if err != nil {
		var zero T
		return zero, err
	}
	return call(ctx, p, r, read, args...)
}

// nothing reads a result that does not matter.
func nothing(v any) (struct{}, error) {
	values.CloseStreams(v)
	return struct{}{}, nil
}

// Start starts a program.
func (p *provider) Start(ctx context.Context, id string, req api.StartRequest) (api.ProcessStream, error) {
	r, err := p.open(ctx, api.ClassProcess, "start")
	if err != nil {
		return nil, p.fail(err)
	}
	s, err := onTarget(ctx, p, id, func(t api.Target) (api.ProcessStream, error) {
		if r.js == "" {
			return r.client.Start(ctx, t, req)
		}
		return guestOn(ctx, p, r.within(req.Timeout), t, p.follow(ctx, id, req.Timeout), values.FromStart(req))
	})
	return p.stream(s, err)
}

// ConnectToProcess listens to a running program.
func (p *provider) ConnectToProcess(ctx context.Context, id string, pid api.PID) (api.ProcessStream, error) {
	r, err := p.open(ctx, api.ClassProcess, "connect_to_process")
	if err != nil {
		return nil, p.fail(err)
	}
	s, err := onTarget(ctx, p, id, func(t api.Target) (api.ProcessStream, error) {
		if r.js == "" {
			return r.client.ConnectToProcess(ctx, t, pid)
		}
		return guestOn(ctx, p, r, t, p.listen(ctx, pid), map[string]any{"pid": values.FromPID(pid)})
	})
	return p.stream(s, err)
}

// ListProcesses lists what runs.
func (p *provider) ListProcesses(ctx context.Context, id string) ([]api.ProcessInfo, error) {
	return look(ctx, p, api.ClassProcess, id, func(c *e2b.Client, t api.Target) ([]api.ProcessInfo, error) { return c.ListProcesses(ctx, t) }, values.ToProcesses, map[string]any{}, "list_processes")
}

// ResizeProcess gives a terminal another size.
func (p *provider) ResizeProcess(ctx context.Context, id string, pid api.PID, cols, rows int) error {
	last := map[string]any{"pid": values.FromPID(pid), "size": map[string]any{"cols": cols, "rows": rows}}
	return p.alter(ctx, api.ClassProcess, id, func(c *e2b.Client, t api.Target) error { return c.ResizeProcess(ctx, t, pid, cols, rows) }, last, "update")
}

// SendInput writes to a program's stdin.
func (p *provider) SendInput(ctx context.Context, id string, pid api.PID, data []byte) error {
	last := map[string]any{"pid": values.FromPID(pid), "data": data}
	return p.alter(ctx, api.ClassProcess, id, func(c *e2b.Client, t api.Target) error { return c.SendInput(ctx, t, pid, data) }, last, "send_input", "send_stdin")
}

// CloseInput closes a program's stdin. The kit has no such method, so it never
// goes to the guest.
func (p *provider) CloseInput(ctx context.Context, id string, pid api.PID) error {
	if err := p.gate.Check(api.ClassProcess, "send_input"); err != nil {
		return p.fail(err)
	}
	b, err := p.bind(ctx)
	if err != nil {
		return p.fail(err)
	}
	protocol, ok := b.protocols[api.ClassProcess]
	c := b.client(protocol.Client)
	if !ok || protocol.Plain || c == nil {
		return p.fail(api.Errorf(api.CodeProvider, "provider %q cannot close a program's stdin", p.d.ID))
	}
	_, err = onTarget(ctx, p, id, func(t api.Target) (struct{}, error) { return struct{}{}, c.CloseInput(ctx, t, pid) })
	return p.fail(err)
}

// SendSignal sends a signal to a program.
func (p *provider) SendSignal(ctx context.Context, id string, pid api.PID, signal int) error {
	last := map[string]any{"pid": values.FromPID(pid), "signal": signal}
	return p.alter(ctx, api.ClassProcess, id, func(c *e2b.Client, t api.Target) error { return c.SendSignal(ctx, t, pid, signal) }, last, "send_signal")
}

// KillProcess kills a program.
func (p *provider) KillProcess(ctx context.Context, id string, pid api.PID) error {
	last := map[string]any{"pid": values.FromPID(pid), "signal": 9}
	return p.alter(ctx, api.ClassProcess, id, func(c *e2b.Client, t api.Target) error { return c.KillProcess(ctx, t, pid) }, last, "kill")
}

// OpenTerminal opens a pseudo terminal.
func (p *provider) OpenTerminal(ctx context.Context, id string, req api.TerminalRequest) (api.Terminal, error) {
	r, err := p.open(ctx, api.ClassProcess, "open_terminal")
	if err != nil {
		return nil, p.fail(err)
	}
	if r.js != "" {
		s, err := call(ctx, p, r, p.listen(ctx, ""), id, values.FromTerminal(req))
		if err != nil {
			return nil, p.fail(err)
		}
		return &guestTerminal{ProcessStream: s, p: p, id: id}, nil
	}
	term, err := onTarget(ctx, p, id, func(t api.Target) (api.Terminal, error) { return r.client.OpenTerminal(ctx, t, req) })
	if err != nil {
		return nil, p.fail(err)
	}
	return term, nil
}
