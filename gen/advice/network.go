package advice

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
)

func (s Subject) network() diag.List {
	var found diag.List
	if s.Bundle != nil {
		found = s.hosts()
	}
	return append(found, s.endpoint()...)
}

// hosts warns of each host that the author's own code names and the manifest
// does not, where it is named first.
func (s Subject) hosts() diag.List {
	var found diag.List
	said := map[string]bool{}
	for _, m := range s.Bundle.Says.URLs {
		host := hostOf(m.Text)
		if host == "" || said[host] || namespaces[host] || placeholder(host) || covers(s.Manifest.Network, host) {
			continue
		}
		said[host] = true
		found.Add(warn(RuleUndeclaredHost, m.Pos, fmt.Sprintf("add %q to it", host),
			fmt.Sprintf("the code names the host %q, and [security] network does not", host)))
	}
	return found
}

// endpoint warns where the manifest names neither the control plane nor the
// sandboxes' domain. What the user gives by options is the user's to name.
func (s Subject) endpoint() diag.List {
	base, domain, pos := s.addresses()
	var unnamed []string
	for _, a := range []struct {
		host   string
		covers bool
	}{{base, covers(s.Manifest.Network, base)}, {domain, coversDomain(s.Manifest.Network, domain)}} {
		switch {
		case placeholder(a.host):
		case a.covers:
			return nil
		default:
			unnamed = append(unnamed, a.host)
		}
	}
	if unnamed == nil {
		return nil
	}
	if len(unnamed) == 2 && unnamed[0] == unnamed[1] {
		unnamed = unnamed[:1]
	}
	quoted := `"` + strings.Join(unnamed, `", "`) + `"`
	return diag.List{warn(RuleUndeclaredEndpoint, pos, "write network = ["+quoted+"]",
		"the provider reaches "+quoted+", and [security] network names none of it")}
}

// addresses are the endpoint's hosts: of the manifest, or as buildInfra answered
// to placeholder options.
func (s Subject) addresses() (base, domain string, pos diag.Pos) {
	pos = s.Manifest.ID.Pos
	if len(s.Manifest.Network) > 0 {
		pos = s.Manifest.Network[0].Pos
	}
	if e := s.Manifest.Endpoint; e != nil {
		return hostName(e.BaseURL.Value), e.Domain.Value, pos
	}
	if s.Bundle == nil || s.Bundle.Infra == nil {
		return "", "", pos
	}
	return hostName(s.Bundle.Infra.BaseURL), s.Bundle.Infra.Domain, pos
}

func hostName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
