package sandbox

import (
	"context"
	"iter"

	"github.com/abxgen/abxgen/runtime/api"
)

// Processes are the programs that run in a sandbox, by pid.
type Processes struct{ s *Sandbox }

// List goes through what runs.
func (p *Processes) List(ctx context.Context) iter.Seq2[api.ProcessInfo, error] {
	return each(func() ([]api.ProcessInfo, error) { return p.s.api.ListProcesses(ctx, p.s.record.ID) })
}

// Connect listens to a running program; output before that is lost. When ctx
// ends, the program goes on.
func (p *Processes) Connect(ctx context.Context, pid api.PID) (*Process, error) {
	own, cancel := context.WithCancelCause(ctx)
	stream, err := p.s.api.ConnectToProcess(own, p.s.record.ID, pid)
	if err != nil {
		cancel(nil)
		return nil, err
	}
	return newProcess(ctx, cancel, p.s, stream, true), nil
}

// Signal sends a signal by its number. envd delivers SIGTERM (15) and SIGKILL
// (9) only, else E3002.
func (p *Processes) Signal(ctx context.Context, pid api.PID, signal int) error {
	return p.s.api.SendSignal(ctx, p.s.record.ID, pid, signal)
}

// Kill kills a program.
func (p *Processes) Kill(ctx context.Context, pid api.PID) error {
	return p.s.api.KillProcess(ctx, p.s.record.ID, pid)
}

// Resize gives a program's terminal another size, in characters.
func (p *Processes) Resize(ctx context.Context, pid api.PID, cols, rows int) error {
	return p.s.api.ResizeProcess(ctx, p.s.record.ID, pid, cols, rows)
}
