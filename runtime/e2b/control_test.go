package e2b

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/google/go-cmp/cmp"
)

const testKey = "e2b_0123456789abcdef"

// newControl makes a client of a control plane that h plays.
func newControl(t *testing.T, h http.HandlerFunc, change ...func(*Config)) *Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return clientOf(t, s.URL, change...)
}

func clientOf(t *testing.T, address string, change ...func(*Config)) *Client {
	t.Helper()
	cfg := Config{
		BaseURL: address, Domain: "example.app", Timeout: 5 * time.Second,
		Headers: func(context.Context) (http.Header, error) { return http.Header{"X-API-Key": {testKey}}, nil },
	}
	for _, f := range change {
		f(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func answer(w http.ResponseWriter, status int, body string) {
	w.WriteHeader(status)
	io.WriteString(w, body)
}

func TestCreate(t *testing.T) {
	var got map[string]any
	c := newControl(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method+" "+r.RequestURI+" "+r.Header.Get("X-API-Key") != "POST /sandboxes "+testKey {
			t.Errorf("got %s %s %v", r.Method, r.RequestURI, r.Header)
		}
		got = nil
		json.NewDecoder(r.Body).Decode(&got)
		answer(w, 201, `{"templateID":"base","sandboxID":"i1","clientID":"c","envdVersion":"0.6.13","envdAccessToken":"tok","domain":null}`)
	})
	info, err := c.Create(context.Background(), api.CreateRequest{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"templateID": "base", "timeout": 300., "autoPause": false, "metadata": map[string]any{}, "envVars": map[string]any{}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&api.SandboxInfo{ID: "i1", Template: "base", Status: "running", EnvdToken: api.NewSecret("tok"),
		EnvdVersion: "0.6.13", Metadata: map[string]string{}}, info); diff != "" {
		t.Error(diff)
	}
	two, yes, gpu := 2, true, "A10"
	_, err = c.Create(context.Background(), api.CreateRequest{Template: "<t>", Timeout: 1500 * time.Millisecond,
		Metadata: map[string]string{"k": "v"}, Envs: map[string]string{"E": "1"}, CPU: &two, Memory: &two, Disk: &two,
		GPU: &gpu, Secure: &yes, AutoPause: true})
	want = map[string]any{"templateID": "<t>", "timeout": 2., "autoPause": true, "metadata": map[string]any{"k": "v"},
		"envVars": map[string]any{"E": "1"}, "cpuCount": 2., "memoryMB": 2., "diskSizeMB": 2., "gpu": "A10", "secure": true}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// A create whose answer was lost may have made a sandbox: one request, on a
// fresh connection and on a kept one, also where a header makes net/http
// believe that it may be sent again.
func TestLostCreateIsSentOnce(t *testing.T) {
	for _, kept := range []bool{false, true} {
		var creates atomic.Int32
		c := clientOf(t, dropping(t, &creates), func(cfg *Config) {
			cfg.PlatformHeaders = http.Header{"Idempotency-Key": {"1"}}
		})
		if kept {
			if _, err := c.GetInfo(context.Background(), "a"); err != nil {
				t.Fatal(err)
			}
		}
		_, err := c.Create(context.Background(), api.CreateRequest{})
		wantCode(t, err, api.CodeNetwork)
		wantCode(t, c.Pause(context.Background(), "a"), api.CodeNetwork) // a POST without a body
		if n := creates.Load(); n != 2 {
			t.Errorf("kept %v: the server saw %d POSTs, want 2", kept, n)
		}
	}
}

// dropping answers GETs on connections that it keeps, and closes at a POST
// without an answer.
func dropping(t *testing.T, posts *atomic.Int32) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	serve := func(conn net.Conn) {
		defer conn.Close()
		r := bufio.NewReader(conn)
		for {
			req, err := http.ReadRequest(r)
			if err != nil {
				return
			}
			io.Copy(io.Discard, req.Body)
			if req.Method == http.MethodPost {
				posts.Add(1)
				return
			}
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 19\r\n\r\n{\"sandboxID\":\"abc\"}")
		}
	}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go serve(conn)
		}
	}()
	return "http://" + l.Addr().String()
}

func TestWhatIsRepeated(t *testing.T) {
	for _, tt := range []struct {
		name  string
		call  func(c *Client) error
		path  string
		tries int32
	}{
		{"a read", func(c *Client) error { _, err := c.GetInfo(context.Background(), "a"); return err }, "/sandboxes/a", 3},
		{"a create", func(c *Client) error { _, err := c.Create(context.Background(), api.CreateRequest{}); return err }, "/sandboxes", 1},
		{"a kill", func(c *Client) error { return c.Kill(context.Background(), "a") }, "/sandboxes/a", 1},
		{"a change", func(c *Client) error { return c.SetTimeout(context.Background(), "a", 5) }, "/sandboxes/a/timeout", 1},
	} {
		for _, status := range []int{429, 502, 503, 504, 500} {
			var tries atomic.Int32
			c := newControl(t, func(w http.ResponseWriter, r *http.Request) {
				tries.Add(1)
				if r.URL.Path != tt.path {
					t.Errorf("%s went to %s", tt.name, r.URL.Path)
				}
				w.Header().Set("Retry-After", "0")
				answer(w, status, `{"code":0,"message":"busy"}`)
			})
			want := tt.tries
			if status == 500 {
				want = 1
			}
			if err := tt.call(c); err == nil || tries.Load() != want {
				t.Errorf("%s, HTTP %d: %d tries, want %d; %v", tt.name, status, tries.Load(), want, err)
			}
		}
	}
}

func TestRetryAfterIsObeyed(t *testing.T) {
	var first, second time.Time
	c := newControl(t, func(w http.ResponseWriter, _ *http.Request) {
		if first.IsZero() {
			first = time.Now()
			w.Header().Set("Retry-After", "1")
			answer(w, 429, `{"code":429,"message":"slow down"}`)
			return
		}
		second = time.Now()
		answer(w, 200, `{"sandboxID":"a"}`)
	})
	if _, err := c.GetInfo(context.Background(), "a"); err != nil || second.Sub(first) < time.Second {
		t.Errorf("%v after %s", err, second.Sub(first))
	}
	var tries atomic.Int32
	c = newControl(t, func(w http.ResponseWriter, _ *http.Request) {
		tries.Add(1)
		w.Header().Set("Retry-After", "3600")
		answer(w, 429, `{"code":429,"message":"slow down"}`)
	})
	_, err := c.GetInfo(context.Background(), "a") // an hour is not waited for, nor shortened
	wantCode(t, err, api.CodeQuotaExceeded)
	if tries.Load() != 1 || !strings.HasSuffix(err.Error(), "try again after 3600 s") {
		t.Errorf("%d tries: %v", tries.Load(), err)
	}
}

func TestBrokenReadIsRepeated(t *testing.T) {
	var tries atomic.Int32
	c := newControl(t, func(w http.ResponseWriter, _ *http.Request) {
		if tries.Add(1) == 1 {
			panic(http.ErrAbortHandler)
		}
		answer(w, 200, `{"sandboxID":"a"}`)
	})
	if _, err := c.GetInfo(context.Background(), "a"); err != nil || tries.Load() != 2 {
		t.Errorf("%d tries: %v", tries.Load(), err)
	}
}

func TestRefreshAfter401(t *testing.T) {
	var key atomic.Value
	key.Store("old-key")
	var posts, refreshes atomic.Int32
	c := newControl(t, func(w http.ResponseWriter, r *http.Request) {
		posts.Add(1)
		if r.Header.Get("X-Api-Key") != "new-key" {
			answer(w, 401, `{"code":401,"message":"expired: `+r.Header.Get("X-Api-Key")+`"}`)
			return
		}
		answer(w, 201, `{"sandboxID":"a"}`)
	}, func(cfg *Config) {
		cfg.Headers = func(context.Context) (http.Header, error) {
			return http.Header{"X-API-Key": {key.Load().(string)}}, nil
		}
		cfg.Refresh = func(context.Context) error { refreshes.Add(1); key.Store("new-key"); return nil }
	})
	if _, err := c.Create(context.Background(), api.CreateRequest{}); err != nil || posts.Load() != 2 || refreshes.Load() != 1 {
		t.Errorf("%v after %d requests", err, posts.Load())
	}
	key.Store("bad-key")
	c.cfg.Refresh = func(context.Context) error { return nil }
	_, err := c.Create(context.Background(), api.CreateRequest{})
	wantCode(t, err, api.CodeInvalidAPIKey)
	if posts.Load() != 4 || strings.Contains(err.Error(), "bad-key") {
		t.Errorf("after %d requests: %v", posts.Load(), err)
	}
}

func TestStatusesOfTheControlPlane(t *testing.T) {
	ctx := context.Background()
	create := func(c *Client) error { _, err := c.Create(ctx, api.CreateRequest{Template: "tpl"}); return err }
	kill := func(c *Client) error { return c.Kill(ctx, "gone") }
	list := func(c *Client) error { _, err := c.List(ctx, api.ListRequest{}); return err }
	raw := func(c *Client) error { _, err := c.PlatformRequest(ctx, Request{Path: "/templates/x"}); return err }
	for _, tt := range []struct {
		name   string
		call   func(*Client) error
		status int
		body   string
		want   string
	}{
		{"create", create, 401, `{"code":401,"message":"no"}`, "[E1001] the control plane rejected the key (HTTP 401): no"},
		{"create", create, 403, `{"code":403,"message":"no"}`, "[E1000] the control plane refused access (HTTP 403): no"},
		{"create", create, 404, `{"code":404,"message":"template 'tpl' not found"}`, `[E2001] template "tpl" was not found: template 'tpl' not found`},
		{"create", create, 429, `{"code":429,"message":"you have reached the maximum"}`, "[E2002] the backend's limit is reached (HTTP 429): you have reached the maximum"},
		{"create", create, 400, `{"code":400,"message":"bad"}`, "[E2000] the sandbox was not created (HTTP 400): bad"},
		{"create", create, 502, `<html>upstream</html>`, "[E2000] the sandbox was not created (HTTP 502)"},
		{"create", create, 503, `{"code":503,"message":"no capacity"}`, "[E2000] the sandbox was not created (HTTP 503): no capacity"},
		{"create", create, 200, `{"hello":1}`, "[E2000] the control plane's answer to a create names no sandbox"},
		{"create", create, 200, `<html>`, "[E2000] the control plane's answer to a create names no sandbox"},
		{"kill", kill, 404, `{"code":404,"message":"x"}`, `[E2009] sandbox "gone" was not found`},
		{"kill", kill, 500, `{"code":500,"message":"oops"}`, "[E8000] the control plane answered HTTP 500: oops"},
		{"kill", kill, 301, ``, "[E8000] the control plane answered with a redirect (HTTP 301)"},
		{"kill", kill, 422, `{"detail":[{"msg":"x"}]}`, `[E8000] the control plane answered HTTP 422: [{"msg":"x"}]`},
		{"kill", kill, 200, "\n <!doctype html><title>Log in</title>", "[E8000] the control plane answered with a web page"},
		{"list", list, 200, `<html></html>`, "[E8000] the control plane answered with a web page"},
		{"raw", raw, 404, `nothing here`, "[E8005] the control plane does not know this: nothing here"},
	} {
		c := newControl(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, tt.status, tt.body) })
		err := tt.call(c)
		if err == nil || strings.Split(err.Error(), "\n")[0] != tt.want {
			t.Errorf("%s, HTTP %d: got %v\nwant %s", tt.name, tt.status, err, tt.want)
		}
		var status *StatusError
		if tt.status >= 300 && (!errors.As(err, &status) || status.Status != tt.status) {
			t.Errorf("%s, HTTP %d: the status is not in %v", tt.name, tt.status, err)
		}
	}
}

func TestIsRunning(t *testing.T) {
	c := newControl(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/sandboxes/up":
			answer(w, 200, `{"sandboxID":"up","state":"running"}`)
		case "/sandboxes/paused":
			answer(w, 200, `{"sandboxID":"paused","state":"paused"}`)
		case "/sandboxes/gone":
			answer(w, 404, `{}`)
		default:
			answer(w, 500, `{}`)
		}
	})
	for id, want := range map[string]bool{"up": true, "paused": false, "gone": false} {
		if got, err := c.IsRunning(context.Background(), id); got != want || err != nil {
			t.Errorf("%s: %v %v", id, got, err)
		}
	}
	_, err := c.IsRunning(context.Background(), "broken")
	wantCode(t, err, api.CodeProvider)
}

func TestIDsThatLeadElsewhere(t *testing.T) {
	c := newControl(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s was asked", r.RequestURI) })
	for _, id := range []string{"", ".", "..", "a/b", "a?b", "a b", "x@evil.com", "a\r\nb", "ä"} {
		_, err := c.GetInfo(context.Background(), id)
		wantCode(t, err, api.CodeSandboxNotFound)
		_, err = c.EnvdURL(api.Target{SandboxID: id})
		wantCode(t, err, api.CodeSandboxNotFound)
	}
}

func TestKeysThatNoHeaderCarries(t *testing.T) {
	c := newControl(t, func(http.ResponseWriter, *http.Request) { t.Error("it was sent") }, func(cfg *Config) {
		cfg.Headers = func(context.Context) (http.Header, error) { return http.Header{"X-API-Key": {"secret\nvalue"}}, nil }
	})
	_, err := c.GetInfo(context.Background(), "a")
	wantCode(t, err, api.CodeInvalidAPIKey)
	if strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

func TestBaseAddresses(t *testing.T) {
	for _, bad := range []string{"example.com", "ftp://x", "https://", "https://u:p@x", "https://x?a=1", "://"} {
		_, err := New(Config{BaseURL: bad})
		wantCode(t, err, api.CodeConfig)
	}
	var path string
	c := newControl(t, func(w http.ResponseWriter, r *http.Request) {
		path = r.URL.Path
		answer(w, 200, `{"sandboxID":"a"}`)
	}, func(cfg *Config) { cfg.BaseURL += "/kruise/api/" })
	if _, err := c.Connect(context.Background(), "a"); err != nil || path != "/kruise/api/sandboxes/a" {
		t.Errorf("%s %v", path, err)
	}
	none, _ := New(Config{})
	_, err := none.List(context.Background(), api.ListRequest{})
	wantCode(t, err, api.CodeConfig)
}
