package e2b

import (
	"context"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// tlsServer gives a server with a certificate for example.com, and what
// trusts it.
func tlsServer(t *testing.T, h http.HandlerFunc) (*Dial, func() (*x509.CertPool, error), *atomic.Int32) {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.EnableHTTP2 = true
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	var loaded atomic.Int32
	roots := func() (*x509.CertPool, error) {
		loaded.Add(1)
		pool := x509.NewCertPool()
		pool.AddCert(s.Certificate())
		return pool, nil
	}
	return dialOf(t, s.Listener.Addr()), roots, &loaded
}

func dialOf(t *testing.T, a net.Addr) *Dial {
	t.Helper()
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		t.Fatal(err)
	}
	n, _ := strconv.Atoi(port)
	return &Dial{Host: host, Port: n}
}

// TCP goes to the dial; URL, Host header and TLS server name stay the sandbox's.
func TestDialKeepsTheName(t *testing.T) {
	var host, name, proto string
	dial, roots, loaded := tlsServer(t, func(w http.ResponseWriter, r *http.Request) {
		host, name, proto = r.Host, r.TLS.ServerName, r.Proto
		answer(w, 200, `{"processes":[]}`)
	})
	var asked []string
	c, err := New(Config{
		Domain: "example.com", Dial: dial,
		Transport: TransportConfig{RootCAs: roots, Allow: func(h string, p int) error {
			asked = append(asked, h+":"+strconv.Itoa(p))
			return nil
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if loaded.Load() != 0 {
		t.Error("the certificates were loaded before they were needed")
	}
	// The certificate is for *.example.com, a name that only the sandbox's
	// address has: the handshake proves the server name.
	if _, err := c.ListProcesses(context.Background(), api.Target{SandboxID: "sb1", Token: "tok"}); err != nil {
		t.Fatal(err)
	}
	if host != "49983-sb1.example.com" || name != host || proto != "HTTP/2.0" || loaded.Load() != 1 {
		t.Errorf("host %q, name %q, %s, loaded %d times", host, name, proto, loaded.Load())
	}
	if want := []string{"49983-sb1.example.com:443", dial.Host + ":" + strconv.Itoa(dial.Port)}; !slices.Equal(asked, want) {
		t.Errorf("the policy was asked for %q", asked)
	}
}

func TestCertificateOfSomebodyElse(t *testing.T) {
	dial, _, _ := tlsServer(t, func(http.ResponseWriter, *http.Request) { t.Error("it was asked") })
	c, _ := New(Config{Domain: "example.com", Dial: dial})
	_, err := c.ListProcesses(context.Background(), api.Target{SandboxID: "secret-name", Token: "tok"})
	wantCode(t, err, api.CodeConnection)
	if strings.Contains(err.Error(), "secret-name") || !strings.Contains(err.Error(), "certificate") {
		t.Error(err)
	}
}

func TestPolicyIsAskedBeforeTheName(t *testing.T) {
	c := clientOf(t, "http://no.such.name.invalid", func(cfg *Config) {
		cfg.Transport.Allow = func(host string, port int) error {
			if host != "no.such.name.invalid" || port != 80 {
				t.Errorf("asked for %s %d", host, port)
			}
			return api.Errorf(api.CodeProvider, "not declared").With("add it to [security] network")
		}
	})
	_, err := c.GetInfo(context.Background(), "a")
	if err == nil || err.Error() != "[E8000] not declared\n  Suggestion: add it to [security] network" {
		t.Errorf("got %v", err)
	}
	c = clientOf(t, "http://x.invalid", func(cfg *Config) {
		cfg.Transport.Allow = func(string, int) error { return errors.New("plain\x1b[31m no") }
	})
	_, err = c.GetInfo(context.Background(), "a")
	if err == nil || err.Error() != "[E8000] plain [31m no" {
		t.Errorf("got %v", err)
	}
}

func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + l.Addr().String()
	l.Close()
	c := clientOf(t, address, func(cfg *Config) { cfg.EnvdAuth.AllowMissing = true })
	_, err = c.GetInfo(context.Background(), "a")
	wantCode(t, err, api.CodeConnection)
	_, err = c.Start(context.Background(), api.Target{SandboxID: "a", EnvdURL: address}, cat)
	wantCode(t, err, api.CodeConnection)
	if strings.Contains(err.Error(), "127.0.0.1") {
		t.Error(err)
	}
}

func TestSilentServer(t *testing.T) {
	held := make(chan struct{})
	c := newControl(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-held:
		case <-r.Context().Done():
		}
	})
	t.Cleanup(func() { close(held) })
	_, err := c.PlatformRequest(context.Background(), Request{Path: "/x", Timeout: 1})
	wantCode(t, err, api.CodeNetwork)
	ctx, cancel := context.WithTimeout(context.Background(), 1)
	defer cancel()
	_, err = c.GetInfo(ctx, "a")
	wantCode(t, err, api.CodeProviderTimeout)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the cause of %v is lost", err)
	}
}

// Redirects of the control plane are not followed: they would take the key along.
func TestKeyDoesNotFollowRedirects(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the other host was asked") }))
	defer other.Close()
	c := newControl(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	_, err := c.GetInfo(context.Background(), "a")
	wantCode(t, err, api.CodeProvider)
	_, err = c.Create(context.Background(), api.CreateRequest{})
	wantCode(t, err, api.CodeSandboxCreation)
}

func TestProxy(t *testing.T) {
	var seen string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.RequestURI
		answer(w, 200, `{"sandboxID":"a"}`)
	}))
	defer proxy.Close()
	c := clientOf(t, "http://api.invalid", func(cfg *Config) {
		cfg.Transport.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse(proxy.URL) }
	})
	if _, err := c.GetInfo(context.Background(), "a"); err != nil || seen != "http://api.invalid/sandboxes/a" {
		t.Errorf("%q %v", seen, err)
	}
	proxy.Close() // and what a user reads then
	for _, address := range []string{"http://api.invalid", "https://api.invalid"} {
		c := clientOf(t, address, func(cfg *Config) {
			cfg.Transport.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse(proxy.URL) }
		})
		_, err := c.GetInfo(context.Background(), "a")
		if want := "[E5001] the proxy in front of the control plane cannot be reached"; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestFetch(t *testing.T) {
	var other *httptest.Server
	var carried http.Header
	other = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		carried = r.Header
		body, _ := io.ReadAll(r.Body)
		answer(w, 200, r.Method+" "+string(body))
	}))
	defer other.Close()
	one := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		code, _ := strconv.Atoi(r.URL.Query().Get("code"))
		switch {
		case code == 0:
			body, _ := io.ReadAll(r.Body)
			answer(w, 200, r.Method+" "+string(body))
		case code == 310:
			http.Redirect(w, r, r.URL.String(), http.StatusFound)
		default:
			http.Redirect(w, r, strings.Replace(other.URL, "127.0.0.1", "localhost", 1)+"/there", code)
		}
	}))
	defer one.Close()
	denied := ""
	tr := NewTransport(TransportConfig{Allow: func(host string, _ int) error {
		if host == denied {
			return api.Errorf(api.CodeProvider, "denied")
		}
		return nil
	}})
	defer tr.Close()
	get := func(r FetchRequest) (string, *FetchResponse, error) {
		resp, err := tr.Fetch(context.Background(), r)
		if err != nil {
			return "", nil, err
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return string(b), resp, nil
	}
	body, resp, err := get(FetchRequest{Method: "POST", URL: one.URL, Body: strings.NewReader("hi"), Length: -1})
	if err != nil || body != "POST hi" || resp.Redirected {
		t.Errorf("%q %+v %v", body, resp, err)
	}
	secret := http.Header{"Authorization": {"Bearer x"}, "X-Own": {"1"}}
	body, resp, err = get(FetchRequest{Method: "POST", URL: one.URL + "?code=302", Header: secret, Body: strings.NewReader("hi"), Length: 2})
	if err != nil || body != "GET " || !resp.Redirected || !strings.HasSuffix(resp.URL, "/there") ||
		carried.Get("Authorization") != "" || carried.Get("X-Own") != "1" {
		t.Errorf("%q %+v %v %v", body, resp, err, carried)
	}
	_, _, err = get(FetchRequest{Method: "POST", URL: one.URL + "?code=307", Body: strings.NewReader("hi"), Length: 2})
	wantCode(t, err, api.CodeNetwork)
	_, resp, err = get(FetchRequest{URL: one.URL + "?code=302", Redirect: RedirectManual})
	if err != nil || resp.Status != 302 {
		t.Errorf("%+v %v", resp, err)
	}
	_, _, err = get(FetchRequest{URL: one.URL + "?code=302", Redirect: RedirectError})
	wantCode(t, err, api.CodeNetwork)
	_, _, err = get(FetchRequest{URL: one.URL + "?code=310"})
	wantCode(t, err, api.CodeNetwork)
	denied = "localhost"
	_, _, err = get(FetchRequest{URL: one.URL + "?code=302"})
	if err == nil || err.Error() != "[E8000] denied" {
		t.Errorf("a hop to a denied host gave %v", err)
	}
	for _, bad := range []FetchRequest{{URL: "file:///etc/passwd"}, {URL: "x"}, {URL: one.URL, Method: "A B"}, {URL: one.URL, Header: http.Header{"A": {"\n"}}}} {
		if _, _, err := get(bad); err == nil {
			t.Errorf("%+v was sent", bad)
		}
	}
}

func TestNamesBelowLocalhost(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(w, 200, `{}`) }))
	defer s.Close()
	port := strconv.Itoa(dialOf(t, s.Listener.Addr()).Port)
	c, _ := New(Config{Domain: "localhost:" + port})
	if _, err := c.ListProcesses(context.Background(), api.Target{SandboxID: "sb1", Token: "tok"}); err != nil {
		t.Error(err)
	}
}
