package epp

import (
	"context"
	"errors"

	"github.com/abxgen/abxgen/runtime/api"
)

type ptyOutput struct {
	ProcessID string `json:"process_id"`
	Data      []byte `json:"data_b64"`
}

type ptyExit struct {
	ProcessID string `json:"process_id"`
}

func ptyOpen(ctx context.Context, s *server, p *params) (any, followUp, error) {
	termCtx, cancel := context.WithCancel(s.ctx)
	stop := context.AfterFunc(ctx, cancel)
	term, err := s.provider.OpenTerminal(termCtx, p.SandboxID, api.TerminalRequest{Cols: int(p.Cols), Rows: int(p.Rows)})
	stop()
	if err != nil {
		cancel()
		return nil, nil, err
	}
	id := s.processID(term.PID())
	s.mu.Lock()
	s.terminal[id] = term
	s.mu.Unlock()
	return map[string]any{"process_id": id}, func(cancelled bool) {
		defer cancel()
		if cancelled {
			cancel()
		}
		s.pumpTerminal(id, term)
	}, nil
}

func (s *server) pumpTerminal(id string, term api.Terminal) {
	defer func() { _ = s.notify("pty.exit", ptyExit{id}) }()
	defer s.closed(id, term)
	for {
		c, err := term.Recv()
		if err != nil || c.Kind == api.ChunkExit {
			break
		}
		for data := c.Data; len(data) > 0; {
			part := data[:min(len(data), maxChunk)]
			data = data[len(part):]
			_ = s.notify("pty.output", ptyOutput{id, part})
		}
	}
}

func (s *server) closed(id string, term api.Terminal) {
	s.mu.Lock()
	delete(s.terminal, id)
	s.mu.Unlock()
	_ = term.Close()
}

// open finds a terminal of this process; there is no other way to one.
func (s *server) open(id string) (api.Terminal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	term, ok := s.terminal[id]
	if !ok {
		return nil, api.Errorf(api.CodeResourceNotFound, "no terminal has this process_id")
	}
	return term, nil
}

func ptyWrite(_ context.Context, s *server, p *params) (any, followUp, error) {
	term, err := s.open(string(p.ProcessID))
	if err == nil {
		_, err = term.Write(p.DataB64)
	}
	return nothing(err)
}

func ptyResize(_ context.Context, s *server, p *params) (any, followUp, error) {
	term, err := s.open(string(p.ProcessID))
	if err == nil {
		err = term.Resize(int(p.Cols), int(p.Rows))
	}
	return nothing(err)
}

// ptyClose ends the terminal's process; one that has ended is closed already.
func ptyClose(_ context.Context, s *server, p *params) (any, followUp, error) {
	term, err := s.open(string(p.ProcessID))
	if err != nil {
		return nothing(nil)
	}
	return nothing(term.Kill())
}

// apiError gives the error as one that has a code and a message for people.
func apiError(err error) *api.Error {
	var e *api.Error
	if errors.As(err, &e) {
		return e
	}
	return api.Errorf(api.CodeProvider, "%s", err.Error())
}
