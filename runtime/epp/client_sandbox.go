package epp

import (
	"context"
	"errors"

	"github.com/abxgen/abxgen/runtime/api"
)

type onSandbox struct {
	SandboxID string `json:"sandbox_id"`
}

// Descriptor gives the manifest's descriptor, with the features that the plugin
// named too.
func (c *Client) Descriptor() *api.Descriptor { return c.d }

// Require gives E8004 where the descriptor does not declare the feature.
func (c *Client) Require(f api.Feature) error {
	if !c.d.Supports(f) {
		return api.NotSupported(c.d.ID, f, "not declared")
	}
	return nil
}

// Create calls sandbox.create.
func (c *Client) Create(ctx context.Context, req api.CreateRequest) (*api.SandboxInfo, error) {
	p := map[string]any{
		"template": req.Template, "timeout": int(req.Timeout.Seconds()), "metadata": mapOf(req.Metadata), "envs": mapOf(req.Envs),
		"cpu": req.CPU, "memory": req.Memory, "disk": req.Disk, "gpu": req.GPU, "request_timeout": nil,
	}
	if req.RequestTimeout > 0 {
		p["request_timeout"] = req.RequestTimeout.Seconds()
	}
	if req.Secure != nil {
		p["secure"] = *req.Secure
	}
	if len(req.Options) > 0 {
		p["options"] = req.Options
	}
	limit := c.d.CallTimeout
	if req.RequestTimeout > 0 {
		limit = req.RequestTimeout
	}
	var r Record
	if err := c.callWithin(ctx, limit, "sandbox.create", p, &r); err != nil {
		return nil, err
	}
	return c.sandbox(r)
}

func mapOf(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}

func (c *Client) sandbox(r Record) (*api.SandboxInfo, error) {
	if r.SandboxID == "" {
		return nil, api.Errorf(api.CodeProtocol, "provider %q answered a sandbox without an id", c.d.ID)
	}
	return r.info(), nil
}

// List calls sandbox.list for one page.
func (c *Client) List(ctx context.Context, req api.ListRequest) (*api.ListPage, error) {
	p := map[string]any{"limit": 100}
	if req.Limit > 0 {
		p["limit"] = req.Limit + req.Offset
	}
	if req.Status != "" {
		p["status"] = req.Status
	}
	if req.Cursor != "" {
		p["cursor"] = req.Cursor
	}
	var r struct {
		Sandboxes []Record
		Next      string
	}
	if err := c.call(ctx, "sandbox.list", p, &r); err != nil {
		return nil, err
	}
	page := &api.ListPage{Next: r.Next}
	for _, one := range r.Sandboxes[min(req.Offset, len(r.Sandboxes)):] {
		page.Sandboxes = append(page.Sandboxes, *one.info())
	}
	return page, nil
}

func (c *Client) one(ctx context.Context, method, id string) (*api.SandboxInfo, error) {
	var r Record
	if err := c.onSandbox(ctx, method, onSandbox{id}, &r); err != nil {
		return nil, err
	}
	return c.sandbox(r)
}

// onSandbox calls a method of one sandbox; a plain "not found" is the sandbox's.
func (c *Client) onSandbox(ctx context.Context, method string, params, result any) error {
	err := c.call(ctx, method, params, result)
	if api.CodeOf(err) == api.CodeResourceNotFound {
		return api.Errorf(api.CodeSandboxNotFound, "%s", apiError(err).Message)
	}
	return err
}

// GetInfo calls sandbox.get.
func (c *Client) GetInfo(ctx context.Context, id string) (*api.SandboxInfo, error) {
	return c.one(ctx, "sandbox.get", id)
}

// Connect calls sandbox.connect, and sandbox.get where the plugin has none.
func (c *Client) Connect(ctx context.Context, id string) (*api.SandboxInfo, error) {
	info, err := c.one(ctx, "sandbox.connect", id)
	if errors.Is(err, errNoMethod) {
		return c.GetInfo(ctx, id)
	}
	return info, err
}

// IsRunning asks for the sandbox's status.
func (c *Client) IsRunning(ctx context.Context, id string) (bool, error) {
	info, err := c.GetInfo(ctx, id)
	if api.CodeOf(err) == api.CodeSandboxNotFound {
		return false, nil
	}
	return err == nil && info.Status == api.StatusRunning, err
}

// Kill calls sandbox.kill.
func (c *Client) Kill(ctx context.Context, id string) error {
	return c.onSandbox(ctx, "sandbox.kill", onSandbox{id}, nil)
}

// SetTimeout calls sandbox.set_timeout.
func (c *Client) SetTimeout(ctx context.Context, id string, seconds int) error {
	return c.onSandbox(ctx, "sandbox.set_timeout", map[string]any{"sandbox_id": id, "timeout": seconds}, nil)
}

// Pause calls sandbox.pause.
func (c *Client) Pause(ctx context.Context, id string) error {
	return c.onSandbox(ctx, "sandbox.pause", onSandbox{id}, nil)
}

// Resume calls sandbox.resume.
func (c *Client) Resume(ctx context.Context, id string) error {
	return c.onSandbox(ctx, "sandbox.resume", onSandbox{id}, nil)
}

// PortURL calls ports.url.
func (c *Client) PortURL(ctx context.Context, id string, port int) (*api.PortURL, error) {
	var u api.PortURL
	if err := c.call(ctx, "ports.url", map[string]any{"sandbox_id": id, "port": port}, &u); err != nil {
		return nil, err
	}
	if u.URL == "" {
		return nil, api.Errorf(api.CodeProtocol, "provider %q answered no url for the port", c.d.ID)
	}
	return &u, nil
}
