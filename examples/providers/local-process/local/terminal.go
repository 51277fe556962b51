package local

import (
	"cmp"
	"context"
	"os"
	"os/exec"

	"github.com/creack/pty"

	"github.com/abxgen/abxgen/runtime/api"
)

// terminal is a command that has a pseudo terminal instead of pipes.
type terminal struct {
	*process
	tty *os.File
}

// OpenTerminal runs a shell in a pseudo terminal. It ends with its stream:
// nobody else can reach it.
func (p *Provider) OpenTerminal(ctx context.Context, id string, req api.TerminalRequest) (api.Terminal, error) {
	r, err := p.store.load(id)
	if err != nil {
		return nil, err
	}
	proc, missing, err := p.prepare(r, p.shell(req))
	if err != nil {
		return nil, err
	}
	if missing != nil {
		return nil, api.Errorf(api.CodeExecution, "%s: no such program", req.Cmd)
	}
	t := &terminal{process: proc}
	outputs := map[api.ChunkKind]*os.File{}
	size := &pty.Winsize{Cols: cells(req.Cols, 80), Rows: cells(req.Rows, 24)}
	err = p.launch(ctx, r, proc, outputs, 0, func(cmd *exec.Cmd) error {
		t.tty, err = pty.StartWithAttrs(cmd, size, attributes(true))
		if err == nil {
			outputs[api.ChunkPTY], proc.reads = t.tty, append(proc.reads, t.tty)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// shell is what runs in a terminal where nobody says: the best one that is
// there.
func (p *Provider) shell(req api.TerminalRequest) command {
	c := command{cmd: req.Cmd, args: req.Args, env: map[string]string{"TERM": "xterm-256color"}, cwd: req.Cwd, user: req.User}
	for k, v := range req.Env {
		c.env[k] = v
	}
	if c.cmd != "" {
		return c
	}
	c.cmd, c.args = "sh", []string{"-i"}
	if _, code := lookPath("bash", p.path, "/"); code == 0 {
		c.cmd, c.args = "bash", []string{"-i", "-l"}
	}
	return c
}

func cells(n, standard int) uint16 { return uint16(min(max(cmp.Or(n, standard), 1), 65535)) }

// Write types into the terminal.
func (t *terminal) Write(b []byte) (int, error) { return t.tty.Write(b) }

// Resize sets the terminal's size.
func (t *terminal) Resize(cols, rows int) error {
	err := pty.Setsize(t.tty, &pty.Winsize{Cols: cells(cols, 80), Rows: cells(rows, 24)})
	if err != nil {
		return api.Errorf(api.CodeProcess, "the terminal cannot be resized: %s", reason(err)).Because(err)
	}
	return nil
}

// Kill ends what runs in the terminal.
func (t *terminal) Kill() error {
	t.kill(nil)
	return nil
}

// Close ends the terminal.
func (t *terminal) Close() error {
	t.kill(nil)
	return t.process.Close()
}
