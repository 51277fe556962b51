package e2b

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// PlatformRequest calls the control plane: http.platformRequest of
// spec/kit.md. A status of 300 and more is an error whose cause is a
// *StatusError. Only a GET or HEAD is repeated.
func (c *Client) PlatformRequest(ctx context.Context, r Request) (*Response, error) {
	resp, hide, err := c.platform(ctx, r)
	if err != nil {
		return nil, err
	}
	if resp.Status >= 300 {
		return nil, platformError(resp, sandboxOf(r.Path), hide)
	}
	return resp, nil
}

// sandboxOf finds the id in /sandboxes/{id}… of any version.
func sandboxOf(path string) string {
	_, rest, ok := strings.Cut(path, "/sandboxes/")
	if !ok {
		return ""
	}
	id, _, _ := strings.Cut(rest, "/")
	return id
}

// platform sends a request and gives the answer whatever its status, with what
// must not be shown of it.
func (c *Client) platform(ctx context.Context, r Request) (*Response, []string, error) {
	k, err := c.platformCall(r)
	if err != nil {
		return nil, nil, err
	}
	refreshes := c.refreshes()
	if err := c.authenticate(ctx, k, r.Header); err != nil {
		return nil, nil, err
	}
	resp, err := k.do(ctx)
	if err != nil || resp.Status != http.StatusUnauthorized || c.cfg.Refresh == nil {
		return resp, k.hide, err
	}
	// A 401 says that nothing was done, so even a create may be sent again.
	if err := c.refreshOnce(ctx, refreshes); err != nil {
		return nil, nil, err
	}
	if err := c.authenticate(ctx, k, r.Header); err != nil {
		return nil, nil, err
	}
	resp, err = k.do(ctx)
	return resp, k.hide, err
}

func (c *Client) platformCall(r Request) (*call, error) {
	if c.base == nil {
		return nil, api.Errorf(api.CodeConfig, "no base_url is configured")
	}
	if !strings.HasPrefix(r.Path, "/") {
		return nil, api.Errorf(api.CodeConfig, "the path of a request begins with a slash")
	}
	k := &call{
		who:     "the control plane",
		via:     via{t: c.net},
		method:  methodOf(r),
		url:     c.base.String() + r.Path + queryOf(r),
		timeout: orTimeout(r.Timeout, c.cfg.Timeout),
	}
	k.read = k.method == http.MethodGet || k.method == http.MethodHead
	return k, k.setPayload(r)
}

func methodOf(r Request) string {
	if r.Method == "" {
		return http.MethodGet
	}
	return strings.ToUpper(r.Method)
}

func queryOf(r Request) string {
	if len(r.Query) == 0 {
		return ""
	}
	sep := "?"
	if strings.Contains(r.Path, "?") {
		sep = "&"
	}
	return sep + strings.ReplaceAll(r.Query.Encode(), "+", "%20")
}

func orTimeout(d, other time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return other
}

func (k *call) setPayload(r Request) (err error) {
	k.body = r.Body
	if r.JSON != nil {
		k.body, err = encode(r.JSON)
	}
	return err
}

// authenticate sets the headers: the client's, the authentication's, the
// request's own, the later ones winning.
func (c *Client) authenticate(ctx context.Context, k *call, own http.Header) error {
	k.header = http.Header{"User-Agent": {c.cfg.UserAgent}, "Accept": {"*/*"}}
	if len(k.body) > 0 {
		k.header.Set("Content-Type", "application/json")
	}
	setAll(k.header, c.cfg.PlatformHeaders)
	if c.cfg.Headers != nil {
		h, err := c.cfg.Headers(ctx)
		if err != nil {
			return asError(err, api.CodeAuthentication)
		}
		setAll(k.header, h)
		c.secrets.noteHeaders(h)
	}
	k.hide = c.secrets.noteHeaders(c.cfg.PlatformHeaders)
	setAll(k.header, own)
	return nil
}

func setAll(to, from http.Header) {
	for name, values := range maps.All(from) {
		to[http.CanonicalHeaderKey(name)] = values
	}
}

func (c *Client) refreshes() uint64 {
	c.refresh.Lock()
	defer c.refresh.Unlock()
	return c.refresh.done
}

// refreshOnce refreshes, unless somebody else did since the request began.
func (c *Client) refreshOnce(ctx context.Context, seen uint64) error {
	c.refresh.Lock()
	defer c.refresh.Unlock()
	if c.refresh.done != seen {
		return nil
	}
	if err := c.cfg.Refresh(ctx); err != nil {
		return asError(err, api.CodeTokenExchange)
	}
	c.refresh.done++
	return nil
}
