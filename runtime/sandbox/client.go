package sandbox

import (
	"context"
	"errors"
	"iter"

	"github.com/abxgen/abxgen/runtime/api"
)

// Provider is what the Provider of every generated package can, with its own
// type of sandbox. It lets a function work with any of them:
//
//	func build[S sandbox.CanExec](ctx context.Context, p sandbox.Provider[S]) error
type Provider[S any] interface {
	Create(ctx context.Context, req api.CreateRequest) (S, error)
	Connect(ctx context.Context, id string) (S, error)
	Get(ctx context.Context, id string) (S, error)
	Sandboxes(ctx context.Context) iter.Seq2[S, error]
	Sandbox(id string) S
	Features() []api.Feature
	Require(feature api.Feature) error
	API() api.Provider
	Close() error
}

// Client is the common client of a provider: what a generated Provider has
// behind it, and what a program uses that gets to know its provider only when
// it runs.
type Client struct{ api api.Provider }

var _ Provider[*Sandbox] = (*Client)(nil)

// New makes the client of an opened provider.
func New(p api.Provider) *Client { return &Client{p} }

// API gives the provider itself, which is called by sandbox id.
func (c *Client) API() api.Provider { return c.api }

// Features are the declared features, in the manifest's order.
func (c *Client) Features() []api.Feature { return c.api.Descriptor().Features }

// Require gives E8004 where a feature is not declared.
func (c *Client) Require(feature api.Feature) error { return c.api.Require(feature) }

// Close ends what the provider holds. Sandboxes go on.
func (c *Client) Close() error { return c.api.Close() }

// Create creates a sandbox; E2000 to E2003 where that fails. It is asked for
// once, and runs until its timeout or Kill. A negative timeout is E8002.
func (c *Client) Create(ctx context.Context, req api.CreateRequest) (*Sandbox, error) {
	if req.Timeout < 0 && c.api.Require(api.FeatureSandboxLifecycle) == nil {
		return nil, api.Errorf(api.CodeConfig, "%v is no lifetime of a sandbox", req.Timeout).With("give more than 0, or 0 for the default")
	}
	return c.told(c.api.Create(ctx, req))
}

// Connect finds a sandbox to work with; E2009 where there is none.
func (c *Client) Connect(ctx context.Context, id string) (*Sandbox, error) {
	return c.told(c.api.Connect(ctx, id))
}

// Get finds a sandbox without touching it; E2009 where there is none.
func (c *Client) Get(ctx context.Context, id string) (*Sandbox, error) {
	return c.told(c.api.GetInfo(ctx, id))
}

// Sandbox is the handle of a sandbox whose id is known. Nothing is asked, not
// even whether it exists: the first call of a method finds out.
func (c *Client) Sandbox(id string) *Sandbox {
	return &Sandbox{api: c.api, record: api.SandboxInfo{ID: id}}
}

// Sandboxes goes through all sandboxes, page by page. It ends with the first
// error, which it gives beside nil.
func (c *Client) Sandboxes(ctx context.Context) iter.Seq2[*Sandbox, error] {
	return func(yield func(*Sandbox, error) bool) {
		var req api.ListRequest
		for {
			page, err := c.api.List(ctx, req)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range page.Sandboxes {
				if !yield(c.told(&page.Sandboxes[i], nil)) {
					return
				}
			}
			if page.Next == "" || page.Next == req.Cursor {
				return
			}
			req.Cursor = page.Next
		}
	}
}

// told makes the handle of what a call told. The envd token is a key: it stays
// with the provider.
func (c *Client) told(info *api.SandboxInfo, err error) (*Sandbox, error) {
	if err != nil {
		return nil, err
	}
	return &Sandbox{api: c.api, record: public(info)}, nil
}

func public(info *api.SandboxInfo) api.SandboxInfo {
	record := *info
	record.EnvdToken = api.Secret{}
	return record
}

// Failed is a sequence of nothing but an error.
func Failed[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		yield(none, err)
	}
}

// Unopened is the error of a generated New, which is given options (a type's
// name) and reads no variable: what an error about options names is to be set
// there.
func Unopened(err error, options string) error {
	var e *api.Error
	if !errors.As(err, &e) || e.Code != api.CodeConfig && e.Code != api.CodeMissingCredentials {
		return err
	}
	told := *e
	return told.With("set it in " + options + ", whose fields name their variables: New reads none, FromEnvironment does")
}

// each makes a sequence of a list that is asked for when it is begun.
func each[T any](ask func() ([]T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		list, err := ask()
		if err != nil {
			Failed[T](err)(yield)
			return
		}
		for _, item := range list {
			if !yield(item, nil) {
				return
			}
		}
	}
}
