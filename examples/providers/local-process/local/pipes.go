package local

import (
	"context"
	"os"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// pipes joins the command's outputs, and its stdin where it is to stay open, to
// this process.
func (p *process) pipes(input bool) (map[api.ChunkKind]*os.File, error) {
	outputs := map[api.ChunkKind]*os.File{}
	for _, kind := range []api.ChunkKind{api.ChunkStdout, api.ChunkStderr} {
		r, w, err := os.Pipe()
		if err != nil {
			p.closeChildEnds()
			p.discard()
			return nil, fault(err, "the command's output")
		}
		outputs[kind], p.reads = r, append(p.reads, r)
		if kind == api.ChunkStdout {
			p.cmd.Stdout = w
		} else {
			p.cmd.Stderr = w
		}
	}
	if !input {
		return outputs, nil
	}
	r, w, err := openInput(p.kept)
	if err != nil {
		p.closeChildEnds()
		p.discard()
		return nil, fault(err, "the command's input")
	}
	p.cmd.Stdin, p.stdin = r, w
	return outputs, nil
}

// closeChildEnds closes what only the command is to hold.
func (p *process) closeChildEnds() {
	for _, end := range []any{p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr} {
		if f, ok := end.(*os.File); ok {
			_ = f.Close()
		}
	}
}

// discard closes this process's ends of a command that did not start.
func (p *process) discard() {
	for _, f := range p.reads {
		_ = f.Close()
	}
	if p.stdin != nil {
		_ = p.stdin.Close()
	}
	p.kept.forget()
}

// writeInput writes until the context ends: a command that does not read holds
// up nobody else.
func writeInput(ctx context.Context, f *os.File, data []byte) error {
	stop := context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(time.Unix(1, 0)) })
	_, err := f.Write(data)
	if !stop() {
		_ = f.SetWriteDeadline(time.Time{})
		return ctx.Err()
	}
	return err
}
