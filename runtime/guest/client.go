package guest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

// Client is the core's handle on a provider's JavaScript. It has one guest at
// a time, and a fresh one for the next call where the last one was ended or
// crashed. Its methods are safe for concurrent use; their errors are
// *api.Error.
type Client struct {
	launch Launcher
	boot   Boot
	limits Limits
	host   Host

	ctx    context.Context // ends at Close
	cancel context.CancelFunc

	mu      sync.Mutex
	cur     *session // the newest guest, perhaps ended
	first   *Infra
	failed  error // the answer of every later call
	crashes int   // starts in a row that came to nothing
	closed  bool
}

// Bounds on what is tried again, and on the wait at the end.
const (
	maxStarts   = 3 // guests in a row that end before buildInfra has answered
	maxAttempts = 3 // guests that one call is given to, none of which began it
	closeGrace  = time.Second
)

// Open starts a guest in the background and returns at once. The context bounds
// nothing but the start of the process.
func Open(ctx context.Context, launch Launcher, boot Boot, host Host) *Client {
	boot.Limits = boot.Limits.Or(Limits{})
	c := &Client{launch: launch, boot: boot, limits: boot.Limits, host: host}
	c.ctx, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	c.live()
	return c
}

// Infra waits for buildInfra and gives what it returned at the first start. Its
// failure is final: it is the answer of every later call, too.
func (c *Client) Infra(ctx context.Context) (*Infra, error) {
	if _, err := c.ready(ctx); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.first, nil
}

// Call calls a method of a class in the guest. The time for it ends with the
// context's deadline, and Limits.Call after JavaScript has begun it: then and when the context is
// cancelled the guest is asked to stop, and killed if it can't. A result with a
// Stream lives on: its reader closes it. Errors: what the provider threw, E8022
// where time ran out, E8000 where the guest ended.
func (c *Client) Call(ctx context.Context, class, method string, args ...any) (any, error) {
	return c.CallWithin(ctx, 0, class, method, args...)
}

// CallWithin is Call with a limit of its own in place of Limits.Call; 0 is none
// of its own.
func (c *Client) CallWithin(ctx context.Context, limit time.Duration, class, method string, args ...any) (any, error) {
	return c.call(ctx, limit, class+"."+method, wire.Main, "call", class, method, list(args))
}

// AuthHeaders asks the author's auth object of a client for its headers.
func (c *Client) AuthHeaders(ctx context.Context, client int) (map[string]string, error) {
	v, err := c.call(ctx, 0, "auth.getHeaders", wire.Auth, "auth.headers", client)
	if err != nil {
		return nil, err
	}
	m, _ := v.(map[string]any)
	return fields{map[string]any{"headers": m}}.texts("headers"), nil
}

// AuthRefresh asks that object to refresh what it has.
func (c *Client) AuthRefresh(ctx context.Context, client int) error {
	_, err := c.call(ctx, 0, "auth.refresh", wire.Auth, "auth.refresh", client)
	return err
}

// Confinement tells what the system keeps the guest from; it waits for the
// guest's start.
func (c *Client) Confinement(ctx context.Context) (Confinement, error) {
	s, err := c.ready(ctx)
	if err != nil {
		return Confinement{}, err
	}
	return s.confinement(), nil
}

// Close lets the provider close what it holds, ends the guest and waits until
// it is gone. Calls in flight fail. A second Close ends the guest at once.
func (c *Client) Close() error {
	c.mu.Lock()
	was, s := c.closed, c.cur
	c.closed = true
	c.mu.Unlock()
	if s == nil {
		return nil
	}
	if was {
		s.end(cause{quiet: true, text: "it was closed"})
	} else {
		s.close()
	}
	c.cancel()
	<-s.gone
	return nil
}

// live gives the newest guest, starting one where the last is gone and what came
// of its start is noted: that may be final.
func (c *Client) live() (*session, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return nil, c.errorf(api.CodeProvider, "it is closed")
	case c.failed != nil:
		return nil, c.failed
	case c.cur == nil || c.cur.noted() && c.cur.ended():
		c.cur = newSession(c, c.cur)
	}
	return c.cur, nil
}

// ready gives a guest whose buildInfra has answered. A guest that crashed
// before that is followed by another, maxStarts in a row.
func (c *Client) ready(ctx context.Context) (*session, error) {
	start := time.Now()
	for {
		s, err := c.live()
		if err != nil {
			return nil, err
		}
		select {
		case <-s.ready:
		case <-ctx.Done():
			return nil, c.timeUp(ctx, "the start of its JavaScript", remaining(start, ctx))
		}
		if s.infra != nil {
			return s, nil
		}
		if err := s.startError(); err != nil {
			return nil, err
		}
	}
}

// started notes how a start went; the third crash in a row is final.
func (c *Client) started(s *session, infra *Infra, rejected error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s.infra, s.rejected = infra, rejected
	switch {
	case infra != nil:
		c.crashes = 0
		if c.first == nil {
			c.first = infra
		}
	case rejected != nil:
		c.failed = rejected
	default:
		if c.crashes++; c.crashes >= maxStarts {
			c.failed = c.errorf(api.CodeProvider, "its JavaScript ended %d times before buildInfra had answered: %s", c.crashes, s.why().text)
		}
	}
	close(s.ready)
}

func (c *Client) call(ctx context.Context, limit time.Duration, what string, lane wire.Lane, name string, args ...any) (any, error) {
	if limit <= 0 {
		limit = c.limits.Call
	}
	if given := remaining(time.Now(), ctx); given > 0 {
		limit = min(limit, given)
	}
	v, err := c.attempt(ctx, call{what: what, lane: lane, name: name, args: args, limit: limit, begin: time.Now().Add(maxWait*limit + endTime)})
	if err != nil {
		closeStreams(args)
	}
	return v, err
}

// attempt gives the call to guests until one has begun it.
func (c *Client) attempt(ctx context.Context, call call) (any, error) {
	for range maxAttempts {
		s, err := c.ready(ctx)
		if err != nil {
			return nil, err
		}
		v, err := s.call(ctx, call)
		if !errors.Is(err, errNotBegun) {
			return v, err
		}
	}
	return nil, c.errorf(api.CodeProvider, "its JavaScript ended %d times before it began %s", maxAttempts, call.what)
}

// errNotBegun: the guest ended before it began the call.
var errNotBegun = errors.New("not begun")

// errorf makes an error that names the provider.
func (c *Client) errorf(code api.Code, format string, args ...any) *api.Error {
	e := api.Errorf(code, "provider %q: %s", c.boot.Provider, fmt.Sprintf(format, args...))
	e.Provider = c.boot.Provider
	return e
}

// timeUp is the error of a call whose context ended.
func (c *Client) timeUp(ctx context.Context, what string, limit time.Duration) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return c.errorf(api.CodeProviderTimeout, "%s took longer than %s", what, round(limit)).Because(ctx.Err())
	}
	return c.errorf(api.CodeProvider, "%s was cancelled", what).Because(ctx.Err())
}

// remaining is how long a context that began at start was given.
func remaining(start time.Time, ctx context.Context) time.Duration {
	if deadline, ok := ctx.Deadline(); ok {
		return deadline.Sub(start)
	}
	return 0
}

func round(d time.Duration) time.Duration {
	if d > 10*time.Second {
		return d.Round(time.Second)
	}
	return d.Round(10 * time.Millisecond)
}

func list(args []any) []any {
	if args == nil {
		return []any{}
	}
	return args
}

// closeStreams closes what a call that failed was given to send.
func closeStreams(v any) {
	switch v := v.(type) {
	case Stream:
		v.Close()
	case []any:
		for _, part := range v {
			closeStreams(part)
		}
	case map[string]any:
		for _, part := range v {
			closeStreams(part)
		}
	}
}
