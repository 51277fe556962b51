package provider

import (
	"context"
	"net"
	"net/url"
	"strconv"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
)

// Inspector tells where an open provider goes, for people who want to know
// before they let it.
type Inspector interface {
	Endpoint(ctx context.Context) (Endpoint, error)
}

// Endpoint is where a provider's requests go: what buildInfra returned, or a
// rest provider's [endpoint] with the user's values in it. Every name in it
// counts as named for the network policy.
type Endpoint struct {
	BaseURL string `json:"base_url"`       // without user, query and fragment
	Domain  string `json:"domain"`         // sandboxes are at names below it
	Dial    string `json:"dial,omitempty"` // host:port that connections to sandboxes go to instead
}

// Endpoint implements Inspector; it waits for buildInfra.
func (p *provider) Endpoint(ctx context.Context) (Endpoint, error) {
	if p.guest == nil {
		return Endpoint{
			BaseURL: bare(config.String(p.values.Core, config.KeyBaseURL)),
			Domain:  clean(config.String(p.values.Core, config.KeyDomain)),
		}, nil
	}
	infra, err := p.guest.Infra(ctx)
	if err != nil {
		return Endpoint{}, p.fail(err)
	}
	e := Endpoint{BaseURL: bare(p.redactor.Redact(infra.BaseURL)), Domain: clean(p.redactor.Redact(infra.Domain))}
	if d := infra.EnvdDial; d != nil {
		e.Dial = clean(net.JoinHostPort(d.Host, strconv.Itoa(d.Port)))
	}
	return e, nil
}

// bare leaves of an address what may be shown.
func bare(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return clean(u.String())
}

// Limits are those that a provider's JavaScript is held to: what the build
// fixed, else what the manifest says, else the defaults.
func Limits(l api.Linked) api.Limits {
	d := l.Descriptor
	return l.Settings.Limits.Or(api.Limits{Startup: d.StartupTimeout, Call: d.CallTimeout})
}
