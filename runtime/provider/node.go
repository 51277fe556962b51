package provider

import (
	"cmp"
	"context"
	"net/http"
	"sync"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/guest"
)

// openNode starts the guest in the background.
func (p *provider) openNode(ctx context.Context, linked api.Linked) (api.Provider, error) {
	if p.options.Guest == nil {
		return nil, p.fail(api.Errorf(api.CodeProvider, "provider %q needs a guest for its JavaScript, and this program gives none", p.d.ID))
	}
	boot := guest.Boot{
		Provider: p.d.ID, Bundle: linked.Bundle, SourceMap: linked.SourceMap,
		Options: p.values.Options, Core: p.inherited(), Limits: p.limits,
	}
	p.guest = guest.Open(context.WithoutCancel(ctx), p.options.Guest, boot, host{p})
	return p, nil
}

// binding is what buildInfra gave, ready to be called.
type binding struct {
	clients   []*e2b.Client
	main      *e2b.Client // for what no protocol says; nil where there is none
	protocols map[api.Class]guest.Protocol
}

// everyClass is a provider that overrides nothing.
func everyClass() map[api.Class]guest.Protocol {
	m := map[api.Class]guest.Protocol{}
	for _, class := range []api.Class{api.ClassSandbox, api.ClassProcess, api.ClassFilesystem, api.ClassCode} {
		m[class] = guest.Protocol{}
	}
	return m
}

// client gives client i, or the main one where i names none.
func (b *binding) client(i int) *e2b.Client {
	if i >= 0 && i < len(b.clients) {
		return b.clients[i]
	}
	return b.main
}

// bindings remembers the binding of the latest Infra: a restarted guest runs
// buildInfra again and may return another.
type bindings struct {
	mu    sync.Mutex
	infra *guest.Infra
	made  *binding
	err   error
}

// bind waits for buildInfra and gives what it returned; its failure is the
// answer of every call.
func (p *provider) bind(ctx context.Context) (*binding, error) {
	if p.fixed != nil {
		return p.fixed, nil
	}
	infra, err := p.guest.Infra(ctx)
	if err != nil {
		return nil, err
	}
	b := &p.bound
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.infra != infra {
		b.infra = infra
		b.made, b.err = p.bindInfra(infra)
	}
	return b.made, b.err
}

func (p *provider) bindInfra(infra *guest.Infra) (*binding, error) {
	b := &binding{protocols: map[api.Class]guest.Protocol{}}
	dial := guest.Dial{}
	if infra.EnvdDial != nil {
		dial = *infra.EnvdDial
	}
	p.policy.GiveEndpoint(infra.BaseURL, infra.Domain, dial.Host, dial.Port)
	for i := range infra.Clients {
		c, err := e2b.New(p.clientConfig(infra, i))
		if err != nil {
			return nil, err
		}
		b.clients = append(b.clients, c)
	}
	for class, protocol := range infra.Protocols {
		b.protocols[api.Class(class)] = protocol
	}
	b.main = b.client(infra.MainClient)
	if b.main == nil && len(b.clients) > 0 {
		b.main = b.clients[0]
	}
	return b, nil
}

func (p *provider) clientConfig(infra *guest.Infra, i int) e2b.Config {
	made := infra.Clients[i]
	for _, v := range made.AuthHeaders {
		p.redactor.Add(v)
	}
	c := e2b.Config{
		BaseURL: cmp.Or(made.BaseURL, infra.BaseURL), Domain: cmp.Or(made.Domain, infra.Domain),
		PlatformHeaders: headers(made.Headers),
		Headers:         p.authHeaders(made, i), Timeout: made.Timeout, Shared: p.net, UserAgent: p.options.UserAgent,
		EnvdAuth: e2b.EnvdAuth{AllowMissing: infra.EnvdAuth.AllowMissing, BasicUser: infra.EnvdAuth.BasicUser},
	}
	if c.Timeout <= 0 {
		c.Timeout = p.httpTimeout()
	}
	if d := infra.EnvdDial; d != nil {
		c.Dial = &e2b.Dial{Host: d.Host, Port: d.Port}
	}
	if made.AuthRefresh {
		c.Refresh = func(ctx context.Context) error { return p.guest.AuthRefresh(ctx, i) }
	}
	return c
}

// authHeaders gives the control plane's authentication: fixed, or asked of the
// author's own auth object for each request.
func (p *provider) authHeaders(made guest.HTTPClient, i int) func(context.Context) (http.Header, error) {
	if !made.AuthCallback {
		fixed := headers(made.AuthHeaders)
		return func(context.Context) (http.Header, error) { return fixed, nil }
	}
	return func(ctx context.Context) (http.Header, error) {
		got, err := p.guest.AuthHeaders(ctx, i)
		for _, v := range got {
			p.redactor.Note(v)
		}
		return headers(got), err
	}
}

func headers(m map[string]string) http.Header {
	h := http.Header{}
	for name, value := range m {
		h.Set(name, value)
	}
	return h
}
