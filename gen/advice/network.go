package advice

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest"
	"github.com/abxgen/abxgen/runtime/network"
)

func (s Subject) network() diag.List {
	found := s.entries()
	if s.Bundle != nil {
		found = append(found, s.hosts()...)
	}
	return append(found, s.endpoint()...)
}

// entries warns of what the policy of a finished program cannot read.
func (s Subject) entries() diag.List {
	var found diag.List
	for _, e := range s.Manifest.Network {
		if problem := network.Problem(e.Value); problem != "" {
			found.Add(warn(RuleNetworkEntry, e.Pos, `write a host ("api.example.com"), or "*." and a domain`,
				fmt.Sprintf("%q in [security] network %s", e.Value, problem)))
		}
	}
	return found
}

// hosts warns of each host that the author's own code names and the manifest
// does not, where it is named first.
func (s Subject) hosts() diag.List {
	var found diag.List
	policy := network.New(s.Manifest.ID.Value, manifest.Values(s.Manifest.Network), false)
	said := map[string]bool{}
	for _, m := range s.Bundle.Says.URLs {
		host := hostOf(m.Text)
		if host == "" || said[host] || namespaces[host] || ours(host) || s.allows(policy, host) {
			continue
		}
		said[host] = true
		found.Add(warn(RuleUndeclaredHost, m.Pos, fmt.Sprintf("add %q to it", host),
			fmt.Sprintf("the code names the host %q, and [security] network does not", host)))
	}
	return found
}

// allows asks for every port that an entry has: which one is meant cannot be
// seen in a literal.
func (s Subject) allows(policy *network.Policy, host string) bool {
	ports := []int{443}
	for _, e := range s.Manifest.Network {
		if _, port, ok := strings.Cut(e.Value, ":"); ok {
			var n int
			if _, err := fmt.Sscan(port, &n); err == nil {
				ports = append(ports, n)
			}
		}
	}
	for _, port := range ports {
		if policy.Allow(host, port) == nil {
			return true
		}
	}
	return false
}

// endpoint warns where the manifest names neither the control plane nor the
// sandboxes' domain. What the user gives by options is the user's to name.
func (s Subject) endpoint() diag.List {
	base, domain := s.addresses()
	if u, err := url.Parse(base); err != nil || ours(u.Host) {
		base = ""
	}
	if ours(domain) {
		domain = ""
	}
	unnamed := network.Uncovered(manifest.Values(s.Manifest.Network), base, domain)
	if len(unnamed) == 0 || base != "" && domain != "" && len(unnamed) == 1 {
		return nil
	}
	pos := s.Manifest.ID.Pos
	if len(s.Manifest.Network) > 0 {
		pos = s.Manifest.Network[0].Pos
	}
	quoted := `"` + strings.Join(unnamed, `", "`) + `"`
	return diag.List{warn(RuleUndeclaredEndpoint, pos, "write network = ["+quoted+"]",
		"the provider reaches "+quoted+", and [security] network names none of it")}
}

// addresses are the endpoint: of the manifest, or as buildInfra answered to
// placeholder options.
func (s Subject) addresses() (base, domain string) {
	switch e := s.Manifest.Endpoint; {
	case e != nil:
		return e.BaseURL.Value, e.Domain.Value
	case s.Bundle != nil && s.Bundle.Infra != nil:
		return s.Bundle.Infra.BaseURL, s.Bundle.Infra.Domain
	}
	return "", ""
}
