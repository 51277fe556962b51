package epp

import (
	"cmp"
	"context"
	"io"
	"math"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// killSignal is SIGKILL's number on every system that sandboxes run.
const killSignal = 9

// noTimeout stands for "none" in seconds, since a plugin may take 0 for "at
// once": as long as a timer of every language can wait.
const noTimeout = 24 * 86400

// Start calls exec.start, or exec.run where the plugin does not stream.
func (c *Client) Start(ctx context.Context, id string, req api.StartRequest) (api.ProcessStream, error) {
	p := map[string]any{
		"sandbox_id": id, "cmd": req.Cmd, "args": list(req.Args), "env": mapOf(req.Env),
		"cwd": req.Cwd, "user": req.User, "timeout": noTimeout,
	}
	limit := time.Duration(0)
	if req.Timeout > 0 {
		p["timeout"] = int(math.Ceil(req.Timeout.Seconds()))
		limit = req.Timeout + 5*time.Second
	}
	if !c.d.Supports(api.FeatureExecStream) {
		return c.run(ctx, limit, p)
	}
	return c.started(ctx, limit, "exec.start", p)
}

// started calls what starts a process, whose output may come before its answer.
func (c *Client) started(ctx context.Context, limit time.Duration, method string, p map[string]any) (*stream, error) {
	var r struct {
		ProcessID pid `json:"process_id"`
	}
	c.in.begin()
	err := c.callWithin(ctx, cmp.Or(limit, c.d.CallTimeout), method, p, &r)
	if err == nil && r.ProcessID == "" {
		err = api.Errorf(api.CodeProtocol, "provider %q answered %s without a process_id", c.d.ID, method)
	}
	if err != nil {
		c.in.giveUp()
		return nil, err
	}
	s := &stream{client: c, ctx: ctx, sandbox: p["sandbox_id"].(string), id: string(r.ProcessID), limit: limit}
	s.out = c.in.claim(s.id)
	s.kill = sync.OnceFunc(func() {
		ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
		defer cancel()
		_ = s.end(ctx) // best effort: the caller is told why it had to end
	})
	s.end = func(ctx context.Context) error { return c.SendSignal(ctx, s.sandbox, s.PID(), killSignal) }
	s.watch = context.AfterFunc(ctx, s.kill)
	return s, nil
}

func (c *Client) run(ctx context.Context, limit time.Duration, p map[string]any) (api.ProcessStream, error) {
	var r struct {
		Stdout   string `json:"stdout"`
		Stderr   string `json:"stderr"`
		ExitCode int    `json:"exit_code"`
	}
	if err := c.callWithin(ctx, limit, "exec.run", p, &r); err != nil {
		return nil, err
	}
	s := &finished{}
	for _, c := range []api.Chunk{{Kind: api.ChunkStdout, Data: []byte(r.Stdout)}, {Kind: api.ChunkStderr, Data: []byte(r.Stderr)}} {
		if len(c.Data) > 0 {
			s.chunks = append(s.chunks, c)
		}
	}
	s.chunks = append(s.chunks, api.Chunk{Kind: api.ChunkExit, ExitCode: r.ExitCode})
	return s, nil
}

// finished is the stream of a command that ended before it could be watched.
type finished struct{ chunks []api.Chunk }

// PID is empty: the process is gone.
func (*finished) PID() api.PID { return "" }

// Recv gives the chunks, then io.EOF.
func (f *finished) Recv() (api.Chunk, error) {
	if len(f.chunks) == 0 {
		return api.Chunk{}, io.EOF
	}
	c := f.chunks[0]
	f.chunks = f.chunks[1:]
	return c, nil
}

// Close does nothing.
func (*finished) Close() error { return nil }

// ListProcesses calls process.list.
func (c *Client) ListProcesses(ctx context.Context, id string) ([]api.ProcessInfo, error) {
	var r struct{ Processes []process }
	if err := c.call(ctx, "process.list", onSandbox{id}, &r); err != nil {
		return nil, err
	}
	all := make([]api.ProcessInfo, 0, len(r.Processes))
	for _, p := range r.Processes {
		all = append(all, api.ProcessInfo{PID: api.PID(p.PID), Command: p.Command, Status: p.Status})
	}
	return all, nil
}

// SendInput calls process.stdin.
func (c *Client) SendInput(ctx context.Context, id string, p api.PID, data []byte) error {
	return c.call(ctx, "process.stdin", map[string]any{"sandbox_id": id, "pid": pid(p), "data": string(data)}, nil)
}

// SendSignal calls process.signal.
func (c *Client) SendSignal(ctx context.Context, id string, p api.PID, signal int) error {
	return c.call(ctx, "process.signal", map[string]any{"sandbox_id": id, "pid": pid(p), "signal": signal}, nil)
}

// KillProcess sends SIGKILL.
func (c *Client) KillProcess(ctx context.Context, id string, p api.PID) error {
	return c.SendSignal(ctx, id, p, killSignal)
}

// CloseInput is E8004: EPP/1 has no method for it.
func (c *Client) CloseInput(context.Context, string, api.PID) error {
	return c.missing(api.FeatureProcessManage, "closing a process's input")
}

// ConnectToProcess is E8004: EPP/1 has no method for it.
func (c *Client) ConnectToProcess(context.Context, string, api.PID) (api.ProcessStream, error) {
	return nil, c.missing(api.FeatureProcessManage, "connect_to_process")
}

// ResizeProcess is E8004: EPP/1 resizes only terminals that it opened.
func (c *Client) ResizeProcess(context.Context, string, api.PID, int, int) error {
	return c.missing(api.FeatureProcessManage, "update")
}

// OpenTerminal calls pty.open.
func (c *Client) OpenTerminal(ctx context.Context, id string, req api.TerminalRequest) (api.Terminal, error) {
	p := map[string]any{"sandbox_id": id, "cols": cmp.Or(req.Cols, 80), "rows": cmp.Or(req.Rows, 24)}
	s, err := c.started(ctx, 0, "pty.open", p)
	if err != nil {
		return nil, err
	}
	t := &terminal{s}
	s.end = func(ctx context.Context) error { return t.call(ctx, "pty.close", map[string]any{}) }
	return t, nil
}

var _ api.Provider = (*Client)(nil)
