package advice

import (
	"net/url"
	"strings"
)

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
	return strings.Contains(host, "example.invalid") || strings.Contains(host, "replace_me")
}

// namespaces are hosts of addresses that are names and nobody's to connect to.
var namespaces = map[string]bool{
	"www.w3.org": true, "json-schema.org": true, "schemas.xmlsoap.org": true, "schema.org": true, "docs.oasis-open.org": true,
}
