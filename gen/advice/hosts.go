package advice

import (
	"net"
	"net/url"
	"strings"

	"github.com/abxgen/abxgen/runtime/manifest"
)

// covers reports whether [security] network names a host: exactly, below a
// "*." entry, or all by "*". An entry may carry a port, which is left aside.
func covers(network []manifest.Text, host string) bool {
	host = strings.ToLower(host)
	for _, entry := range network {
		name := strings.ToLower(withoutPort(entry.Value))
		suffix, wild := strings.CutPrefix(name, "*")
		switch {
		case name == host, name == "*", wild && strings.HasPrefix(suffix, ".") && strings.HasSuffix(host, suffix):
			return true
		}
	}
	return false
}

// coversDomain reports the same of the domain that sandboxes' hosts end with:
// "example.app" and "*.example.app" both name it.
func coversDomain(network []manifest.Text, domain string) bool {
	domain = withoutPort(domain)
	return covers(network, domain) || covers(network, "x."+domain)
}

func withoutPort(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		return h
	}
	return host
}

// hostOf gives the host of an address that may be cut short at a template's
// hole, "" where it is no whole host name: https://api.${domain} has none.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	labels := strings.Split(host, ".")
	if last := labels[len(labels)-1]; len(labels) < 2 || last == "" || strings.Trim(last, letters) != "" {
		return "" // a single label, an open end, an IP address
	}
	return host
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// placeholder reports a host that comes from the options that a build probes a
// provider with: another one, from its user, takes its place.
func placeholder(host string) bool {
	host = strings.ToLower(host)
	return host == "" || strings.HasSuffix(host, "example.invalid") || strings.Contains(host, "replace_me")
}

// namespaces are hosts of addresses that are names and nobody's to connect to.
var namespaces = map[string]bool{
	"www.w3.org": true, "json-schema.org": true, "schemas.xmlsoap.org": true, "schema.org": true, "docs.oasis-open.org": true,
}
