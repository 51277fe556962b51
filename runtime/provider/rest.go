package provider

import (
	"context"
	"net/http"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/e2b"
)

// openREST makes a provider that its manifest describes wholly: no JavaScript.
func (p *provider) openREST() (api.Provider, error) {
	key := config.String(p.values.Options, "api_key")
	if key == "" {
		key = config.String(p.values.Core, config.KeyAPIKey)
	}
	if key == "" {
		err := api.Errorf(api.CodeInvalidAPIKey, "provider %q has no API key", p.d.ID)
		return nil, p.fail(err.With("set " + config.EnvName(p.d.ID, "api_key")))
	}
	p.redactor.Add(key)
	header := restHeader(p.d.Endpoint, strings.TrimSpace(key))
	baseURL, domain := config.String(p.values.Core, config.KeyBaseURL), config.String(p.values.Core, config.KeyDomain)
	p.policy.GiveEndpoint(baseURL, domain, "", 0)
	client, err := e2b.New(e2b.Config{
		BaseURL: baseURL, Domain: domain,
		Headers: func(context.Context) (http.Header, error) { return header, nil },
		Timeout: p.httpTimeout(), Shared: p.net, UserAgent: p.options.UserAgent,
	})
	if err != nil {
		return nil, p.fail(err)
	}
	p.fixed = &binding{clients: []*e2b.Client{client}, main: client, protocols: everyClass()}
	return p, nil
}

// restHeader carries the key as [endpoint] auth says: a bearer token unless
// the scheme is "header".
func restHeader(e *api.Endpoint, key string) http.Header {
	h := http.Header{}
	if e == nil || e.Scheme != "header" {
		h.Set("Authorization", "Bearer "+key)
		return h
	}
	name := e.Header
	if name == "" {
		name = "X-API-Key"
	}
	h.Set(name, key)
	return h
}
