package e2b

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/abxgen/abxgen/runtime/api"
)

// CreateContext makes a kept interpreter state; language "" is python.
func (c *Client) CreateContext(ctx context.Context, t api.Target, language string) (*api.CodeContext, error) {
	resp, err := c.codeRequest(ctx, t, http.MethodPost, "/contexts", map[string]string{"language": cmp.Or(language, "python")})
	if err != nil {
		return nil, err
	}
	m, err := decodeFields(resp.Body)
	if made := parseContext(m); err == nil && made.ID != "" {
		return &made, nil
	}
	return nil, api.Errorf(api.CodeCodeExecution, "the code interpreter's answer names no context").Because(err)
}

// ListContexts lists them.
func (c *Client) ListContexts(ctx context.Context, t api.Target) ([]api.CodeContext, error) {
	resp, err := c.codeRequest(ctx, t, http.MethodGet, "/contexts", nil)
	if err != nil {
		return nil, err
	}
	var list []fields
	if err := decode(resp.Body, &list); err != nil {
		return nil, api.Errorf(api.CodeCodeExecution, "the code interpreter's list is no JSON").Because(err)
	}
	out := make([]api.CodeContext, 0, len(list))
	for _, m := range list {
		out = append(out, parseContext(m))
	}
	return out, nil
}

// RestartContext forgets a context's state; E8005 where there is none.
func (c *Client) RestartContext(ctx context.Context, t api.Target, contextID string) error {
	_, err := c.codeRequest(ctx, t, http.MethodPost, "/contexts/"+url.PathEscape(contextID)+"/restart", nil)
	return err
}

// RemoveContext ends a context; E8005 where there is none.
func (c *Client) RemoveContext(ctx context.Context, t api.Target, contextID string) error {
	_, err := c.codeRequest(ctx, t, http.MethodDelete, "/contexts/"+url.PathEscape(contextID), nil)
	return err
}

func parseContext(m fields) api.CodeContext {
	return api.CodeContext{ID: m.text("id", "context_id"), Language: m.text("language"), Cwd: m.text("cwd")}
}

func (c *Client) codeCall(t api.Target, method, path string, body any) (*call, error) {
	base, err := c.codeURL(t)
	if err != nil {
		return nil, err
	}
	k, err := c.sandboxCall(t, method, base+path, CodePort)
	if err != nil {
		return nil, err
	}
	k.who = "the code interpreter"
	// The kernel is interrupted by the end of a connection, which HTTP/2 shares.
	k.via = via{t: c.net, r: c.route(true), sandbox: true}
	k.read = method == http.MethodGet
	setAll(k.header, c.cfg.EnvdHeaders)
	if body == nil {
		return k, nil
	}
	k.header.Set("Content-Type", "application/json")
	k.body, err = encode(body)
	return k, err
}

func (c *Client) codeRequest(ctx context.Context, t api.Target, method, path string, body any) (*Response, error) {
	k, err := c.codeCall(t, method, path, body)
	if err != nil {
		return nil, err
	}
	resp, err := k.do(ctx)
	if err != nil {
		return nil, err
	}
	if resp.Status >= 300 {
		return nil, codeError(resp, t, k.hide)
	}
	return resp, nil
}

func codeError(r *Response, t api.Target, hide []string) *api.Error {
	if e := proxyError(r, t.SandboxID, hide); e != nil {
		return e
	}
	code := api.CodeCodeExecution
	if r.Status == http.StatusNotFound {
		code = api.CodeResourceNotFound
	}
	say := readReply(r.Body).say(hide)
	if say == "" {
		say = ": HTTP " + strconv.Itoa(r.Status)
	}
	return api.Errorf(code, "the code interpreter refused%s", say).Because(statusCause(r))
}
