package provider

import (
	"context"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// The kit's own SandboxProtocol (spec/kit.md, "Signatures").
var sandboxEffects = map[string]effectFunc{
	"create":               createEffect,
	"list":                 listEffect,
	"list_v2":              listV2Effect,
	"get_info":             infoEffect,
	"connect":              connectEffect,
	"is_running":           func(ctx context.Context, e *effect) (any, error) { return e.client.IsRunning(ctx, e.id()) },
	"kill":                 func(ctx context.Context, e *effect) (any, error) { return nil, e.client.Kill(ctx, e.id()) },
	"set_timeout":          timeoutEffect,
	"pause":                func(ctx context.Context, e *effect) (any, error) { return nil, e.client.Pause(ctx, e.id()) },
	"resume":               func(ctx context.Context, e *effect) (any, error) { return nil, e.client.Resume(ctx, e.id()) },
	"port_url":             portEffect,
	"application_endpoint": portEffect,
}

// id reads the sandbox's id, which may be given as the sandbox itself.
func (e *effect) id() string {
	if text, ok := e.arg(0).(string); ok {
		return text
	}
	return values.AsObject(e.arg(0)).Text("sandbox_id", "sandboxID", "id")
}

// told gives a sandbox to JavaScript. Its token becomes a known secret; its
// address is not remembered, since the provider may be about to mend it.
func (e *effect) told(s *api.SandboxInfo, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	e.p.redactor.Hold(s.ID, s.EndAt, s.EnvdToken.Reveal())
	return values.FromInfo(s), nil
}

func createEffect(ctx context.Context, e *effect) (any, error) {
	req := values.ToCreate(e.arg(0), e.arg(1))
	if req.Template == "" {
		req.Template = e.p.template()
	}
	return e.told(e.client.Create(ctx, req))
}

func infoEffect(ctx context.Context, e *effect) (any, error) {
	return e.told(e.client.GetInfo(ctx, e.id()))
}

func connectEffect(ctx context.Context, e *effect) (any, error) {
	return e.told(e.client.Connect(ctx, e.id()))
}

func listEffect(ctx context.Context, e *effect) (any, error) {
	return e.tellAll(e.client.ListV1(ctx, values.ToList(e.arg(0))))
}

func listV2Effect(ctx context.Context, e *effect) (any, error) {
	return e.tellAll(e.client.ListV2(ctx, values.ToList(e.arg(0))))
}

func (e *effect) tellAll(page *api.ListPage, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	for _, s := range page.Sandboxes {
		e.p.redactor.Hold(s.ID, s.EndAt, s.EnvdToken.Reveal())
	}
	return values.FromInfos(page.Sandboxes), nil
}

func timeoutEffect(ctx context.Context, e *effect) (any, error) {
	seconds, ok := values.Number(e.arg(1))
	if !ok {
		o := values.AsObject(e.arg(1))
		seconds = o.Seconds("timeout", "seconds").Seconds()
	}
	return nil, e.client.SetTimeout(ctx, e.id(), int(seconds))
}

func portEffect(ctx context.Context, e *effect) (any, error) {
	port, _ := values.Number(e.arg(1))
	t, err := e.targetOf(ctx, e.id())
	if err != nil {
		return nil, err
	}
	u, err := e.client.PortURLOf(t, int(port))
	if err != nil {
		return nil, err
	}
	return values.FromPort(u), nil
}

// targetOf finds a sandbox's address for the few methods that are given its id.
func (e *effect) targetOf(ctx context.Context, id string) (api.Target, error) {
	if !e.early {
		return e.p.target(ctx, id)
	}
	info, err := e.client.GetInfo(ctx, id)
	if err != nil {
		return api.Target{}, err
	}
	return info.Target(), nil
}
