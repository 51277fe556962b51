package provider_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/provider"
)

// backend counts what reaches it; /away redirects to where it is told.
type backend struct {
	*httptest.Server
	seen atomic.Int32
	away string
}

func newBackend(t *testing.T) *backend {
	b := &backend{}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.seen.Add(1)
		if r.URL.Path == "/away" {
			http.Redirect(w, r, b.away, http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write([]byte(`{"entry":{"name":"/","path":"/"},"sandboxID":"sb","templateID":"base","envdUrl":"http://sb.nowhere.invalid","envdAccessToken":"token"}`))
	}))
	t.Cleanup(b.Close)
	return b
}

// elsewhere is the same server by a name that nobody named: whoever reaches
// it is counted.
func (b *backend) elsewhere() string { return strings.Replace(b.URL, "127.0.0.1", "localhost", 1) }

// reaching is a provider of testdata/reach.js whose user gave b's address.
func reaching(t *testing.T, b *backend, change func(*api.Linked, map[string]any)) api.Provider {
	t.Helper()
	l := nodeProvider(t, "reach")
	values := map[string]any{"api_key": "key", "base_url": b.URL, "domain": "sandboxes.example.net"}
	if change != nil {
		change(&l, values)
	}
	o := provider.Options{Guest: server.InProcess}
	o.Values.Options = values
	return open(t, l, o)
}

// isRefused holds that nothing was sent and that the error names the cure.
func isRefused(t *testing.T, b *backend, what string, err error, line string) {
	t.Helper()
	if api.CodeOf(err) != api.CodeProvider || !strings.Contains(err.Error(), "[security] network") || !strings.Contains(err.Error(), line) {
		t.Errorf("%s: %v", what, err)
	}
	if n := b.seen.Swap(0); n != 0 {
		t.Errorf("%s: %d requests arrived", what, n)
	}
}

func TestFetchReachesOnlyWhatWasNamed(t *testing.T) {
	b := newBackend(t)
	p := reaching(t, b, func(l *api.Linked, _ map[string]any) {
		l.Descriptor.Security.Network = []string{"api.example.com"}
	})
	if _, err := p.GetInfo(t.Context(), b.URL+"/x"); err != nil {
		t.Errorf("the user's own address: %v", err)
	}
	b.seen.Store(0)
	_, err := p.GetInfo(t.Context(), b.elsewhere())
	isRefused(t, b, "another host", err, `network = ["api.example.com", "localhost"]`)
	// A name that does not exist: its resolution would fail with another code.
	_, err = p.GetInfo(t.Context(), "https://evil.invalid/?k=v")
	isRefused(t, b, "a host without address", err, `"evil.invalid"`)
	_, err = p.List(t.Context(), api.ListRequest{})
	isRefused(t, b, "a second client", err, `"localhost"`)
}

func TestRedirectsAreHeldToThePolicy(t *testing.T) {
	b := newBackend(t)
	p := reaching(t, b, nil)
	b.away = b.elsewhere() + "/there"
	_, err := p.GetInfo(t.Context(), b.URL+"/away")
	if n := b.seen.Swap(0); n != 1 {
		t.Errorf("%d requests arrived, want that of the first hop", n)
	}
	isRefused(t, b, "a redirect", err, `"localhost"`)
	b.away = b.URL + "/there"
	if info, err := p.GetInfo(t.Context(), b.URL+"/away"); err != nil || info.Template != b.away {
		t.Errorf("a redirect to the same host: %v, %v", info, err)
	}
}

// TestReportedAddress: where a backend says that a sandbox is counts where it
// lies below what was declared.
func TestReportedAddress(t *testing.T) {
	b := newBackend(t)
	for address, reached := range map[string]bool{
		b.URL:         true, // beside the control plane
		b.elsewhere(): true, // declared
		strings.Replace(b.elsewhere(), "localhost", "sb.localhost", 1): true, // below a declared name
		"http://sb.nowhere.invalid":                                    false,
		"http://127.0.0.2:1":                                           false,
	} {
		p := reaching(t, b, func(l *api.Linked, _ map[string]any) { l.Descriptor.Security.Network = []string{"localhost"} })
		if _, err := p.Connect(t.Context(), address); err != nil {
			t.Fatal(err)
		}
		b.seen.Store(0)
		_, err := p.Stat(t.Context(), "sb", "/") // by JavaScript
		_, direct := p.ListDir(t.Context(), "sb", "/")
		if reached {
			if err != nil || direct != nil || b.seen.Load() < 2 {
				t.Errorf("%s: %v, %v, %d requests", address, err, direct, b.seen.Load())
			}
			continue
		}
		isRefused(t, b, address+" by JavaScript", err, `network = ["localhost", "`)
		isRefused(t, b, address, direct, `network = ["localhost", "`)
	}
}

// TestBeforeTheEndpointIsKnown: while buildInfra runs there is only what was
// declared or given.
func TestBeforeTheEndpointIsKnown(t *testing.T) {
	b := newBackend(t)
	p := reaching(t, b, func(_ *api.Linked, values map[string]any) { values["dial"] = b.elsewhere() })
	_, err := p.GetInfo(t.Context(), b.URL)
	isRefused(t, b, "an early request", err, `"localhost"`)
	p = reaching(t, b, func(_ *api.Linked, values map[string]any) { values["dial"] = b.URL })
	if _, err := p.GetInfo(t.Context(), b.URL); err != nil || b.seen.Load() != 2 {
		t.Errorf("%v, %d requests", err, b.seen.Load())
	}
}

func TestOpenNetwork(t *testing.T) {
	b := newBackend(t)
	p := reaching(t, b, func(l *api.Linked, _ map[string]any) { l.Settings.OpenNetwork = true })
	if _, err := p.GetInfo(t.Context(), b.elsewhere()); err != nil {
		t.Error(err)
	}
}

func TestRestProviderIsHeldToo(t *testing.T) {
	b := newBackend(t)
	l := api.Linked{Descriptor: &api.Descriptor{
		ID: "rest-cloud", Kind: api.KindREST, Features: api.Features(),
		Fields:   []api.Field{{Key: "api_key", Type: "string", Secret: true}},
		Endpoint: &api.Endpoint{BaseURL: b.URL, Domain: "127.0.0.1"},
		Security: api.Security{Network: []string{"api.example.com"}},
	}}
	o := provider.Options{}
	o.Values.Options = map[string]any{"api_key": "key"}
	p := open(t, l, o)
	if _, err := p.GetInfo(t.Context(), "sb"); err != nil {
		t.Fatal(err)
	}
	b.seen.Store(0)
	_, err := p.ListDir(t.Context(), "sb", "/")
	isRefused(t, b, "a reported address", err, `network = ["api.example.com", "*.nowhere.invalid"]`)
}
