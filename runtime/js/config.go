package js

import (
	"context"
	"io"
	"time"

	"github.com/dop251/goja"
)

// Config is what a VM is given; every zero value has a default.
type Config struct {
	// Log takes lines of console.* and the VM's own reports; level is debug,
	// info, warn or error. It is called on the loop's thread and must not block.
	Log func(level, msg string)
	// Fetch does a request of the global fetch; nil refuses every one.
	Fetch FetchFunc
	// Now is the clock of Date, performance and timers; time.Now.
	Now func() time.Time
	// After calls wake once after d, and gives a function that takes that back;
	// time.AfterFunc. Together with Now it makes time virtual in tests.
	After func(d time.Duration, wake func()) (stop func())
	// Random gives random bytes for crypto; the system's source.
	Random io.Reader
	// WrapError makes the JavaScript value that a failed Async rejects with from
	// a Go error; nil or a nil result: an Error with the error's text.
	WrapError func(rt *goja.Runtime, err error) goja.Value
	// Scope gives the work for which JavaScript runs at the moment; it is called on
	// the loop's thread. Nil: all of it belongs together, and ends with the VM.
	Scope func() Scope
	// MaxCallStack is the depth of calls, 2000.
	MaxCallStack int
	// MaxTimers is how many timers may wait at a time, 10000.
	MaxTimers int
	// MaxAsync is how many Async works may run at a time, 1000.
	MaxAsync int
	// MaxTurn is how long one turn of JavaScript may take before it is
	// interrupted; 0: no limit.
	MaxTurn time.Duration
	// RejectGrace is how long a rejected promise may stay without a handler
	// before it is logged, 1 s.
	RejectGrace time.Duration
}

// FetchFunc does one request. The context ends when the caller aborts or the VM
// closes.
type FetchFunc func(ctx context.Context, r *FetchRequest) (*FetchResponse, error)

// FetchRequest is what JavaScript asked for, its body a stream of chunks.
type FetchRequest struct {
	Method, URL string
	Headers     [][2]string // in order, names in lower case
	Body        Chunks      // nil where there is none
	// BodySize is the body's length in bytes, -1 where unknown.
	BodySize int64
	// Redirect is follow, error or manual.
	Redirect string
}

// FetchResponse is the answer; the VM closes its body.
type FetchResponse struct {
	Status     int
	StatusText string
	Headers    [][2]string
	URL        string // after redirects
	Redirected bool
	Body       Chunks // nil where there is none
}

// Chunks is a stream of bytes. Recv gives io.EOF at its end, and its result
// belongs to the caller; Close ends it early and may be called at any time.
type Chunks interface {
	Recv(ctx context.Context) ([]byte, error)
	Close() error
}

func (c Config) withDefaults() Config {
	if c.Log == nil {
		c.Log = func(string, string) {}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.After == nil {
		c.After = func(d time.Duration, wake func()) func() {
			t := time.AfterFunc(d, wake)
			return func() { t.Stop() }
		}
	}
	if c.Scope == nil {
		c.Scope = func() Scope { return everything{} }
	}
	if c.Random == nil {
		c.Random = systemRandom{}
	}
	orDefault(&c.MaxCallStack, 2000)
	orDefault(&c.MaxTimers, 10000)
	orDefault(&c.MaxAsync, 1000)
	if c.RejectGrace <= 0 {
		c.RejectGrace = time.Second
	}
	return c
}

func orDefault(n *int, value int) {
	if *n <= 0 {
		*n = value
	}
}
