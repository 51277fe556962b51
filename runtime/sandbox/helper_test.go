package sandbox_test

import (
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/provider"
	"github.com/abxgen/abxgen/runtime/sandbox"
)

// linked is a rest provider of a devcloud; with all features where none is
// named.
func linked(c *cloud.Cloud, features ...api.Feature) api.Linked {
	if features == nil {
		features = api.Features()
	}
	return api.Linked{Descriptor: &api.Descriptor{
		ID: "dev", Kind: api.KindREST, Features: features,
		Fields:    []api.Field{{Key: "api_key", Type: "string", Secret: true, Credential: true}},
		AuthAnyOf: [][]string{{"api_key"}},
		Endpoint:  &api.Endpoint{BaseURL: c.URL, Domain: c.Domain, Scheme: "header", Header: "X-API-Key"},
	}}
}

func options(c *cloud.Cloud) provider.Options {
	return provider.Options{Values: config.Resolved{Options: map[string]any{"api_key": c.Key}}}
}

// client opens a provider of a devcloud.
func client(t *testing.T, c *cloud.Cloud, features ...api.Feature) *sandbox.Client {
	t.Helper()
	p, err := provider.Open(t.Context(), linked(c, features...), options(c))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return sandbox.New(p)
}

// create makes a sandbox of a provider of a devcloud of its own.
func create(t *testing.T, features ...api.Feature) *sandbox.Sandbox {
	t.Helper()
	s, err := client(t, cloud.ForTest(t), features...).Create(t.Context(), api.CreateRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
