// Package network decides which hosts a provider may reach: those that its
// manifest declares ([security] network), its endpoint (what buildInfra
// returned, or [endpoint]), and those that its user gave. Everything else is
// refused before a name is resolved, with the line that the manifest lacks. It
// guards against what a provider's dependencies do, not against its author.
//
// A declared host with a port is held to that port. A host of the endpoint or
// of the user counts whatever the port: sandboxes live beside the control plane
// on ports of their own. What a backend reports as a sandbox's address counts
// as declared where it lies below a declared name.
package network

import (
	"cmp"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/abxgen/abxgen/runtime/api"
)

// Policy is the policy of one open provider. It is safe for concurrent use.
type Policy struct {
	provider string
	open     bool
	entries  []string // as the manifest writes them
	declared []pattern

	mu      sync.RWMutex
	hosts   []host // given by the user, or the endpoint's
	domains []host // of the endpoint: names below them count
	dial    pattern
}

// New makes the policy of a provider; with open it lets everything through.
// Entries that name no host are left out (Problem tells which).
func New(provider string, declared []string, open bool) *Policy {
	p := &Policy{provider: provider, open: open, entries: declared}
	for _, entry := range declared {
		if d, ok := parse(entry); ok {
			p.declared = append(p.declared, d)
		}
	}
	return p
}

// Give adds the host of an address (http://host:port/path) that the user gave.
func (p *Policy) Give(address string) { p.add(&p.hosts, address) }

// GiveDomain adds a domain, with what lies below it.
func (p *Policy) GiveDomain(domain string) { p.add(&p.domains, domain) }

// GiveEndpoint adds what buildInfra returned: the host of base_url, the domain
// with what lies below it, and the host and port of envd_dial ("" for none).
func (p *Policy) GiveEndpoint(baseURL, domain, dialHost string, dialPort int) {
	p.Give(baseURL)
	p.GiveDomain(domain)
	if dialHost != "" {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.dial = pattern{host: normal(dialHost), port: dialPort}
	}
}

func (p *Policy) add(list *[]host, text string) {
	name, _ := split(text)
	h := normal(name)
	if !named(pattern{host: h}) || h == "*" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(*list, h) {
		*list = append(*list, h)
	}
}

// Allow answers for a request of fetch or to the control plane; E8000 where the
// host is not among the provider's.
func (p *Policy) Allow(name string, port int) error { return p.allow(name, port, false) }

// AllowSandbox answers for a request to a sandbox, whose address a backend
// reports: it may lie below a declared name, too.
func (p *Policy) AllowSandbox(name string, port int) error { return p.allow(name, port, true) }

func (p *Policy) allow(name string, port int, sandbox bool) error {
	if p.open || p.covers(normal(name), port, sandbox) {
		return nil
	}
	return p.refuse(normal(name), port, sandbox)
}

func (p *Policy) covers(h host, port int, sandbox bool) bool {
	for _, d := range p.declared {
		if d.match(h, port, sandbox) {
			return true
		}
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	return slices.Contains(p.hosts, h) || slices.ContainsFunc(p.domains, h.under) || p.dial.host != "" && p.dial.match(h, port, false)
}

// maxLine bounds the line that is shown to be copied, in bytes.
const maxLine = 400

// refuse words the refusal. The name of a sandbox, which lets everybody in who
// knows it, is not shown; its domain is.
func (p *Policy) refuse(h host, port int, sandbox bool) error {
	entry, what, why := string(h), strconv.Quote(clip(string(h))), "neither its manifest nor its user named that host"
	switch {
	case p.otherPort(h):
		entry = net.JoinHostPort(string(h), strconv.Itoa(port))
		what, why = strconv.Quote(clip(entry)), "its manifest names that host with another port"
	case (sandbox || h.sandbox()) && h.parent() != h:
		entry = "*." + string(h.parent())
		what = "a sandbox under " + strconv.Quote(clip(string(h.parent())))
	}
	entry = strconv.Quote(clip(entry))
	e := api.Errorf(api.CodeProvider, "provider %q may not reach %s: %s", p.provider, what, why)
	e.Provider = p.provider
	return e.With(fmt.Sprintf("add %s to [security] network in its abx-provider.toml%s", entry, p.line(entry)))
}

func (p *Policy) otherPort(h host) bool {
	return slices.ContainsFunc(p.declared, func(d pattern) bool { return d.match(h, d.port, false) })
}

// line is the manifest's line as it has to be.
func (p *Policy) line(entry string) string {
	var quoted []string
	for _, e := range p.entries {
		quoted = append(quoted, strconv.Quote(e))
	}
	line := ": network = [" + strings.Join(append(quoted, entry), ", ") + "]"
	if len(line) > maxLine {
		return ""
	}
	return line
}

// clip bounds a name that somebody else chose; a host's has 253 bytes at most.
func clip(s string) string { return s[:min(len(s), 253)] }

// Names of the two policies, for people and machines.
const (
	Declared = "declared"
	Open     = "open"
)

// String is Declared or Open.
func (p *Policy) String() string { return Mode(p.open) }

// Mode is what a policy is called.
func Mode(open bool) string {
	if open {
		return Open
	}
	return Declared
}

// Uncovered gives those of the hosts of an endpoint that the declared entries
// do not cover, in the form to declare: for the build, which warns of them.
func Uncovered(declared []string, baseURL, domain string) []string {
	p := New("", declared, false)
	var missing []string
	if name, port := split(baseURL); name != "" && !p.covers(normal(name), cmp.Or(port, defaultPort(baseURL)), false) {
		missing = append(missing, string(normal(name)))
	}
	// Sandboxes are reached at names below the domain.
	name, port := split(domain)
	h := normal(name)
	covers := func(h host) bool { return p.covers(h, cmp.Or(port, 443), true) }
	switch {
	case name == "" || covers(h) || covers("x."+h):
	case h.address():
		missing = append(missing, string(h))
	default:
		missing = append(missing, "*."+string(h))
	}
	return slices.Compact(missing)
}

func defaultPort(address string) int {
	if strings.HasPrefix(strings.ToLower(address), "http://") {
		return 80
	}
	return 443
}
