package provider

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// defaultLife is how long a sandbox lives that was created without a timeout.
const defaultLife = 300 * time.Second

// Create starts a sandbox; it is asked for once.
func (p *provider) Create(ctx context.Context, req api.CreateRequest) (*api.SandboxInfo, error) {
	r, err := p.open(ctx, api.ClassSandbox, "create")
	if err != nil {
		return nil, p.fail(err)
	}
	if req.Template == "" {
		req.Template = p.template()
	}
	if req.Timeout <= 0 {
		req.Timeout = defaultLife
	}
	var info *api.SandboxInfo
	if r.js == "" {
		info, err = r.client.Create(ctx, req)
	} else {
		more := map[string]any{}
		if req.RequestTimeout > 0 {
			more["request_timeout"] = req.RequestTimeout.Seconds()
		}
		info, err = call(ctx, p, r.within(req.RequestTimeout), values.ToInfo, values.FromCreate(req), more)
	}
	if err == nil && len(info.Metadata) == 0 {
		info.Metadata = req.Metadata // the wire's answer to a create leaves it out
	}
	if info, err = p.sandbox(info, err); err == nil && info.EndAt.IsZero() && !req.AutoPause {
		p.redactor.Hold(info.ID, time.Now().Add(req.Timeout))
	}
	return info, err
}

// sandbox checks and remembers what a call told of a sandbox.
func (p *provider) sandbox(info *api.SandboxInfo, err error) (*api.SandboxInfo, error) {
	if err != nil {
		return nil, p.fail(err)
	}
	if strings.ContainsAny(info.ID, ":/") {
		return nil, p.fail(api.Errorf(api.CodeProvider, "provider %q gave a sandbox an id with %q or %q in it", p.d.ID, ":", "/"))
	}
	p.learn(info)
	return info, nil
}

// List lists sandboxes: by the provider's list where it overrides that and not
// list_v2, else by list_v2, and by list where the backend does not have that.
func (p *provider) List(ctx context.Context, req api.ListRequest) (*api.ListPage, error) {
	if err := p.gate.Check(api.ClassSandbox, "list"); err != nil {
		return nil, err
	}
	page, err := p.list(ctx, req)
	if err != nil {
		return nil, p.fail(err)
	}
	return page, nil
}

func (p *provider) list(ctx context.Context, req api.ListRequest) (*api.ListPage, error) {
	old, err := p.route(ctx, api.ClassSandbox, "list", "list_v2")
	if err != nil {
		return nil, err
	}
	r, err := p.route(ctx, api.ClassSandbox, "list_v2", "list")
	if err != nil {
		return nil, err
	}
	if r.js == "" {
		return r.client.List(ctx, req)
	}
	page, err := p.guestList(ctx, r, req)
	if err == nil || r.js != "list_v2" || api.CodeOf(err) != api.CodeResourceNotFound {
		return page, err
	}
	if old.js == "list" {
		return p.guestList(ctx, old, req)
	}
	b, err := p.bind(ctx)
	if err != nil {
		return nil, err
	}
	return b.client(b.protocols[api.ClassSandbox].Client).ListV1(ctx, req)
}

// offsetCursor is the cursor of a list in JavaScript, which is a bare array and
// has none of its own.
const offsetCursor = "abx-guest-offset:"

func (p *provider) guestList(ctx context.Context, r route, req api.ListRequest) (*api.ListPage, error) {
	if mine, ok := strings.CutPrefix(req.Cursor, offsetCursor); ok {
		n, err := strconv.Atoi(mine)
		if err != nil {
			return nil, api.Errorf(api.CodeConfig, "the cursor is not one that a list gave")
		}
		req.Offset, req.Cursor = n, ""
	}
	if req.Limit <= 0 {
		req.Limit = 100
	}
	page, err := call(ctx, p, r, values.ToInfos, values.FromList(req))
	if err == nil && page.Next == "" && len(page.Sandboxes) >= req.Limit {
		page.Next = offsetCursor + strconv.Itoa(req.Offset+len(page.Sandboxes))
	}
	return page, err
}

// GetInfo asks for one sandbox.
func (p *provider) GetInfo(ctx context.Context, id string) (*api.SandboxInfo, error) {
	if err := p.gate.Check(api.ClassSandbox, "get_info"); err != nil {
		return nil, err
	}
	return p.info(ctx, id)
}

// info is GetInfo without the gate: a data-plane call needs it whatever is
// declared of the control plane.
func (p *provider) info(ctx context.Context, id string) (*api.SandboxInfo, error) {
	return p.inform(ctx, id, (*e2b.Client).GetInfo, "get_info")
}

// Connect is GetInfo that may resume a paused sandbox.
func (p *provider) Connect(ctx context.Context, id string) (*api.SandboxInfo, error) {
	if err := p.gate.Check(api.ClassSandbox, "connect"); err != nil {
		return nil, err
	}
	return p.inform(ctx, id, (*e2b.Client).Connect, "connect")
}

func (p *provider) inform(ctx context.Context, id string, direct func(*e2b.Client, context.Context, string) (*api.SandboxInfo, error), name string) (*api.SandboxInfo, error) {
	r, err := p.route(ctx, api.ClassSandbox, name)
	if err != nil {
		return nil, p.fail(err)
	}
	if r.js != "" {
		return p.sandbox(call(ctx, p, r, values.ToInfo, id))
	}
	return p.sandbox(direct(r.client, ctx, id))
}

// IsRunning reports whether the sandbox exists and runs.
func (p *provider) IsRunning(ctx context.Context, id string) (bool, error) {
	r, err := p.open(ctx, api.ClassSandbox, "is_running")
	switch {
	case err != nil:
		return false, p.fail(err)
	case r.js == "":
		running, err := r.client.IsRunning(ctx, id)
		return running, p.fail(err)
	case r.js == "is_running":
		running, err := call(ctx, p, r, values.ToBool, id)
		return running, p.fail(err)
	}
	info, err := p.info(ctx, id)
	if err != nil && api.CodeOf(err) == api.CodeSandboxNotFound {
		return false, nil
	}
	return err == nil && info.Status == api.StatusRunning, err
}

// Kill ends a sandbox.
func (p *provider) Kill(ctx context.Context, id string) error {
	p.targets.drop(id)
	err := p.change(ctx, "kill", id, (*e2b.Client).Kill)
	if err == nil {
		p.redactor.Forget(id)
	}
	return err
}

// Pause pauses a sandbox.
func (p *provider) Pause(ctx context.Context, id string) error {
	p.targets.drop(id)
	return p.change(ctx, "pause", id, (*e2b.Client).Pause)
}

// Resume continues a paused sandbox, which may then answer elsewhere.
func (p *provider) Resume(ctx context.Context, id string) error {
	p.targets.drop(id)
	return p.change(ctx, "resume", id, (*e2b.Client).Resume)
}

func (p *provider) change(ctx context.Context, name, id string, direct func(*e2b.Client, context.Context, string) error) error {
	r, err := p.open(ctx, api.ClassSandbox, name)
	if err != nil {
		return p.fail(err)
	}
	if r.js != "" {
		return p.fail(p.do(ctx, r, id))
	}
	return p.fail(direct(r.client, ctx, id))
}

// SetTimeout lets the sandbox live for so many seconds from now.
func (p *provider) SetTimeout(ctx context.Context, id string, seconds int) error {
	r, err := p.open(ctx, api.ClassSandbox, "set_timeout")
	switch {
	case err != nil:
	case r.js != "":
		err = p.do(ctx, r, id, seconds)
	default:
		err = r.client.SetTimeout(ctx, id, seconds)
	}
	if err == nil {
		p.redactor.Hold(id, time.Now().Add(time.Duration(seconds)*time.Second))
	}
	return p.fail(err)
}

// PortURL gives where a port of a sandbox answers.
func (p *provider) PortURL(ctx context.Context, id string, port int) (*api.PortURL, error) {
	r, err := p.open(ctx, api.ClassSandbox, "port_url", "application_endpoint")
	if err != nil {
		return nil, p.fail(err)
	}
	if r.js != "" {
		u, err := call(ctx, p, r, values.ToPort, id, port)
		return u, p.fail(err)
	}
	u, err := onTarget(ctx, p, id, func(t api.Target) (*api.PortURL, error) { return r.client.PortURLOf(t, port) })
	return u, p.fail(err)
}
