package e2b

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// The methods of envd's process service.
const (
	rpcStart      = "/process.Process/Start"
	rpcConnect    = "/process.Process/Connect"
	rpcList       = "/process.Process/List"
	rpcUpdate     = "/process.Process/Update"
	rpcSendInput  = "/process.Process/SendInput"
	rpcCloseStdin = "/process.Process/CloseStdin"
	rpcSendSignal = "/process.Process/SendSignal"
)

// The signals that envd delivers.
const (
	sigKill = 9
	sigTerm = 15
)

// inputPiece is how much of an input goes into one SendInput.
const inputPiece = 256 << 10

type processConfig struct {
	Cmd  string            `json:"cmd"`
	Args []string          `json:"args,omitempty"`
	Envs map[string]string `json:"envs,omitempty"`
	Cwd  string            `json:"cwd,omitempty"`
}

type startMessage struct {
	Process processConfig `json:"process"`
	PTY     *ptyMessage   `json:"pty,omitempty"`
	// Stdin stands beside process, and where it is missing envd keeps stdin
	// open, so that a program which reads waits for ever.
	Stdin *bool `json:"stdin,omitempty"`
}

type ptyMessage struct {
	Size struct {
		Cols int `json:"cols"`
		Rows int `json:"rows"`
	} `json:"size"`
}

func ptySize(cols, rows int) *ptyMessage {
	var p ptyMessage
	p.Size.Cols, p.Size.Rows = cols, rows
	return &p
}

// selector names a process: digits are a pid, anything else is a tag.
func selector(pid api.PID) map[string]any {
	text := strings.TrimSpace(string(pid))
	if n := (fields{"n": text}).number("n"); n > 0 && strings.Trim(text, "0123456789") == "" {
		return map[string]any{"pid": n}
	}
	return map[string]any{"tag": text}
}

// Start starts a program and returns once it runs. At the end of req.Timeout,
// and when ctx is cancelled, the program is killed remotely before Recv says
// so. The call is sent once.
func (c *Client) Start(ctx context.Context, t api.Target, req api.StartRequest) (api.ProcessStream, error) {
	if req.Cmd == "" {
		return nil, api.Errorf(api.CodeConfig, "no command was given")
	}
	m := startMessage{Process: processConfig{req.Cmd, req.Args, req.Env, req.Cwd}, Stdin: &req.Stdin}
	return c.follow(ctx, t, streamCall{rpc: rpcStart, message: m, user: req.User, timeout: grace(req.Timeout)}, req.Timeout, true)
}

// grace is what the server is told of a timeout (Connect-Timeout-Ms): a little
// more than ours, for the case that we are gone by then. Nothing is told where
// there is no timeout.
func grace(timeout time.Duration) time.Duration {
	if timeout <= 0 {
		return 0
	}
	return timeout + 5*time.Second
}

// ConnectToProcess listens to a running program; output before that is lost.
// When ctx ends, the program goes on.
func (c *Client) ConnectToProcess(ctx context.Context, t api.Target, pid api.PID) (api.ProcessStream, error) {
	m := map[string]any{"process": selector(pid)}
	return c.follow(ctx, t, streamCall{rpc: rpcConnect, message: m}, 0, false)
}

// ListProcesses lists what runs.
func (c *Client) ListProcesses(ctx context.Context, t api.Target) ([]api.ProcessInfo, error) {
	var m fields
	if err := c.unary(ctx, t, rpcList, struct{}{}, &m, true); err != nil {
		return nil, err
	}
	list := m.list("processes")
	if list == nil {
		list = m.object("result").list("processes")
	}
	out := make([]api.ProcessInfo, 0, len(list))
	for _, item := range list {
		if p, ok := item.(map[string]any); ok {
			out = append(out, ParseProcessInfo(p))
		}
	}
	return out, nil
}

// ParseProcessInfo reads a line of the process list, as envd writes it or flat
// as the kit does.
func ParseProcessInfo(m map[string]any) api.ProcessInfo {
	f := fields(m)
	command := f.text("command", "cmd")
	if cfg := f.object("config"); cfg != nil {
		words := []string{cfg.text("cmd")}
		for _, a := range cfg.list("args") {
			words = append(words, textOf(a))
		}
		command = strings.Join(words, " ")
	}
	return api.ProcessInfo{PID: api.PID(f.text("pid")), Command: command, Status: cmp.Or(f.text("status"), "running")}
}

// ResizeProcess gives a terminal another size.
func (c *Client) ResizeProcess(ctx context.Context, t api.Target, pid api.PID, cols, rows int) error {
	m := map[string]any{"process": selector(pid), "pty": ptySize(cols, rows)}
	return c.unary(ctx, t, rpcUpdate, m, nil, false)
}

// SendInput writes to a program's stdin; the pieces of a long input are sent
// in order, each once.
func (c *Client) SendInput(ctx context.Context, t api.Target, pid api.PID, data []byte) error {
	return c.send(ctx, t, pid, "stdin", data)
}

func (c *Client) send(ctx context.Context, t api.Target, pid api.PID, kind string, data []byte) error {
	for {
		n := min(len(data), inputPiece)
		m := map[string]any{"process": selector(pid), "input": map[string][]byte{kind: data[:n]}}
		if err := c.unary(ctx, t, rpcSendInput, m, nil, false); err != nil {
			return err
		}
		if data = data[n:]; len(data) == 0 {
			return nil
		}
	}
}

// CloseInput closes a program's stdin; an envd before 0.5.2 cannot.
func (c *Client) CloseInput(ctx context.Context, t api.Target, pid api.PID) error {
	return c.unary(ctx, t, rpcCloseStdin, map[string]any{"process": selector(pid)}, nil, false)
}

// SendSignal sends SIGTERM (15) or SIGKILL (9); envd knows no other (E3002).
func (c *Client) SendSignal(ctx context.Context, t api.Target, pid api.PID, signal int) error {
	name := map[int]string{sigKill: "SIGNAL_SIGKILL", sigTerm: "SIGNAL_SIGTERM"}[signal]
	if name == "" {
		return api.Errorf(api.CodeProcess, "the sandbox cannot deliver signal %d", signal).With("send SIGTERM (15) or SIGKILL (9)")
	}
	return c.unary(ctx, t, rpcSendSignal, map[string]any{"process": selector(pid), "signal": name}, nil, false)
}

// KillProcess sends SIGKILL.
func (c *Client) KillProcess(ctx context.Context, t api.Target, pid api.PID) error {
	return c.SendSignal(ctx, t, pid, sigKill)
}
