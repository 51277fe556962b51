package epp

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// stream is a process or a terminal whose output comes as notifications.
type stream struct {
	client  *Client
	ctx     context.Context
	sandbox string
	id      string
	limit   time.Duration // between two notifications; 0 none
	out     *queue
	exited  bool

	end   func(context.Context) error // ends the process
	kill  func()                      // does so once, in bounded time, and waits for it
	watch func() bool                 // stops watching ctx
}

// PID is the process_id that the plugin gave.
func (s *stream) PID() api.PID { return api.PID(s.id) }

// Recv gives the next chunk; after the exit it gives io.EOF.
func (s *stream) Recv() (api.Chunk, error) {
	if s.exited {
		return api.Chunk{}, io.EOF
	}
	ctx := s.ctx
	if s.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.limit)
		defer cancel()
	}
	c, err := s.client.in.next(ctx, s.out)
	if err != nil {
		return c, s.failed(err)
	}
	if c.Kind == api.ChunkExit {
		s.exited = true
		s.watch()
	}
	return c, nil
}

// failed ends a stream early: the process is told to stop.
func (s *stream) failed(err error) error {
	if s.ctx.Err() == nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	s.kill()
	if err := s.ctx.Err(); err != nil {
		return api.Errorf(api.CodeExecution, "the command was cancelled").Because(err)
	}
	return api.Errorf(api.CodeCommandTimeout, "the command did not end in time and its provider reported no exit")
}

// Close stops listening.
func (s *stream) Close() error {
	s.watch()
	s.client.in.drop(s.id)
	return nil
}

// terminal is a stream that can be typed into.
type terminal struct{ *stream }

func (t *terminal) call(ctx context.Context, method string, extra map[string]any) error {
	extra["sandbox_id"], extra["process_id"] = t.sandbox, t.id
	return t.client.call(ctx, method, extra, nil)
}

// Write calls pty.write.
func (t *terminal) Write(p []byte) (int, error) {
	if err := t.call(t.ctx, "pty.write", map[string]any{"data_b64": p}); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Resize calls pty.resize.
func (t *terminal) Resize(cols, rows int) error {
	return t.call(t.ctx, "pty.resize", map[string]any{"cols": cols, "rows": rows})
}

// Kill calls pty.close.
func (t *terminal) Kill() error { return t.end(context.WithoutCancel(t.ctx)) }

// Close ends the terminal: nobody else can reach it.
func (t *terminal) Close() error {
	if !t.exited {
		t.kill()
	}
	return t.stream.Close()
}
