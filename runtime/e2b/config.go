package e2b

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// DefaultTimeout is http_timeout's default (spec/config.md).
const DefaultTimeout = 30 * time.Second

// Config says how one backend is reached. Its zero value reaches nothing.
type Config struct {
	BaseURL string // control plane, http or https; a path is kept
	Domain  string // suffix of sandbox hosts: {port}-{id}.{Domain}
	// Scheme of the addresses that are built from a domain; "" means https,
	// and http to a loopback domain's envd (address.go).
	Scheme string

	// Headers gives the control plane's authentication, for every request
	// anew; nil means none. Its values are never shown.
	Headers func(ctx context.Context) (http.Header, error)
	// Refresh is called once after a 401, before the request is sent again.
	Refresh func(ctx context.Context) error

	PlatformHeaders http.Header // further ones for the control plane
	EnvdHeaders     http.Header // further ones for sandboxes

	// Timeout bounds one attempt of a short request, and the silence allowed
	// in a transfer of bytes; 0 means DefaultTimeout.
	Timeout time.Duration

	Dial      *Dial // where TCP connections to sandboxes go instead
	EnvdAuth  EnvdAuth
	Transport TransportConfig
	Shared    *Transport // used instead of a new one made of Transport
	UserAgent string     // "" abxgen/VERSION
}

// Dial is where every TCP connection to a sandbox goes; URL, Host header and
// TLS server name stay the sandbox's (envd_dial of spec/kit.md).
type Dial struct {
	Host string
	Port int
}

// EnvdAuth is envd_auth of spec/kit.md.
type EnvdAuth struct {
	AllowMissing bool   // a sandbox may have no envd token
	BasicUser    string // "" user, or root where AllowMissing is set
}

func (a EnvdAuth) user() string {
	switch {
	case a.BasicUser != "":
		return a.BasicUser
	case a.AllowMissing:
		return "root"
	}
	return "user"
}

// Client speaks to one backend. It is safe for concurrent use.
type Client struct {
	cfg      Config
	base     *url.URL // nil where BaseURL is empty
	net      *Transport
	onlyV1   atomic.Bool // the backend answered 404 to the second list
	secrets  secrets
	patience patience
	refresh  struct {
		sync.Mutex
		done uint64 // refreshes so far
	}
}

// patience says how long a sandbox may take for what is expected of it.
type patience struct {
	silence time.Duration // of a stream that has keepalives
	kill    time.Duration // stopping a program remotely, its pid included
	end     time.Duration // from a program's end to its stream's end
}

// New makes a client; no connection is made yet. A BaseURL that is no http or
// https address is E8002.
func New(cfg Config) (*Client, error) {
	c := &Client{cfg: cfg, net: cfg.Shared, patience: patience{
		silence: 125 * time.Second, kill: 2 * time.Second, end: 5 * time.Second, // two pings and a half
	}}
	if c.net == nil {
		c.net = NewTransport(cfg.Transport)
	}
	if c.cfg.Timeout <= 0 {
		c.cfg.Timeout = DefaultTimeout
	}
	if c.cfg.UserAgent == "" {
		c.cfg.UserAgent = "abxgen/" + api.Version
	}
	if cfg.BaseURL == "" {
		return c, nil
	}
	u, err := url.Parse(cfg.BaseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, api.Errorf(api.CodeConfig, "base_url is not an http or https address")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, api.Errorf(api.CodeConfig, "base_url holds a user, a query or a fragment; give scheme, host and path only")
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.RawPath = ""
	c.base = u
	return c, nil
}

// Close drops idle connections; a Shared transport keeps its own.
func (c *Client) Close() error {
	if c.cfg.Shared == nil {
		c.net.Close()
	}
	return nil
}
