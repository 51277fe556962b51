package provider_test

import (
	"compress/gzip"
	"context"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/provider"
)

// site is a server that fetch is tried against.
type site struct {
	*httptest.Server
	connections atomic.Int32
	gone        chan struct{} // a request to /hang was left
	seen        chan string   // what /stream was told to go on with
}

func newSite(t *testing.T, tls bool) *site {
	t.Helper()
	s := &site{gone: make(chan struct{}, 10), seen: make(chan string, 10)}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.connections.Add(1)
		}
	}
	if s.EnableHTTP2 = tls; tls {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s
}

func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/echo":
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s %s", r.Method, r.Proto, body)
	case "/bytes":
		body, _ := io.ReadAll(r.Body)
		_, _ = w.Write(body)
	case "/gzip":
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		fmt.Fprint(z, r.Header.Get("Accept-Encoding"), " squeezed é")
		z.Close()
	case "/hang":
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		if r.URL.RawQuery == "left" {
			s.gone <- struct{}{}
		}
	case "/stream":
		for _, part := range []string{"one", "two", "three"} {
			fmt.Fprint(w, part)
			w.(http.Flusher).Flush()
			select {
			case <-s.seen: // the next part comes when this one has arrived
			case <-r.Context().Done():
				return
			}
		}
	case "/seen":
		s.seen <- r.URL.RawQuery
	case "/cookies":
		w.Header().Add("Set-Cookie", "a=1")
		w.Header().Add("Set-Cookie", "b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT")
	case "/empty":
		w.WriteHeader(http.StatusNoContent)
	case "/to":
		code := http.StatusFound
		_, _ = fmt.Sscan(r.URL.Query().Get("code"), &code)
		w.Header().Set("Location", r.URL.Query().Get("u"))
		w.WriteHeader(code)
	case "/cut":
		w.Header().Set("Content-Length", "100")
		fmt.Fprint(w, "short")
	default:
		http.NotFound(w, r)
	}
}

// fetcher opens the provider that runs code against a site.
func fetcher(t *testing.T, s *site, change ...func(*provider.Options)) api.Provider {
	t.Helper()
	o := provider.Options{Guest: server.InProcess, Values: config.Resolved{Options: map[string]any{
		"api_key": "REPLACE_ME", "base_url": s.URL, "domain": "example.com",
	}}}
	for _, f := range change {
		f(&o)
	}
	return open(t, nodeProvider(t, "fetcher"), o)
}

func answer(t *testing.T, p api.Provider, code string) string {
	t.Helper()
	info, err := p.GetInfo(t.Context(), code)
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	return info.Template
}

// TestFetch is what a provider does with fetch, one line a story.
func TestFetch(t *testing.T) {
	s := newSite(t, false)
	p := fetcher(t, s)
	for _, row := range []struct{ code, want string }{
		{`return text(await fetch(base + "/echo", { method: "PUT", body: "é" }))`, `"200 false PUT HTTP/1.1 é"`},
		{`return text(await fetch(base + "/to?u=/echo"))`, `"200 true GET HTTP/1.1 "`},
		{`const r = await fetch(base + "/to?u=/echo"); return r.url === base + "/echo"`, `true`},
		{`return text(await fetch(base + "/to?code=303&u=/echo", { method: "POST", body: "x" }))`, `"200 true GET HTTP/1.1 "`},
		{`return text(await fetch(base + "/to?code=307&u=/echo", { method: "POST", body: "again" }))`, `"200 true POST HTTP/1.1 again"`},
		{`const r = await fetch(base + "/to?u=/echo", { redirect: "manual" }); return [r.status, r.headers.get("location")]`, `[302,"/echo"]`},
		{`return failed(fetch(base + "/to?u=/echo", { redirect: "error" }))`, `"NetworkError E5000 the server answered with a redirect, which the request forbids"`},
		{`return failed(fetch("http://127.0.0.1:1/")).then((m) => m.slice(0, 22))`, `"ConnectionError_ E5001"`},
		{`return text(await fetch(base + "/gzip"))`, `"200 false gzip squeezed é"`},
		{`const r = await fetch(base + "/cookies"); return r.headers.getSetCookie()`, `["a=1","b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT"]`},
		{`const r = await fetch(base + "/empty"); return [r.status, r.body, await r.text()]`, `[204,null,""]`},
		{`const r = await fetch(base + "/echo", { method: "HEAD" }); return [r.status, await r.text()]`, `[200,""]`},
		{`return [await failed(fetch(base + "/cut").then((r) => r.text()))].map((m) => m.startsWith("TypeError terminated"))`, `[true]`},
		{`return (await fetch(base + "/none")).ok`, `false`},
		{`const f = new FormData(); f.append("a", new Blob(["x"]), "n.txt"); const t = await (await fetch(base + "/echo", { method: "POST", body: f })).text(); return /filename="n.txt"/.test(t)`, `true`},
	} {
		if got := answer(t, p, row.code); got != row.want {
			t.Errorf("%s\n got %s\nwant %s", row.code, got, row.want)
		}
	}
}

// A request that is given up ends at the server too.
func TestFetchIsLeft(t *testing.T) {
	s := newSite(t, false)
	p := fetcher(t, s)
	// The time may be over before the server has seen anything.
	if got := answer(t, p, `return failed(fetch(base + "/hang", { signal: AbortSignal.timeout(20) }).then((r) => r.text()))`); got != `"TimeoutError 23 The operation was aborted due to timeout"` {
		t.Error(got)
	}
	for code, want := range map[string]string{
		`const c = new AbortController(); const r = await fetch(base + "/hang?left", { signal: c.signal });
			setTimeout(() => c.abort(new RangeError("enough"))); return failed(r.text())`: `"RangeError enough"`,
		`const r = await fetch(base + "/hang?left"); await r.body.cancel(); return r.bodyUsed`: `true`,
	} {
		if got := answer(t, p, code); got != want {
			t.Errorf("%s\n got %s\nwant %s", code, got, want)
		}
		<-s.gone
	}
}

// Bodies stream: a part is there before the next one is sent, and an upload's
// source is asked as it goes.
func TestFetchStreams(t *testing.T) {
	s := newSite(t, false)
	p := fetcher(t, s)
	got := answer(t, p, `const out = [], d = new TextDecoder(), r = (await fetch(base + "/stream")).body.getReader();
		for (;;) { const { value, done } = await r.read(); if (done) return out; out.push(d.decode(value)); await fetch(base + "/seen?" + out.length); }`)
	if got != `["one","two","three"]` {
		t.Error(got)
	}
	got = answer(t, p, `let n = 0; const body = new ReadableStream({ pull(c) { if (n === 3) return c.close(); c.enqueue(new TextEncoder().encode("part" + n++ + " ")); } });
		return text(await fetch(base + "/echo", { method: "POST", body, duplex: "half" }))`)
	if got != `"200 false POST HTTP/1.1 part0 part1 part2 "` {
		t.Error(got)
	}
	got = answer(t, p, `const body = new ReadableStream({ pull(c) { c.enqueue(new Uint8Array([120])); c.close(); } });
		return failed(fetch(base + "/to?code=307&u=/echo", { method: "POST", body, duplex: "half" }))`)
	if !strings.Contains(got, "its body was a stream and is gone") {
		t.Error(got)
	}
}

func TestFetchKeepsItsConnection(t *testing.T) {
	s := newSite(t, false)
	p := fetcher(t, s)
	answer(t, p, `for (let i = 0; i < 5; i++) await (await fetch(base + "/echo?" + i, { method: "POST", body: "x" })).text(); return 1`)
	if n := s.connections.Load(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

func TestFetchOverHTTP2(t *testing.T) {
	s := newSite(t, true)
	p := fetcher(t, s, func(o *provider.Options) {
		o.Transport.RootCAs = func() (*x509.CertPool, error) {
			pool := x509.NewCertPool()
			pool.AddCert(s.Certificate())
			return pool, nil
		}
	})
	if got := answer(t, p, `return text(await fetch(base + "/echo"))`); got != `"200 false GET HTTP/2.0 "` {
		t.Error(got)
	}
	if got := answer(t, fetcher(t, s), `return failed(fetch(base + "/echo"))`); !strings.Contains(got, "certificate") {
		t.Error(got)
	}
}

func TestFetchByProxy(t *testing.T) {
	s := newSite(t, false)
	var asked atomic.Value
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.URL.String())
		fmt.Fprint(w, "by proxy")
	}))
	defer proxy.Close()
	u, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	p := fetcher(t, s, func(o *provider.Options) { o.Transport.Proxy = http.ProxyURL(u) })
	if got := answer(t, p, `return text(await fetch(base + "/echo"))`); got != `"200 false by proxy"` || asked.Load() != s.URL+"/echo" {
		t.Errorf("%s, the proxy was asked for %v", got, asked.Load())
	}
}

// counted counts what crosses between core and guest.
type counted struct {
	io.ReadCloser
	io.WriteCloser
	n *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func (c counted) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return c.WriteCloser.Write(p)
}

func (c counted) Close() error {
	if c.ReadCloser != nil {
		return c.ReadCloser.Close()
	}
	return c.WriteCloser.Close()
}

// Bytes cross as they are: there and back, with no more than their frames.
func TestFetchMovesPlainBytes(t *testing.T) {
	s := newSite(t, false)
	var crossed atomic.Int64
	p := fetcher(t, s, func(o *provider.Options) {
		o.Guest = func(ctx context.Context) (*guest.Conn, error) {
			c, err := server.InProcess(ctx)
			if err == nil {
				c.R, c.W = counted{ReadCloser: c.R, n: &crossed}, counted{WriteCloser: c.W, n: &crossed}
			}
			return c, err
		}
	})
	answer(t, p, `return 1`)
	before := crossed.Load()
	got := answer(t, p, `const sent = new Uint8Array(1 << 18).map((_, i) => i * 7 ^ i >> 8); const r = await fetch(base + "/bytes", { method: "POST", body: sent });
		const back = new Uint8Array(await r.arrayBuffer()); return back.length === sent.length && back.every((b, i) => b === sent[i])`)
	if n := crossed.Load() - before; got != "true" || n > 2<<18+16<<10 {
		t.Errorf("%s, and %d bytes crossed for twice %d", got, n, 1<<18)
	}
}
