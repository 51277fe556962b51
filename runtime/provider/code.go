package provider

import (
	"context"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// interpret does one call of the code interpreter; in the guest it is led by
// the sandbox's id besides.
func interpret[T any](ctx context.Context, p *provider, id string, direct func(*e2b.Client, api.Target) (T, error), read func(any) (T, error), last map[string]any, name string, timeout time.Duration) (T, error) {
	var zero T
	r, err := p.open(ctx, api.ClassCode, name)
	if err != nil {
		return zero, p.fail(err)
	}
	v, err := onTarget(ctx, p, id, func(t api.Target) (T, error) {
		if r.js == "" {
			return direct(r.client, t)
		}
		args, err := p.lead(ctx, t, last)
		if err != nil {
			return zero, err
		}
		return call(ctx, p, r.within(timeout), read, append([]any{id}, args...)...)
	})
	return v, p.fail(err)
}

// RunCode runs code.
func (p *provider) RunCode(ctx context.Context, id string, req api.CodeRequest) (*api.CodeResult, error) {
	return interpret(ctx, p, id, func(c *e2b.Client, t api.Target) (*api.CodeResult, error) { return c.RunCode(ctx, t, req) }, values.ToResult, values.FromCode(req), "run_code", req.Timeout)
}

// CreateContext makes a kept interpreter state.
func (p *provider) CreateContext(ctx context.Context, id, language string) (*api.CodeContext, error) {
	last := map[string]any{"language": language}
	return interpret(ctx, p, id, func(c *e2b.Client, t api.Target) (*api.CodeContext, error) { return c.CreateContext(ctx, t, language) }, values.ToContext, last, "create_context", 0)
}

// ListContexts lists them.
func (p *provider) ListContexts(ctx context.Context, id string) ([]api.CodeContext, error) {
	return interpret(ctx, p, id, func(c *e2b.Client, t api.Target) ([]api.CodeContext, error) { return c.ListContexts(ctx, t) }, values.ToContexts, map[string]any{}, "list_contexts", 0)
}

// RestartContext empties one.
func (p *provider) RestartContext(ctx context.Context, id, contextID string) error {
	_, err := interpret(ctx, p, id, func(c *e2b.Client, t api.Target) (struct{}, error) {
		return struct{}{}, c.RestartContext(ctx, t, contextID)
	}, nothing, contextArg(contextID), "restart_context", 0)
	return err
}

// RemoveContext removes one.
func (p *provider) RemoveContext(ctx context.Context, id, contextID string) error {
	_, err := interpret(ctx, p, id, func(c *e2b.Client, t api.Target) (struct{}, error) {
		return struct{}{}, c.RemoveContext(ctx, t, contextID)
	}, nothing, contextArg(contextID), "remove_context", 0)
	return err
}

func contextArg(id string) map[string]any { return map[string]any{"context_id": id} }
