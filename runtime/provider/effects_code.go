package provider

import (
	"context"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// The kit's own CodeInterpreterProtocol; its methods are led by the sandbox's
// id, then what leads the others.
var codeEffects = map[string]effectFunc{
	"run_code":        runEffect,
	"create_context":  makeContextEffect,
	"list_contexts":   listContextsEffect,
	"restart_context": restartEffect,
	"remove_context": func(ctx context.Context, e *effect) (any, error) {
		return nil, e.client.RemoveContext(ctx, e.codeTarget(), e.contextID())
	},
}

func (e *effect) codeTarget() api.Target {
	t := values.ToTarget(e.arg(1), e.arg(2))
	if t.SandboxID == "" {
		t.SandboxID = values.Text(e.arg(0))
	}
	return t
}

func (e *effect) contextID() string { return values.AsObject(e.arg(3)).Text("context_id", "id") }

func runEffect(ctx context.Context, e *effect) (any, error) {
	r, err := e.client.RunCode(ctx, e.codeTarget(), values.ToCode(e.arg(3)))
	if err != nil {
		return nil, err
	}
	return values.FromResult(r), nil
}

func makeContextEffect(ctx context.Context, e *effect) (any, error) {
	c, err := e.client.CreateContext(ctx, e.codeTarget(), values.AsObject(e.arg(3)).Text("language"))
	if err != nil {
		return nil, err
	}
	return values.FromContext(c), nil
}

func listContextsEffect(ctx context.Context, e *effect) (any, error) {
	list, err := e.client.ListContexts(ctx, e.codeTarget())
	return values.FromContexts(list), err
}

func restartEffect(ctx context.Context, e *effect) (any, error) {
	return nil, e.client.RestartContext(ctx, e.codeTarget(), e.contextID())
}
