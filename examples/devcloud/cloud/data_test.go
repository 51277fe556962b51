package cloud

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// get asks a data plane.
func get(t *testing.T, client *http.Client, url, host string, header ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		req.Host = host
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// A loopback domain leads to the data plane by its name alone, over http and
// with the cloud's certificate over https.
func TestLoopbackDomain(t *testing.T) {
	c := ForTest(t, Options{Domain: Loopback})
	made := c.ask(t, "POST", "/sandboxes", `{"templateID":"base","timeout":60}`).object()
	if made["domain"] != c.Domain || c.Domain != strings.Replace(c.DataURL, "http://127.0.0.1", "localhost", 1) {
		t.Errorf("domain %q of %s, answered %q", c.Domain, c.DataURL, made["domain"])
	}
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: c.RootCAs()},
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) { // as of RFC 6761; not every resolver knows it
			_, port, _ := net.SplitHostPort(addr)
			return new(net.Dialer).DialContext(ctx, network, "127.0.0.1:"+port)
		},
	}}
	t.Cleanup(client.CloseIdleConnections)
	for _, scheme := range []string{"http", "https"} {
		address := fmt.Sprintf("%s://49983-%s.%s/health", scheme, made["sandboxID"], c.Domain)
		if status, body := get(t, client, address, ""); status != http.StatusNoContent {
			t.Errorf("%s: %d %s", scheme, status, body)
		}
	}
}

// Every way to a sandbox leads to its envd, and once it is killed to the
// proxy's 502.
func TestWays(t *testing.T) {
	c := ForTest(t)
	made := c.ask(t, "POST", "/sandboxes", `{"templateID":"base","timeout":60}`).object()
	id, domain, own := made["sandboxID"].(string), made["domain"].(string), made["envdUrl"].(string)
	if domain != c.Domain {
		t.Errorf("domain %q, want %q", domain, c.Domain)
	}
	secure := &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: c.RootCAs()},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, strings.TrimPrefix(c.DataURL, "http://"))
		},
	}}
	t.Cleanup(secure.CloseIdleConnections)
	name := "49983-" + id + "." + domain
	ways := map[string]func() (int, string){
		"envdUrl": func() (int, string) { return get(t, http.DefaultClient, own+"/health", "") },
		"host":    func() (int, string) { return get(t, http.DefaultClient, c.DataURL+"/health", name) },
		"headers": func() (int, string) {
			return get(t, http.DefaultClient, c.DataURL+"/health", "", "E2b-Sandbox-Id", id, "E2b-Sandbox-Port", "49983")
		},
		"sandbox.": func() (int, string) {
			return get(t, http.DefaultClient, c.DataURL+"/health", "sandbox."+domain, "E2b-Sandbox-Id", id)
		},
		"https": func() (int, string) { return get(t, secure, "https://"+name+"/health", "") },
	}
	for way, f := range ways {
		if status, body := f(); status != http.StatusNoContent {
			t.Errorf("%s: %d %s", way, status, body)
		}
	}
	if status, body := get(t, http.DefaultClient, own+"/init", ""); status != 404 {
		t.Errorf("/init in public: %d %s", status, body)
	}
	for _, request := range []string{"POST /sandboxes/" + id + "/pause", "DELETE /sandboxes/" + id} {
		method, path, _ := strings.Cut(request, " ")
		c.ask(t, method, path, "")
		for way, f := range ways {
			status, body := f()
			var got map[string]any
			if err := json.Unmarshal([]byte(body), &got); err != nil {
				t.Errorf("%s, %s: %d %q", way, request, status, body)
			}
			want := map[string]any{"sandboxId": id, "message": "The sandbox was not found", "code": 502.0}
			if d := cmp.Diff(want, got); status != 502 || d != "" {
				t.Errorf("%s, %s: %d %s", way, request, status, d)
			}
		}
	}
	if status, body := get(t, http.DefaultClient, c.DataURL+"/health", ""); status != 400 {
		t.Errorf("no sandbox named: %d %s", status, body)
	}
}

func TestPorts(t *testing.T) {
	c := ForTest(t)
	id := c.sandbox(t, `{"templateID":"base","timeout":60}`)
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "app at ", r.URL.Path) }))
	t.Cleanup(app.Close)
	_, port, _ := strings.Cut(app.Listener.Addr().String(), ":")
	if status, body := get(t, http.DefaultClient, c.DataURL+"/x", port+"-"+id+".any.test"); status != 200 || body != "app at /x" {
		t.Errorf("%d %q", status, body)
	}
	app.Close()
	status, body := get(t, http.DefaultClient, c.DataURL+"/x", port+"-"+id+".any.test")
	if want := "The sandbox is running but port is not open"; status != 502 || !strings.Contains(body, want) || !strings.Contains(body, port) {
		t.Errorf("%d %q", status, body)
	}
}

func TestAnswersAsOptionsSay(t *testing.T) {
	for _, tt := range []struct {
		o                  Options
		path, body         string
		token, url, shared bool
		domain             any
	}{
		{Options{}, "/sandboxes", "", true, true, false, DefaultDomain},
		{Options{Secure: SecureNever, EnvdURL: None, Domain: None}, "/v2/sandboxes", "", false, false, false, nil},
		{Options{Secure: SecureAsked, EnvdURL: EnvdURLShared, Domain: "x.test"}, "/sandboxes", "", false, true, true, "x.test"},
		{Options{Secure: SecureAsked}, "/sandboxes", `,"secure":true`, true, true, false, DefaultDomain},
		{Options{Secure: SecureAsked}, "/v2/sandboxes", "", true, true, false, DefaultDomain},
	} {
		c := ForTest(t, tt.o)
		got := c.ask(t, "POST", tt.path, `{"templateID":"base"`+tt.body+`}`).object()
		token, _ := got["envdAccessToken"].(string)
		url, _ := got["envdUrl"].(string)
		if (token != "") != tt.token || (url != "") != tt.url || (url == c.DataURL) != tt.shared || got["domain"] != tt.domain {
			t.Errorf("%+v %s: %v", tt.o, tt.path, got)
		}
	}
	if _, err := Start(Options{EnvdURL: "other"}); err == nil {
		t.Error("EnvdURL other was accepted")
	}
}

func TestFaults(t *testing.T) {
	c := ForTest(t)
	req, err := http.NewRequest("POST", c.URL+"/sandboxes", strings.NewReader(`{"templateID":"base"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-API-Key", c.Key)
	c.Inject(Fault{Method: "POST", Path: "/sandboxes", Times: 1, Drop: true})
	if res, err := http.DefaultClient.Do(req); err == nil {
		res.Body.Close()
		t.Errorf("the dropped answer came: %d", res.StatusCode)
	}
	if c.Running() != 1 || c.Count("POST", "/sandboxes") != 1 {
		t.Errorf("%d run, %d creates", c.Running(), c.Count("POST", "/sandboxes"))
	}
	c.Inject(Fault{Path: "/sandboxes", Times: 1, Status: 429, Header: http.Header{"Retry-After": {"1"}}, Body: `{"code":429}`})
	if a := c.ask(t, "GET", "/sandboxes", ""); a.status != 429 || a.header.Get("Retry-After") != "1" {
		t.Errorf("%d %v", a.status, a.header)
	}
	c.Inject(Fault{Path: "/sandboxes", Times: 1, Cut: 5})
	req.Method, req.Body, req.ContentLength = "GET", nil, 0
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err := io.ReadAll(res.Body); err == nil || len(body) != 5 {
		t.Errorf("%q, %v", body, err)
	}
	if a := c.ask(t, "GET", "/sandboxes", ""); a.status != 200 {
		t.Errorf("after the faults: %d", a.status)
	}
	last := c.Requests()[len(c.Requests())-1]
	if last.Plane != "control" || last.Method != "GET" || last.Path != "/sandboxes" || last.Header.Get("X-API-Key") != c.Key {
		t.Errorf("%+v", last)
	}
}
