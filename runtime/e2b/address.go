package e2b

import (
	"cmp"
	"context"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// The ports of the services inside a sandbox.
const (
	EnvdPort = 49983
	CodePort = 49999
)

// EnvdURL gives where envd of the sandbox answers, without a slash at its end:
// the reported address, else https://49983-{id}.{domain}, where the sandbox's
// own domain goes before the client's. A domain that is this machine
// (localhost, 127.0.0.1) is reached by http.
func (c *Client) EnvdURL(t api.Target) (string, error) {
	if t.EnvdURL == "" {
		return c.hostURL(t, EnvdPort)
	}
	u, err := url.Parse(t.EnvdURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return "", api.Errorf(api.CodeProvider, "the backend reported an envd address that is no http or https address")
	}
	return strings.TrimRight(t.EnvdURL, "/"), nil
}

// PortURL gives where a port of a sandbox answers, as PortURLOf does for one
// of which only the id is known; nothing is sent.
func (c *Client) PortURL(_ context.Context, id string, port int) (*api.PortURL, error) {
	return c.PortURLOf(api.Target{SandboxID: id}, port)
}

// PortURLOf gives https://{port}-{id}.{domain} and the header with the
// sandbox's token where there is one: what the SDK's network.resolve gives for
// a rest provider. The reported envd address has no say in it.
func (c *Client) PortURLOf(t api.Target, port int) (*api.PortURL, error) {
	if port < 1 || port > 65535 {
		return nil, api.Errorf(api.CodeConfig, "%d is no port number", port).With("give one from 1 to 65535")
	}
	host, err := c.host(t, port)
	if err != nil {
		return nil, err
	}
	p := &api.PortURL{URL: cmp.Or(c.cfg.Scheme, "https") + "://" + host, Headers: map[string]string{}}
	if t.Token != "" {
		p.Headers[tokenHeader] = t.Token
	}
	return p, nil
}

// codeURL gives where the code interpreter answers. A reported envd address
// tells the shape: the port in its host name or at the end of its path is
// exchanged; one that names no port leaves the choice to the headers.
func (c *Client) codeURL(t api.Target) (string, error) {
	if t.EnvdURL == "" {
		return c.hostURL(t, CodePort)
	}
	envd, err := c.EnvdURL(t)
	if err != nil {
		return "", err
	}
	from, to := strconv.Itoa(EnvdPort), strconv.Itoa(CodePort)
	scheme, rest, _ := strings.Cut(envd, "://")
	if after, ok := strings.CutPrefix(rest, from+"-"); ok {
		return scheme + "://" + to + "-" + after, nil
	}
	if before, ok := strings.CutSuffix(rest, "/"+from); ok {
		return scheme + "://" + before + "/" + to, nil
	}
	return envd, nil
}

func (c *Client) hostURL(t api.Target, port int) (string, error) {
	host, err := c.host(t, port)
	if err != nil {
		return "", err
	}
	scheme := c.cfg.Scheme
	if scheme == "" && loopback(cmp.Or(t.Domain, c.cfg.Domain)) {
		scheme = "http"
	}
	return cmp.Or(scheme, "https") + "://" + host, nil
}

func (c *Client) host(t api.Target, port int) (string, error) {
	domain := cmp.Or(t.Domain, c.cfg.Domain)
	if domain == "" {
		return "", api.Errorf(api.CodeConfig, "no domain is configured, and the backend reported no envd address")
	}
	if strings.ContainsAny(domain, "/?#@ ") {
		return "", api.Errorf(api.CodeConfig, "the domain is not the end of a host name").With("give a domain such as example.com, without a scheme")
	}
	if err := checkID(t.SandboxID); err != nil {
		return "", err
	}
	return strconv.Itoa(port) + "-" + t.SandboxID + "." + domain, nil
}

// checkID refuses an id that would lead elsewhere as a part of a host name or
// a path. Ids of the known backends are letters, digits and "-".
func checkID(id string) error {
	bad := strings.IndexFunc(id, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.~:", r))
	})
	if id == "" || bad >= 0 || strings.Trim(id, ".") == "" {
		return api.Errorf(api.CodeSandboxNotFound, "%q is no sandbox id", clean(id, 60))
	}
	return nil
}

func loopback(domain string) bool {
	host := domain
	if h, _, err := net.SplitHostPort(domain); err == nil {
		host = h
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
