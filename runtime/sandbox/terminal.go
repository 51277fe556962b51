package sandbox

import (
	"context"

	"github.com/abxgen/abxgen/runtime/api"
)

// Terminal is a pseudo terminal in the sandbox: what it shows is read, what is
// typed is written.
type Terminal struct {
	p    *Process
	term api.Terminal
}

// Terminal opens a pseudo terminal with a shell, or with req.Cmd. When ctx ends
// it is killed.
func (s *Sandbox) Terminal(ctx context.Context, req api.TerminalRequest) (*Terminal, error) {
	own, cancel := context.WithCancelCause(ctx)
	term, err := s.api.OpenTerminal(own, s.record.ID, req)
	if err != nil {
		cancel(nil)
		return nil, err
	}
	return &Terminal{newProcess(ctx, cancel, s, term, false), term}, nil
}

// PID is that of the terminal's program.
func (t *Terminal) PID() api.PID { return t.p.PID() }

// Read gives what the terminal shows, to io.EOF at its program's end.
func (t *Terminal) Read(p []byte) (int, error) { return t.p.Stdout.Read(p) }

// Write types.
func (t *Terminal) Write(p []byte) (int, error) { return t.term.Write(p) }

// Resize gives the terminal another size, in characters.
func (t *Terminal) Resize(cols, rows int) error { return t.term.Resize(cols, rows) }

// Wait waits for the end of the terminal's program, as Process.Wait does.
func (t *Terminal) Wait() error { return t.p.Wait() }

// Close ends the terminal and its program, if they still are, and waits until
// they have ended.
func (t *Terminal) Close() error {
	select {
	case <-t.p.ended:
		return nil
	default:
	}
	_ = t.p.Stdout.Close()
	err := t.term.Kill()
	if err != nil {
		t.p.cancel(nil)
	}
	_ = t.p.Wait() // killed is how it was to end
	return err
}
