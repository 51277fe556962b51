package envd

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/box"
	"github.com/abxgen/abxgen/examples/devcloud/connect"
)

func (s *Server) start(ctx context.Context, r *http.Request, req *startRequest, out *connect.Stream) error {
	spec, err := s.spec(r, req)
	if err != nil {
		return err
	}
	me := newSubscriber(ctx.Done())
	p, err := s.procs.start(func() (*process, error) {
		cmd, err := s.box.Command(spec)
		if err != nil {
			return nil, err
		}
		return spawn(cmd, req, s.chunk, me, s.procs.closing)
	})
	if err != nil {
		return err
	}
	defer limit(r, p)()
	return s.follow(ctx, r, p, me, out)
}

// spec checks what is asked for: the user and the working directory.
func (s *Server) spec(r *http.Request, req *startRequest) (box.Spec, error) {
	u, err := s.user(r)
	if err != nil {
		return box.Spec{}, err
	}
	dir, err := s.box.Abs(u, cmp.Or(req.Process.Cwd, s.defaultDir()))
	if err != nil {
		return box.Spec{}, connect.Errorf(connect.InvalidArgument, "%v", err)
	}
	if s.box.CheckDir(dir) != nil {
		return box.Spec{}, connect.Errorf(connect.InvalidArgument, "cwd '%s' does not exist", dir)
	}
	env := s.environment()
	maps.Copy(env, req.Process.Envs)
	return box.Spec{Cmd: req.Process.Cmd, Args: req.Process.Args, Env: env, Dir: dir, User: u}, nil
}

// limit kills the process when the request's Connect-Timeout-Ms is over, also
// if the client has left by then. The function stops that once the stream
// ended with the process.
func limit(r *http.Request, p *process) func() {
	ms, err := strconv.ParseInt(r.Header.Get("Connect-Timeout-Ms"), 10, 64)
	if err != nil || ms <= 0 {
		return func() {}
	}
	timer := time.AfterFunc(time.Duration(ms)*time.Millisecond, func() {
		if p.running() {
			_ = p.kill(syscall.SIGKILL) // it may have ended meanwhile
		}
	})
	return func() {
		if !p.running() {
			timer.Stop()
		}
	}
}

func (s *Server) connect(ctx context.Context, r *http.Request, req *selectRequest, out *connect.Stream) error {
	p, err := s.procs.find(req.Process)
	if err != nil {
		return err
	}
	me := newSubscriber(ctx.Done())
	p.hub.add(me)
	return s.follow(ctx, r, p, me, out)
}

// follow sends a process's start, output and end to one listener.
func (s *Server) follow(ctx context.Context, r *http.Request, p *process, me *subscriber, out *connect.Stream) error {
	defer p.hub.remove(me)
	ping := newPing(r)
	defer ping.Stop()
	err := out.Send(event("start", map[string]int{"pid": p.pid}))
	for err == nil {
		select {
		case e := <-me.events:
			err = out.Send(eventMessage{e})
		case <-ping.C:
			err = out.Send(event("keepalive", empty{}))
		case <-ctx.Done():
			return ctx.Err()
		case <-s.procs.closing:
			cut()
		case <-p.done:
			if s.procs.isClosing() { // which ended it
				cut()
			}
			if late(ctx) { // the limit killed it: no end event
				return context.DeadlineExceeded
			}
			return out.Send(event("end", p.end))
		}
	}
	return err
}

// cut ends the connection: the sandbox went away.
func cut() { panic(http.ErrAbortHandler) }

func late(ctx context.Context) bool {
	at, ok := ctx.Deadline()
	return ok && !time.Now().Before(at)
}

func event(kind string, v any) eventMessage { return eventMessage{map[string]any{kind: v}} }

// newPing ticks as often as the client asked for keepalives.
func newPing(r *http.Request) *time.Ticker {
	seconds, err := strconv.Atoi(r.Header.Get("Keepalive-Ping-Interval"))
	if err != nil || seconds <= 0 {
		seconds = 90
	}
	return time.NewTicker(time.Duration(seconds) * time.Second)
}
