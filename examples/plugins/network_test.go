//go:build unix

package plugins

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/gen/ship"
	"github.com/abxgen/abxgen/runtime/testenv"
	"github.com/abxgen/abxgen/runtime/testenv/contract"
)

// A proxy leads to a cloud, whatever name it is asked for, and counts.
type proxy struct {
	*httptest.Server
	used atomic.Int64
}

func proxyTo(t *testing.T, c *cloud.Cloud) *proxy {
	t.Helper()
	to, err := url.Parse(c.URL)
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{}
	plain := httputil.NewSingleHostReverseProxy(to)
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.used.Add(1)
		if r.Method != http.MethodConnect {
			plain.ServeHTTP(w, r)
			return
		}
		tunnel(w, to.Host)
	}))
	t.Cleanup(p.Close)
	return p
}

func tunnel(w http.ResponseWriter, to string) {
	out, err := net.Dial("tcp", to)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer out.Close()
	in, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer in.Close()
	_, _ = io.WriteString(in, "HTTP/1.1 200 OK\r\n\r\n")
	go func() { _, _ = io.Copy(out, in); out.Close() }()
	_, _ = io.Copy(in, out)
}

// once creates a sandbox and ends it, through the published host.
const once = `
import asyncio, os, sys
from agent_sandbox import ProviderSandbox
async def main():
    sb = await ProviderSandbox.create(provider="e2b-compatible", template="base")
    await sb.kill()
    print("done")
asyncio.run(main())
`

// What a machine says of proxies and private authorities reaches the plugin
// through the host, since the shipped manifest names the variables.
func TestProxyAndPrivateAuthority(t *testing.T) {
	t.Parallel()
	testenv.Python(t, testenv.SDK)
	c := cloud.ForTest(t)
	authority := filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(authority, c.CertificatePEM(), 0o644); err != nil {
		t.Fatal(err)
	}
	p := proxyTo(t, c)
	for _, test := range []struct {
		name, base string
		env        map[string]string
		want       string // of stdout or stderr
		proxied    bool
	}{
		{"a proxy", "http://api." + cloud.DefaultDomain, map[string]string{"HTTP_PROXY": p.URL}, "done", true},
		{"a proxy in lower case, and an authority", "https://api." + cloud.DefaultDomain, map[string]string{"https_proxy": p.URL, "SSL_CERT_FILE": authority}, "done", true},
		{"an authority", strings.Replace(c.URL, "http:", "https:", 1), map[string]string{"SSL_CERT_FILE": authority, "HTTPS_PROXY": "http://127.0.0.1:9"}, "done", false},
		{"no authority", strings.Replace(c.URL, "http:", "https:", 1), nil, "certificate", false},
		{"a file that is none", strings.Replace(c.URL, "http:", "https:", 1), map[string]string{"SSL_CERT_FILE": os.DevNull}, "SSL_CERT_FILE", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := p.used.Load()
			h := contract.Install(t, contract.Request{
				Python: testenv.SDK, Folder: example(t, "e2b-compatible", ship.Plugin), Env: test.env,
				Options: map[string]string{"api_key": c.Key, "base_url": test.base},
			})
			said := h.Run(t, "-c", once)
			if !strings.Contains(said.Stdout+said.Stderr, test.want) || (p.used.Load() > before) != test.proxied {
				t.Errorf("%v\n%s%s", said.Err, said.Stdout, said.Stderr)
			}
		})
	}
}
