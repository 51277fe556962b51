package provider

import (
	"net/url"
	"strconv"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/network"
)

// policyOf makes the network policy of a provider before its endpoint is known:
// what the manifest declares, and what the user gave in url fields (the
// manifest's defaults are among them) and in inherited core keys.
func policyOf(d *api.Descriptor, values config.Resolved, s api.Settings) *network.Policy {
	p := network.New(d.ID, d.Security.Network, s.OpenNetwork)
	for _, f := range d.Fields {
		if f.Type == "url" {
			p.Give(config.String(values.Options, f.Key))
		}
	}
	if d.Inherits(config.KeyBaseURL) {
		p.Give(config.String(values.Core, config.KeyBaseURL))
	}
	if d.Inherits(config.KeyDomain) {
		p.GiveDomain(config.String(values.Core, config.KeyDomain))
	}
	return p
}

// guarded is a transport that asks the policy, and what a caller asks besides.
func guarded(t e2b.TransportConfig, p *network.Policy) e2b.TransportConfig {
	further := func(ask func(string, int) error) func(string, int) error {
		return func(host string, port int) error {
			if err := ask(host, port); err != nil || t.Allow == nil {
				return err
			}
			return t.Allow(host, port)
		}
	}
	guarded := t
	guarded.Allow, guarded.AllowSandbox = further(p.Allow), further(p.AllowSandbox)
	return guarded
}

// mayReach asks the policy about a sandbox's address that others will use.
func (p *provider) mayReach(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		port = map[string]int{"http": 80}[u.Scheme]
		if port == 0 {
			port = 443
		}
	}
	return p.policy.AllowSandbox(u.Hostname(), port)
}
