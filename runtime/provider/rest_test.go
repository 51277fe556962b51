package provider_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/provider"
)

func TestRoundTrip(t *testing.T) {
	c := cloud.ForTest(t)
	for name, p := range map[string]api.Provider{
		"rest":       open(t, restProvider(c), reach(c)),
		"untouched":  open(t, nodeProvider(t, "untouched"), reachNode(c)),
		"subclassed": open(t, nodeProvider(t, "subclassed"), reachNode(c)),
		"plain":      open(t, nodeProvider(t, "plain"), reachNode(c)),
	} {
		t.Run(name, func(t *testing.T) { roundTrip(t, p) })
	}
}

// roundTrip is a sandbox's whole life.
func roundTrip(t *testing.T, p api.Provider) {
	t.Helper()
	ctx := t.Context()
	s, err := p.Create(ctx, api.CreateRequest{Metadata: map[string]string{"a": "b"}, Envs: map[string]string{"E": "e"}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Template != "base" || s.Status != api.StatusRunning {
		t.Errorf("created %+v", s)
	}
	if out, errs, exit := run(t, p, s.ID, shell("echo out $E; echo err >&2; exit 3")); out != "out e\n" || errs != "err\n" || exit.ExitCode != 3 {
		t.Errorf("%q, %q, %+v", out, errs, exit)
	}
	if err := p.Write(ctx, s.ID, "f", strings.NewReader("a\x00\xff<b")); err != nil {
		t.Fatal(err)
	}
	r, err := p.Read(ctx, s.ID, "f")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if data, err := io.ReadAll(r); string(data) != "a\x00\xff<b" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	page, err := p.List(ctx, api.ListRequest{})
	if err != nil || len(page.Sandboxes) != 1 || page.Sandboxes[0].Metadata["a"] != "b" {
		t.Errorf("%+v, %v", page, err)
	}
	if err := p.Kill(ctx, s.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := p.GetInfo(ctx, s.ID); !errors.Is(err, api.ErrSandboxNotFound) {
		t.Errorf("after the end: %v", err)
	}
}

func TestRESTNeedsAKey(t *testing.T) {
	l := restProvider(cloud.ForTest(t))
	l.Descriptor.AuthAnyOf = nil
	if _, err := provider.Open(t.Context(), l, provider.Options{}); api.CodeOf(err) != api.CodeInvalidAPIKey || !strings.Contains(err.Error(), "ABX_REST_CLOUD_API_KEY") {
		t.Error(err)
	}
	l.Descriptor.AuthAnyOf = [][]string{{"api_key"}}
	if _, err := provider.Open(t.Context(), l, provider.Options{}); api.CodeOf(err) != api.CodeMissingCredentials {
		t.Error(err)
	}
}

func TestRESTAuthentication(t *testing.T) {
	for scheme, want := range map[string][2]string{"bearer": {"Authorization", "Bearer "}, "header": {"X-Key", ""}} {
		c := cloud.ForTest(t)
		l := restProvider(c)
		l.Descriptor.Endpoint.Scheme, l.Descriptor.Endpoint.Header = scheme, "X-Key"
		l.Descriptor.Inherit = []string{config.KeyAPIKey}
		l.Descriptor.AuthAnyOf = nil
		p := open(t, l, provider.Options{Values: config.Resolved{Core: map[string]any{config.KeyAPIKey: c.Key}}})
		_, _ = p.GetInfo(t.Context(), "x") // what the cloud says of it is not the matter
		if got := c.Requests()[0].Header.Get(want[0]); got != want[1]+c.Key {
			t.Errorf("%s sent %q", scheme, got)
		}
	}
}

func TestKindsThatCannotRun(t *testing.T) {
	_, err := provider.Open(t.Context(), api.Linked{Descriptor: &api.Descriptor{ID: "p1", Kind: "python"}}, provider.Options{})
	if api.CodeOf(err) != api.CodeVersion {
		t.Error(err)
	}
	_, err = provider.Open(t.Context(), api.Linked{Descriptor: &api.Descriptor{ID: "p1", Kind: api.KindNode}}, provider.Options{})
	if api.CodeOf(err) != api.CodeProvider {
		t.Error(err)
	}
}
