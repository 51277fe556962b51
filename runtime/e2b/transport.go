package e2b

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// TransportConfig says how the network is reached. Its zero value goes
// straight to every host and trusts the system's certificates.
type TransportConfig struct {
	// Proxy chooses a proxy, as http.Transport's field does; nil means none.
	// Connections to a Dial never use one.
	Proxy func(*http.Request) (*url.URL, error)
	// RootCAs is called at the first TLS connection, not before: a system's
	// pool takes milliseconds to load. nil means the system's.
	RootCAs func() (*x509.CertPool, error)
	// Allow is the network policy: asked before any name is resolved, for
	// every request and every hop of a redirect, with the URL's host, and for
	// a Dial's host besides. An *api.Error is passed on as it is.
	Allow func(host string, port int) error
	// AllowSandbox is asked instead for requests to sandboxes, whose addresses a
	// backend reports; nil means Allow.
	AllowSandbox func(host string, port int) error
}

// Transport owns the connections of any number of clients. Nothing is built
// before it is used.
type Transport struct {
	cfg   TransportConfig
	mu    sync.Mutex
	built map[route]*http.Transport
}

// route is what tells one pool of connections from another.
type route struct {
	dial  Dial
	http1 bool // streams: each has its own connection, and leaving closes it
	tls   bool
}

// NewTransport makes a transport.
func NewTransport(cfg TransportConfig) *Transport {
	return &Transport{cfg: cfg, built: map[route]*http.Transport{}}
}

// Close drops idle connections.
func (t *Transport) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, tr := range t.built {
		tr.CloseIdleConnections()
	}
}

// via is the http.RoundTripper of one route.
type via struct {
	t       *Transport
	r       route
	sandbox bool // the address is a sandbox's
}

// RoundTrip asks the policy, then sends.
func (v via) RoundTrip(req *http.Request) (*http.Response, error) {
	tr, err := v.prepare(req)
	if err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	return tr.RoundTrip(req)
}

func (v via) prepare(req *http.Request) (*http.Transport, error) {
	if err := v.allowed(req.URL); err != nil {
		return nil, err
	}
	r := v.r
	r.tls = req.URL.Scheme == "https" || v.t.proxyIsTLS(r, req)
	return v.t.get(r)
}

// refused is an answer of the network policy.
type refused struct{ err error }

// Error is the policy's text.
func (r refused) Error() string { return r.err.Error() }

// Unwrap is the policy's error.
func (r refused) Unwrap() error { return r.err }

func (v via) allowed(u *url.URL) error {
	ask := v.t.cfg.Allow
	if v.sandbox && v.t.cfg.AllowSandbox != nil {
		ask = v.t.cfg.AllowSandbox
	}
	if ask == nil {
		return nil
	}
	if err := ask(u.Hostname(), portOf(u)); err != nil {
		return refused{err}
	}
	if v.r.dial.Host == "" {
		return nil
	}
	if err := ask(v.r.dial.Host, v.r.dial.Port); err != nil {
		return refused{err}
	}
	return nil
}

func portOf(u *url.URL) int {
	if n, err := strconv.Atoi(u.Port()); err == nil {
		return n
	}
	if u.Scheme == "https" {
		return 443
	}
	return 80
}

func (t *Transport) proxyIsTLS(r route, req *http.Request) bool {
	if t.cfg.Proxy == nil || r.dial.Host != "" {
		return false
	}
	u, err := t.cfg.Proxy(req)
	return err == nil && u != nil && u.Scheme == "https"
}

func (t *Transport) get(r route) (*http.Transport, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if tr := t.built[r]; tr != nil {
		return tr, nil
	}
	tr, err := t.build(r)
	if err == nil {
		t.built[r] = tr
	}
	return tr, err
}

func (t *Transport) build(r route) (*http.Transport, error) {
	dialer := &net.Dialer{Timeout: 15 * time.Second}
	tr := &http.Transport{
		Proxy:               t.cfg.Proxy,
		MaxIdleConnsPerHost: 16,
		IdleConnTimeout:     30 * time.Second,
		TLSHandshakeTimeout: 15 * time.Second,
		ForceAttemptHTTP2:   !r.http1,
		// A dead HTTP/2 connection is noticed even while a stream is silent.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 30 * time.Second, PingTimeout: 15 * time.Second},
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, localhost(addr))
		},
	}
	if r.dial.Host != "" {
		to := net.JoinHostPort(r.dial.Host, strconv.Itoa(r.dial.Port))
		tr.Proxy = nil
		tr.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, to)
		}
	}
	return tr, t.trust(tr, r)
}

func (t *Transport) trust(tr *http.Transport, r route) error {
	tr.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	if r.http1 {
		tr.TLSClientConfig.NextProtos = []string{"http/1.1"}
	}
	if !r.tls || t.cfg.RootCAs == nil {
		return nil
	}
	pool, err := t.cfg.RootCAs()
	if err != nil {
		var e *api.Error
		if errors.As(err, &e) {
			return e
		}
		return api.Errorf(api.CodeConfig, "the certificate authorities cannot be loaded").Because(err)
	}
	tr.TLSClientConfig.RootCAs = pool
	return nil
}

// localhost sends names below localhost to this machine, as RFC 6761 says; a
// resolver without help from the system does not know them.
func localhost(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err == nil && strings.HasSuffix(host, ".localhost") {
		return net.JoinHostPort("localhost", port)
	}
	return addr
}
