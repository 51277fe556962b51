package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// exec runs a program and becomes it as far as a process far away can: its
// output as it comes, its exit code, 128 + N where signal N ended it.
func (r *run) exec(args []string) error {
	req, err := r.startRequest(args[1:])
	if err != nil {
		return err
	}
	needs := []need{{api.ClassProcess, "start"}}
	if req.Stdin {
		needs = append(needs, need{api.ClassProcess, "send_input"})
	}
	p, id, err := r.sandbox(args[0], needs...)
	if err != nil {
		return err
	}
	// A failing input ends the program, and is then the reason.
	ctx, cancel := context.WithCancelCause(r.ctx)
	defer cancel(nil)
	s, err := p.Start(ctx, id, req)
	if err != nil {
		return err
	}
	defer s.Close()
	if req.Stdin {
		in := &input{p: p, id: id, pid: s.PID(), from: r.Stdin, done: make(chan struct{})}
		defer close(in.done)
		go in.send(ctx, cancel)
	}
	return r.because(ctx, r.follow(s, cancel))
}

func (r *run) startRequest(command []string) (api.StartRequest, error) {
	timeout, err := duration("--timeout", r.flags.timeout)
	if err != nil {
		return api.StartRequest{}, err
	}
	envs, err := keyValues("env", r.flags.envs)
	if err != nil {
		return api.StartRequest{}, err
	}
	return api.StartRequest{
		Cmd: command[0], Args: command[1:], Env: envs, Cwd: r.flags.cwd, User: r.flags.user, Timeout: timeout, Stdin: r.flags.input,
	}, nil
}

// because gives the input's failure where that is why the program was ended.
func (r *run) because(ctx context.Context, err error) error {
	var why *api.Error
	if err != nil && r.ctx.Err() == nil && errors.As(context.Cause(ctx), &why) {
		return why
	}
	return err
}

// follow passes the output on until the program's end. Where nobody takes the
// output any more, the program is killed.
func (r *run) follow(s api.ProcessStream, kill context.CancelCauseFunc) error {
	out, errs := sink(&plain{r.Stdout}), sink(&plain{r.Stderr})
	if r.flags.json {
		out, errs = &text{}, &text{}
	}
	for {
		c, err := s.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return api.Errorf(api.CodeExecution, "the program's exit code is not known")
		case err != nil:
			return err
		case c.Kind == api.ChunkExit:
			r.code = exitCode(c)
			return r.result(out, errs)
		case c.Kind == api.ChunkStderr:
			err = errs.take(c.Data)
		default:
			err = out.take(c.Data)
		}
		if err != nil {
			kill(err)
			for _, stopped := s.Recv(); stopped == nil; _, stopped = s.Recv() {
			}
			return err
		}
	}
}

func exitCode(c api.Chunk) int {
	switch {
	case c.Signal > 0:
		return 128 + c.Signal
	case c.ExitCode < 0:
		return 1
	}
	return c.ExitCode & 0xff
}

func (r *run) result(out, errs sink) error {
	if !r.flags.json {
		return nil
	}
	return r.emit(struct {
		Stdout   string `json:"stdout"`
		Stderr   string `json:"stderr"`
		ExitCode int    `json:"exit_code"`
	}{out.end(), errs.end(), r.code})
}

// sink takes one of the two outputs.
type sink interface {
	take(p []byte) error
	end() string
}

// plain passes bytes on as they are.
type plain struct{ w io.Writer }

func (p *plain) take(data []byte) error { _, err := p.w.Write(data); return err }
func (p *plain) end() string            { return "" }

// text keeps text: sequences that chunks cut are made whole, and what is no
// UTF-8 becomes U+FFFD.
type text struct {
	b strings.Builder
	d api.TextDecoder
}

func (t *text) take(data []byte) error { t.b.WriteString(t.d.Decode(data)); return nil }
func (t *text) end() string            { t.b.WriteString(t.d.Flush()); return t.b.String() }

// input sends stdin to a program, and closes its stdin at the end.
type input struct {
	p    api.Provider
	id   string
	pid  api.PID
	from io.Reader
	done chan struct{} // closed when the program has ended
}

const (
	inputSize = 32 << 10
	// endGrace is how long a program may take to be seen to have ended after
	// its stdin failed: only one that lives on makes that failure matter.
	endGrace = 2 * time.Second
)

func (in *input) send(ctx context.Context, fail context.CancelCauseFunc) {
	err := in.copy(ctx)
	if err == nil {
		return
	}
	select {
	case <-in.done:
	case <-ctx.Done():
	case <-time.After(endGrace):
		fail(err)
	}
}

func (in *input) copy(ctx context.Context) error {
	buf := make([]byte, inputSize)
	for {
		n, err := in.from.Read(buf)
		if n > 0 {
			if err := in.p.SendInput(ctx, in.id, in.pid, buf[:n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return in.p.CloseInput(ctx, in.id, in.pid)
		}
		if err != nil {
			return api.Errorf(api.CodeExecution, "stdin cannot be read").Because(err)
		}
	}
}
