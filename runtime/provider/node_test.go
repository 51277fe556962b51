package provider_test

import (
	"crypto/x509"
	"slices"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
)

// TestWhichList holds the rule at the end of spec/kit.md.
func TestWhichList(t *testing.T) {
	for _, row := range []struct {
		overridden string
		v2         bool // the backend has it
		want       []string
		path       string
	}{
		{"none", true, nil, "/v2/sandboxes"},
		{"none", false, nil, "/sandboxes"},
		{"list", true, []string{"own list "}, "/sandboxes"},
		{"list_v2", true, []string{"own list_v2 "}, "/v2/sandboxes"},
		{"list_v2", false, []string{"own list_v2 "}, "/sandboxes"},
		{"list,list_v2", true, []string{"own list_v2 "}, "/v2/sandboxes"},
		{"list,list_v2", false, []string{"own list_v2 ", "own list "}, "/sandboxes"},
	} {
		t.Run(row.overridden, func(t *testing.T) {
			c := cloud.ForTest(t)
			if !row.v2 {
				c.Inject(cloud.Fault{Path: "/v2/sandboxes", Status: 404, Body: `{"code":404,"message":"no route"}`})
			}
			var log journal
			o := reachNode(c)
			o.Values.Options["dial"], o.Log = row.overridden, log.log
			p := open(t, nodeProvider(t, "lists"), o)
			if _, err := p.List(t.Context(), api.ListRequest{}); err != nil {
				t.Fatal(err)
			}
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
			isCalled(t, log.String(), row.want)
			if seen := c.Requests(); seen[len(seen)-1].Path != row.path {
				t.Errorf("asked %s, want %s", seen[len(seen)-1].Path, row.path)
			}
		})
	}
}

func isCalled(t *testing.T, log string, want []string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(log, w) {
			t.Errorf("%q was not called: %s", w, log)
		}
	}
	if n := strings.Count(log, "own "); n != len(want) {
		t.Errorf("%d calls, want %d: %s", n, len(want), log)
	}
}

func TestPagesOfAListInJavaScript(t *testing.T) {
	c := cloud.ForTest(t)
	o := reachNode(c)
	o.Values.Options["dial"] = "list_v2"
	p := open(t, nodeProvider(t, "lists"), o)
	want := []string{create(t, p), create(t, p), create(t, p)}
	var got []string
	req := api.ListRequest{Limit: 2}
	for {
		page, err := p.List(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range page.Sandboxes {
			got = append(got, s.ID)
		}
		if req.Cursor = page.Next; page.Next == "" {
			break
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("listed %v, want %v", got, want)
	}
}

// TestWorkBeforeBuildInfraReturns covers what JavaScript may do while it
// starts, an auth object of its own, envd_dial and envd_auth.
func TestWorkBeforeBuildInfraReturns(t *testing.T) {
	c := cloud.ForTest(t, cloud.Options{EnvdURL: cloud.None, Secure: cloud.SecureNever})
	var log journal
	o := reachNode(c)
	o.Log = log.log
	o.Values.Options["dial"] = strings.TrimPrefix(c.DataURL, "http://")
	o.Transport.RootCAs = func() (*x509.CertPool, error) { return c.RootCAs(), nil }
	p := open(t, nodeProvider(t, "early"), o)
	id := create(t, p)
	if out, _, _ := run(t, p, id, shell("echo hello")); out != "hello\n" {
		t.Errorf("%q", out)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"found 0 0 200", "refreshed"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is missing in the log:\n%s", want, log.String())
		}
	}
	seen := c.Requests()
	last := seen[len(seen)-1]
	if last.Plane != "data" || last.Host != "49983-"+id+"."+c.Domain || last.Header.Get("X-Access-Token") != "" || last.Header.Get("X-API-Key") != "" {
		t.Errorf("the command went to %s %s with %v", last.Plane, last.Host, last.Header)
	}
	if n := c.Count("POST", "/sandboxes"); n != 2 {
		t.Errorf("%d creates, want one refused and one", n)
	}
}

func TestFailedBuildInfraIsEveryAnswer(t *testing.T) {
	c := cloud.ForTest(t)
	p := open(t, nodeProvider(t, "broken"), reachNode(c))
	for range 2 {
		_, err := p.GetInfo(t.Context(), "x")
		if api.CodeOf(err) != api.CodeProvider || !strings.Contains(err.Error(), "no luck") {
			t.Errorf("%v", err)
		}
		if strings.Contains(err.Error(), c.Key) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("the error holds a key or a control character: %q", err)
		}
	}
	if _, err := p.Create(t.Context(), api.CreateRequest{}); err == nil || len(c.Requests()) != 0 {
		t.Errorf("%v, %v", err, c.Requests())
	}
}

// TestSecretsStayOutOfTheLog: a provider that logs its own key.
func TestSecretsStayOutOfTheLog(t *testing.T) {
	c := cloud.ForTest(t)
	var log journal
	o := reachNode(c)
	o.Log = log.log
	p := open(t, nodeProvider(t, "untouched"), o)
	create(t, p)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "starting with ****") || strings.Contains(log.String(), c.Key) {
		t.Errorf("logged %q", log.String())
	}
}

// TestCanary: the core key of another provider is given, is not inherited, and
// must not be seen anywhere.
func TestCanary(t *testing.T) {
	const canary = "canary-7b1f9f"
	c := cloud.ForTest(t)
	for _, l := range []api.Linked{restProvider(c), nodeProvider(t, "subclassed")} {
		var log journal
		o := reachNode(c)
		if l.Descriptor.Kind == api.KindREST {
			o = reach(c)
		}
		o.Log = log.log
		o.Values.Core = map[string]any{config.KeyAPIKey: canary}
		p := open(t, l, o)
		id := create(t, p)
		for _, m := range methods {
			if _, err := m.call(t.Context(), p, id); err != nil && strings.Contains(err.Error(), canary) {
				t.Error(err)
			}
		}
		if strings.Contains(log.String(), canary) {
			t.Errorf("%s logged it", l.Descriptor.ID)
		}
	}
	for _, r := range c.Requests() {
		for _, text := range append(slices.Concat(valuesOf(r.Header)...), r.Path, r.Query, string(r.Body)) {
			if strings.Contains(text, canary) {
				t.Errorf("%s %s carries it", r.Method, r.Path)
			}
		}
	}
}

func valuesOf(h map[string][]string) (out [][]string) {
	for _, v := range h {
		out = append(out, v)
	}
	return out
}
