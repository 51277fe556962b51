package local

import (
	"context"
	"strconv"

	"github.com/abxgen/abxgen/runtime/api"
)

func pidOf(n int) api.PID { return api.PID(strconv.Itoa(n)) }

// ListProcesses gives what runs in the sandbox, whoever started it.
func (p *Provider) ListProcesses(_ context.Context, id string) ([]api.ProcessInfo, error) {
	if _, err := p.store.load(id); err != nil {
		return nil, err
	}
	var all []api.ProcessInfo
	for _, r := range p.store.processes(id) {
		all = append(all, api.ProcessInfo{PID: pidOf(r.PID), Command: r.Command, Status: "running"})
	}
	return all, nil
}

func (p *Provider) find(id string, pid api.PID) (*running, error) {
	if _, err := p.store.load(id); err != nil {
		return nil, err
	}
	for _, r := range p.store.processes(id) {
		if pidOf(r.PID) == pid {
			return r, nil
		}
	}
	return nil, api.Errorf(api.CodeResourceNotFound, "no process %s runs in the sandbox", pid)
}

// SendSignal sends a signal to a command's whole group; 9 also ends what left
// the group.
func (p *Provider) SendSignal(_ context.Context, id string, pid api.PID, signal int) error {
	r, err := p.find(id, pid)
	if err != nil {
		return err
	}
	if signal == killSignal {
		r.kill()
		return nil
	}
	if err := signalGroup(r.PID, signal); err != nil {
		return api.Errorf(api.CodeProcess, "process %s cannot be signalled: %s", pid, reason(err)).Because(err)
	}
	return nil
}

// KillProcess ends a command.
func (p *Provider) KillProcess(ctx context.Context, id string, pid api.PID) error {
	return p.SendSignal(ctx, id, pid, killSignal)
}

// SendInput writes to a command's stdin, whoever started it.
func (p *Provider) SendInput(ctx context.Context, id string, pid api.PID, data []byte) error {
	r, err := p.find(id, pid)
	if err != nil {
		return err
	}
	p.mu.Lock()
	proc := p.running[pid]
	p.mu.Unlock()
	switch {
	case proc != nil && proc.stdin != nil:
		err = writeInput(ctx, proc.stdin, data)
	case r.Input:
		err = writeFIFO(ctx, r.input(), data)
	default:
		return api.Errorf(api.CodeProcess, "process %s takes no input", pid)
	}
	if err != nil && ctx.Err() == nil {
		return api.Errorf(api.CodeProcess, "process %s reads no more input", pid).Because(err)
	}
	return err
}

// CloseInput ends the stdin of a command that was started here.
func (p *Provider) CloseInput(_ context.Context, id string, pid api.PID) error {
	if _, err := p.find(id, pid); err != nil {
		return err
	}
	p.mu.Lock()
	proc := p.running[pid]
	p.mu.Unlock()
	if proc != nil && proc.stdin != nil {
		_ = proc.stdin.Close() // closed already is as good
	}
	return nil
}
