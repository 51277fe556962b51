package e2b

import (
	"context"
	"math"
	"net/http"
	"net/url"

	"github.com/abxgen/abxgen/runtime/api"
)

// newSandbox is the body of a create, as the SDK sends it; secure only where
// it was asked for.
type newSandbox struct {
	TemplateID string            `json:"templateID"`
	Timeout    int64             `json:"timeout"` // s
	AutoPause  bool              `json:"autoPause"`
	Metadata   map[string]string `json:"metadata"`
	EnvVars    map[string]string `json:"envVars"`
	CPUCount   *int              `json:"cpuCount,omitempty"`
	MemoryMB   *int              `json:"memoryMB,omitempty"`
	DiskSizeMB *int              `json:"diskSizeMB,omitempty"`
	GPU        *string           `json:"gpu,omitempty"`
	Secure     *bool             `json:"secure,omitempty"`
}

func createBody(r api.CreateRequest) newSandbox {
	b := newSandbox{
		TemplateID: r.Template, Timeout: 300, AutoPause: r.AutoPause,
		Metadata: r.Metadata, EnvVars: r.Envs,
		CPUCount: r.CPU, MemoryMB: r.Memory, DiskSizeMB: r.Disk, GPU: r.GPU, Secure: r.Secure,
	}
	if b.TemplateID == "" {
		b.TemplateID = "base"
	}
	if r.Timeout > 0 {
		b.Timeout = int64(math.Ceil(r.Timeout.Seconds()))
	}
	if b.Metadata == nil {
		b.Metadata = map[string]string{}
	}
	if b.EnvVars == nil {
		b.EnvVars = map[string]string{}
	}
	return b
}

// Create starts a sandbox. It is sent once, whatever happens to the answer:
// E2001 for an unknown template, E2002 for a reached limit, E2000 for any
// other refusal, E5000 or E5001 where the answer is not known.
func (c *Client) Create(ctx context.Context, req api.CreateRequest) (*api.SandboxInfo, error) {
	body := createBody(req)
	resp, hide, err := c.platform(ctx, Request{
		Method: http.MethodPost, Path: "/sandboxes", JSON: body, Timeout: req.RequestTimeout,
	})
	if err != nil {
		return nil, err
	}
	if resp.Status >= 300 {
		return nil, createError(resp, body.TemplateID, hide)
	}
	info, err := parseInfo(resp.Body)
	if err != nil {
		return nil, api.Errorf(api.CodeSandboxCreation, "the control plane's answer to a create names no sandbox").Because(err)
	}
	if info.Template == "" {
		info.Template = body.TemplateID
	}
	return info, nil
}

// GetInfo asks for one sandbox; E2009 where it does not exist.
func (c *Client) GetInfo(ctx context.Context, id string) (*api.SandboxInfo, error) {
	resp, err := c.sandbox(ctx, http.MethodGet, id, "", nil)
	if err != nil {
		return nil, err
	}
	return parseInfo(resp.Body)
}

// Connect is GetInfo, as in the SDK: it resumes nothing.
func (c *Client) Connect(ctx context.Context, id string) (*api.SandboxInfo, error) {
	return c.GetInfo(ctx, id)
}

// IsRunning reports whether the sandbox exists and its status is running.
func (c *Client) IsRunning(ctx context.Context, id string) (bool, error) {
	info, err := c.GetInfo(ctx, id)
	if api.CodeOf(err) == api.CodeSandboxNotFound && err != nil {
		return false, nil
	}
	return err == nil && info.Status == api.StatusRunning, err
}

// Kill ends a sandbox; E2009 where it does not exist.
func (c *Client) Kill(ctx context.Context, id string) error {
	_, err := c.sandbox(ctx, http.MethodDelete, id, "", nil)
	return err
}

// SetTimeout lets the sandbox live for so many seconds from now.
func (c *Client) SetTimeout(ctx context.Context, id string, seconds int) error {
	_, err := c.sandbox(ctx, http.MethodPost, id, "/timeout", map[string]int{"timeout": seconds})
	return err
}

// Pause pauses a sandbox; what the backend says of one that is paused already
// (HTTP 409) is an error.
func (c *Client) Pause(ctx context.Context, id string) error {
	_, err := c.sandbox(ctx, http.MethodPost, id, "/pause", nil)
	return err
}

// Resume continues a paused sandbox.
func (c *Client) Resume(ctx context.Context, id string) error {
	_, err := c.sandbox(ctx, http.MethodPost, id, "/resume", nil)
	return err
}

func (c *Client) sandbox(ctx context.Context, method, id, what string, body any) (*Response, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	resp, err := c.PlatformRequest(ctx, Request{Method: method, Path: "/sandboxes/" + url.PathEscape(id) + what, JSON: body})
	if err != nil {
		return nil, err
	}
	return resp, notAPage(resp)
}
