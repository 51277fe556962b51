package epp

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// killSignal is SIGKILL's number on every system that sandboxes run.
const killSignal = 9

// Start calls exec.start, or exec.run where the plugin does not stream.
func (c *Client) Start(ctx context.Context, id string, req api.StartRequest) (api.ProcessStream, error) {
	p := map[string]any{
		"sandbox_id": id, "cmd": req.Cmd, "args": list(req.Args), "env": mapOf(req.Env),
		"cwd": req.Cwd, "user": req.User, "timeout": req.Timeout.Seconds(),
	}
	limit := time.Duration(0)
	if req.Timeout > 0 {
		limit = req.Timeout + 5*time.Second
	}
	if !c.opts.Descriptor.Supports(api.FeatureExecStream) {
		return c.run(ctx, limit, p)
	}
	var r started
	if err := c.callWithin(ctx, limit, "exec.start", p, &r); err != nil {
		return nil, err
	}
	return c.stream(ctx, id, r, limit), nil
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

// stream is a process or a terminal whose output comes as notifications.
type stream struct {
	client  *Client
	ctx     context.Context
	sandbox string
	id      string
	limit   time.Duration // between two notifications; 0 none
	notes   *queue
	exited  bool
}

// started is the answer of exec.start and pty.open.
type started struct {
	ProcessID pid `json:"process_id"`
}

func (c *Client) stream(ctx context.Context, sandbox string, r started, limit time.Duration) *stream {
	id := string(r.ProcessID)
	return &stream{client: c, ctx: ctx, sandbox: sandbox, id: id, limit: limit, notes: c.queue(id)}
}

// PID is the process_id that the plugin gave.
func (s *stream) PID() api.PID { return api.PID(s.id) }

// Recv gives the next chunk; after the exit it gives io.EOF.
func (s *stream) Recv() (api.Chunk, error) {
	if s.exited {
		return api.Chunk{}, io.EOF
	}
	ctx := s.ctx
	if s.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.limit)
		defer cancel()
	}
	for {
		m, err := s.notes.next(ctx)
		if err != nil {
			return api.Chunk{}, s.failed(err)
		}
		if c, ok := chunkOf(m); ok {
			s.exited = c.Kind == api.ChunkExit
			return c, nil
		}
	}
}

// failed ends a stream early: the process is told to stop.
func (s *stream) failed(err error) error {
	if s.ctx.Err() == nil && err != context.DeadlineExceeded {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_ = s.client.SendSignal(ctx, s.sandbox, s.PID(), killSignal)
	if s.ctx.Err() == nil {
		return api.Errorf(api.CodeCommandTimeout, "the command did not end in time and its provider reported no exit")
	}
	return s.ctx.Err()
}

// Close stops listening.
func (s *stream) Close() error {
	s.client.drop(s.id)
	return nil
}

func chunkOf(m message) (api.Chunk, bool) {
	var p struct {
		Stream   string  `json:"stream"`
		Data     string  `json:"data"`
		DataB64  []byte  `json:"data_b64"`
		ExitCode float64 `json:"exit_code"`
	}
	if json.Unmarshal(m.Params, &p) != nil {
		return api.Chunk{}, false
	}
	switch m.Method {
	case "exec.output":
		if p.Stream == string(api.ChunkStderr) {
			return api.Chunk{Kind: api.ChunkStderr, Data: []byte(p.Data)}, true
		}
		return api.Chunk{Kind: api.ChunkStdout, Data: []byte(p.Data)}, true
	case "pty.output":
		return api.Chunk{Kind: api.ChunkPTY, Data: p.DataB64}, true
	case "exec.exit", "pty.exit":
		return api.Chunk{Kind: api.ChunkExit, ExitCode: int(p.ExitCode)}, true
	}
	return api.Chunk{}, false
}

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
	var r started
	p := map[string]any{"sandbox_id": id, "cols": req.Cols, "rows": req.Rows}
	if err := c.call(ctx, "pty.open", p, &r); err != nil {
		return nil, err
	}
	return &terminal{*c.stream(ctx, id, r, 0)}, nil
}

type terminal struct{ stream }

func (t *terminal) call(method string, extra map[string]any) error {
	extra["sandbox_id"], extra["process_id"] = t.sandbox, t.id
	return t.client.call(t.ctx, method, extra, nil)
}

// Write calls pty.write.
func (t *terminal) Write(p []byte) (int, error) {
	if err := t.call("pty.write", map[string]any{"data_b64": p}); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Resize calls pty.resize.
func (t *terminal) Resize(cols, rows int) error {
	return t.call("pty.resize", map[string]any{"cols": cols, "rows": rows})
}

// Kill calls pty.close.
func (t *terminal) Kill() error { return t.call("pty.close", map[string]any{}) }

// Close ends the terminal: nobody else can reach it.
func (t *terminal) Close() error {
	if !t.exited {
		_ = t.Kill()
	}
	return t.stream.Close()
}

var _ api.Provider = (*Client)(nil)
