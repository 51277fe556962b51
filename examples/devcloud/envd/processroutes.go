package envd

import (
	"context"
	"io"
	"net/http"
	"syscall"

	"github.com/creack/pty"

	"github.com/abxgen/abxgen/examples/devcloud/connect"
)

func (s *Server) processRoutes() {
	handle := func(name string, h http.Handler) { s.mux.Handle("/process.Process/"+name, h) }
	handle("Start", connect.ServerStream(s.start))
	handle("Connect", connect.ServerStream(s.connect))
	handle("StreamInput", connect.ClientStream(s.streamInput))
	handle("List", connect.Unary(s.list))
	handle("Update", connect.Unary(s.update))
	handle("SendInput", connect.Unary(s.sendInput))
	handle("CloseStdin", connect.Unary(s.closeStdin))
	handle("SendSignal", connect.Unary(s.sendSignal))
}

type listResponse struct {
	Processes []listed `json:"processes,omitempty"`
}

func (s *Server) list(context.Context, *empty) (listResponse, error) {
	var res listResponse
	for _, p := range s.procs.list() {
		res.Processes = append(res.Processes, listed{Config: p.config, PID: p.pid, Tag: p.tag})
	}
	return res, nil
}

func (s *Server) update(_ context.Context, req *updateRequest) (empty, error) {
	p, err := s.procs.alive(req.Process)
	if err != nil || req.PTY == nil {
		return empty{}, err
	}
	if p.tty == nil {
		return empty{}, connect.Errorf(connect.Internal, "error resizing tty: tty not assigned to process")
	}
	size := &pty.Winsize{Cols: req.PTY.Size.Cols, Rows: req.PTY.Size.Rows}
	if err := pty.Setsize(p.tty, size); err != nil {
		return empty{}, connect.Errorf(connect.Internal, "error resizing tty: %v", err)
	}
	return empty{}, nil
}

func (s *Server) sendInput(_ context.Context, req *inputRequest) (empty, error) {
	p, err := s.procs.alive(req.Process)
	if err != nil {
		return empty{}, err
	}
	return empty{}, p.write(req.Input)
}

// streamInput writes what comes until the client ends its stream.
func (s *Server) streamInput(_ context.Context, next func() (*streamInputRequest, error)) (any, error) {
	var p *process
	for {
		req, err := next()
		if err == io.EOF {
			return empty{}, nil
		}
		if err != nil {
			return nil, err
		}
		if req.Start != nil {
			if p, err = s.procs.alive(req.Start.Process); err != nil {
				return nil, err
			}
		}
		if req.Data == nil {
			continue // a keepalive
		}
		if p == nil {
			return nil, connect.Errorf(connect.InvalidArgument, "data before the start message")
		}
		if err := p.write(req.Data.Input); err != nil {
			return nil, err
		}
	}
}

func (s *Server) closeStdin(_ context.Context, req *selectRequest) (empty, error) {
	p, err := s.procs.alive(req.Process)
	if err != nil {
		return empty{}, err
	}
	return empty{}, p.closeStdin()
}

func (s *Server) sendSignal(_ context.Context, req *signalRequest) (empty, error) {
	p, err := s.procs.alive(req.Process)
	if err != nil {
		return empty{}, err
	}
	switch n := req.Signal.number; {
	case n == 0:
		return empty{}, connect.Errorf(connect.Unimplemented, "invalid signal: SIGNAL_UNSPECIFIED")
	case n != 9 && n != 15:
		return empty{}, connect.Errorf(connect.Unimplemented, "invalid signal: %d", n)
	}
	if err := p.kill(syscall.Signal(req.Signal.number)); err != nil {
		return empty{}, connect.Errorf(connect.Internal, "error sending signal: %v", err)
	}
	return empty{}, nil
}
