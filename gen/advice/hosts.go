package advice

import (
	"net"
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

// ours reports a host that needs no consent of a user: this machine, and what
// comes from the options that a build probes a provider with, in whose place
// the user's own will stand.
func ours(host string) bool {
	host = strings.ToLower(host)
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	ip := net.ParseIP(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || ip != nil && ip.IsLoopback() ||
		strings.Contains(host, "example.invalid") || strings.Contains(host, "replace_me")
}

// namespaces are hosts of addresses that are names and nobody's to connect to.
var namespaces = map[string]bool{
	"www.w3.org": true, "json-schema.org": true, "schemas.xmlsoap.org": true, "schema.org": true, "docs.oasis-open.org": true,
}
