package e2b

import (
	"cmp"
	"context"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// Headers of the data plane (spec/e2b-wire.md, 1).
const (
	tokenHeader   = "X-Access-Token"
	sandboxHeader = "E2b-Sandbox-Id"
	portHeader    = "E2b-Sandbox-Port"
)

// envdCall begins a call to envd: address, headers, user ("" the configured
// one). Nothing is sent where the token is missing and has to be there: E1002.
func (c *Client) envdCall(t api.Target, method, path, user string) (*call, error) {
	base, err := c.EnvdURL(t)
	if err != nil {
		return nil, err
	}
	k, err := c.sandboxCall(t, method, base+path, EnvdPort)
	if err != nil {
		return nil, err
	}
	if err := setUser(k.header, cmp.Or(user, c.cfg.EnvdAuth.user())); err != nil {
		return nil, err
	}
	setAll(k.header, c.cfg.EnvdHeaders)
	k.hide = append(k.hide, c.secrets.noteHeaders(c.cfg.EnvdHeaders)...)
	return k, nil
}

func (c *Client) sandboxCall(t api.Target, method, url string, port int) (*call, error) {
	if t.Token == "" && !c.cfg.EnvdAuth.AllowMissing {
		return nil, api.Errorf(api.CodeTokenExpired, "the backend gave no access token for the sandbox's envd").
			With("where the backend has none, buildInfra returns envd_auth: { allow_missing: true }")
	}
	k := &call{
		who: "the sandbox", via: via{t: c.net, r: c.route(false), sandbox: true}, method: method, url: url,
		timeout: c.cfg.Timeout, hide: c.secrets.note(t.Token),
		header: http.Header{"User-Agent": {c.cfg.UserAgent}, "Accept": {"*/*"}, portHeader: {strconv.Itoa(port)}},
	}
	if t.Token != "" {
		k.header.Set(tokenHeader, t.Token)
	}
	if t.SandboxID != "" {
		k.header.Set(sandboxHeader, t.SandboxID)
		k.hide = append(k.hide, "-"+t.SandboxID+".")
	}
	return k, nil
}

func (c *Client) route(http1 bool) route {
	r := route{http1: http1}
	if c.cfg.Dial != nil {
		r.dial = *c.cfg.Dial
	}
	return r
}

// setUser names the user by Basic authentication without a password.
func setUser(h http.Header, user string) error {
	if strings.ContainsAny(user, ":\x00\r\n") {
		return api.Errorf(api.CodeConfig, "a user name holds no colon, NUL or line break")
	}
	h.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":")))
	return nil
}

// unary calls a method of Connect that answers once, and decodes into out
// where it is not nil. read says that the call changes nothing.
func (c *Client) unary(ctx context.Context, t api.Target, rpc string, in, out any, read bool) error {
	resp, hide, err := c.unaryRaw(ctx, t, rpc, in, read)
	if err != nil {
		return err
	}
	if resp.Status != http.StatusOK {
		return rpcError(resp, rpc, t, hide)
	}
	if out == nil {
		return nil
	}
	if err := decode(resp.Body, out); err != nil {
		return api.Errorf(api.CodeEnvdRPC, "%s answered with something that is no JSON", rpc[1:]).Because(err)
	}
	return nil
}

func (c *Client) unaryRaw(ctx context.Context, t api.Target, rpc string, in any, read bool) (*Response, []string, error) {
	k, err := c.envdCall(t, http.MethodPost, rpc, "")
	if err != nil {
		return nil, nil, err
	}
	if k.body, err = encode(in); err != nil {
		return nil, nil, err
	}
	k.header.Set("Content-Type", "application/json")
	k.header.Set("Connect-Protocol-Version", "1")
	k.read = read
	resp, err := k.do(ctx)
	return resp, k.hide, err
}

// rpcError maps a refused RPC: the proxy's words first, else E3006.
func rpcError(r *Response, rpc string, t api.Target, hide []string) *api.Error {
	if e := proxyError(r, t.SandboxID, hide); e != nil {
		return e
	}
	say := readReply(r.Body).say(hide)
	if say == "" {
		say = ": HTTP " + strconv.Itoa(r.Status)
	}
	e := api.Errorf(api.CodeEnvdRPC, "%s failed%s", strings.TrimPrefix(rpc, "/"), say)
	return e.Because(statusCause(r))
}
