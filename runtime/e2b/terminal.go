package e2b

import (
	"context"

	"github.com/abxgen/abxgen/runtime/api"
)

// terminal is a process with a pseudo terminal. Its calls run until their own
// time is up, whatever became of the context that opened it.
type terminal struct{ *process }

// OpenTerminal starts a shell, or req.Cmd, in a pseudo terminal. When ctx is
// cancelled it is killed remotely.
func (c *Client) OpenTerminal(ctx context.Context, t api.Target, req api.TerminalRequest) (api.Terminal, error) {
	cfg := processConfig{Cmd: req.Cmd, Args: req.Args, Cwd: req.Cwd, Envs: map[string]string{
		"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
	}}
	if cfg.Cmd == "" {
		cfg.Cmd, cfg.Args = "/bin/bash", []string{"-i", "-l"}
	}
	for k, v := range req.Env {
		cfg.Envs[k] = v
	}
	m := startMessage{Process: cfg, PTY: ptySize(orInt(req.Cols, 80), orInt(req.Rows, 24))}
	p, err := c.follow(ctx, t, streamCall{rpc: rpcStart, message: m, user: req.User}, 0, true)
	if err != nil {
		return nil, err
	}
	return terminal{p}, nil
}

func orInt(n, other int) int {
	if n > 0 {
		return n
	}
	return other
}

// Write sends keystrokes.
func (t terminal) Write(p []byte) (int, error) {
	if err := t.c.send(context.Background(), t.t, t.PID(), "pty", p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Resize gives the terminal another size.
func (t terminal) Resize(cols, rows int) error {
	return t.c.ResizeProcess(context.Background(), t.t, t.PID(), cols, rows)
}

// Kill ends the terminal's process.
func (t terminal) Kill() error {
	return t.c.KillProcess(context.Background(), t.t, t.PID())
}
