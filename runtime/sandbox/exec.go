package sandbox

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// Result is what a program left behind.
type Result struct {
	// Stdout and Stderr are the outputs, byte for byte.
	Stdout, Stderr string
	// ExitCode is the program's; -1 where a signal ended it, or where its end
	// is not known.
	ExitCode int
	// Signal is the one that ended it, else 0.
	Signal int
}

// Exec runs a program to its end and collects its outputs. As with os/exec, a
// program that did not end well is an error too: E3002 with an *ExitError
// behind it. The result is there whatever happens, with what came.
func (s *Sandbox) Exec(ctx context.Context, req api.StartRequest) (*Result, error) {
	none := &Result{ExitCode: -1}
	if req.Stdin {
		return none, api.Errorf(api.CodeConfig, "Exec sends no input").With("use Start, and write to Process.Stdin")
	}
	if err := s.late(req); err != nil {
		return none, err
	}
	stream, err := s.api.Start(ctx, s.record.ID, req)
	if err != nil {
		return none, err
	}
	defer stream.Close()
	return s.collect(stream)
}

func (s *Sandbox) collect(stream api.ProcessStream) (*Result, error) {
	var stdout, stderr strings.Builder
	ended := func(code, signal int, err error) (*Result, error) {
		return &Result{stdout.String(), stderr.String(), code, signal}, err
	}
	for {
		c, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return ended(-1, 0, api.Errorf(api.CodeExecution, "the program's exit code is not known"))
		case err != nil:
			return ended(-1, 0, err)
		case c.Kind == api.ChunkExit:
			return ended(c.ExitCode, c.Signal, s.exit(c))
		case c.Kind == api.ChunkStderr:
			stderr.Write(c.Data)
		default:
			stdout.Write(c.Data)
		}
	}
}

// exited reports whether a status is that of a program which came to its end.
func exited(status error) bool {
	var exit *ExitError
	return status == nil || errors.As(status, &exit)
}
