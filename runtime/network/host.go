package network

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
	"unicode"
)

// host is a host's name in the one form that names are compared in.
type host string

// pattern is an entry of [security] network: "api.example.com", "10.0.0.1",
// "*.example.com" (every name below it, at any depth), "*" (every host), each
// with ":PORT" behind it or for every port.
type pattern struct {
	host  host
	below bool // "*." came before
	port  int  // 0 for every one
}

// normal makes a name comparable: lower case, without the dot at its end; an
// address in its shortest form.
func normal(name string) host {
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	if ip, err := netip.ParseAddr(name); err == nil {
		return host(ip.Unmap().String())
	}
	return host(name)
}

// under reports whether h is domain or a name below it. An address has none.
func (h host) under(domain host) bool {
	return domain != "" && (h == domain || !h.address() && strings.HasSuffix(string(h), "."+string(domain)))
}

func (h host) address() bool {
	_, err := netip.ParseAddr(string(h))
	return err == nil
}

// parent is the domain of a sandbox's name, {port}-{id}.{domain}, which is
// what people declare; h itself where there is none.
func (h host) parent() host {
	_, rest, ok := strings.Cut(string(h), ".")
	if !ok || h.address() || !strings.Contains(rest, ".") && rest != "localhost" {
		return h
	}
	return host(rest)
}

// sandbox reports whether h looks like a sandbox's name: {port}-{id}.{domain}.
func (h host) sandbox() bool {
	port, _, ok := strings.Cut(string(h), "-")
	_, err := strconv.ParseUint(port, 10, 16)
	return ok && err == nil
}

// parse reads an entry; false where it names no host.
func parse(entry string) (pattern, bool) {
	name, port := split(entry)
	below := strings.HasPrefix(name, "*.")
	p := pattern{host: normal(strings.TrimPrefix(name, "*.")), below: below, port: port}
	return p, named(p)
}

func named(p pattern) bool {
	if p.host == "*" {
		return !p.below
	}
	bad := func(r rune) bool {
		return strings.ContainsRune(`*/\?#@,;"'`, r) || unicode.IsSpace(r) || unicode.IsControl(r)
	}
	return p.host != "" && p.port >= 0 && !strings.HasPrefix(string(p.host), ".") && strings.IndexFunc(string(p.host), bad) < 0
}

// split takes host and port out of what people write for them: a bare host, one
// with a port, or a whole address. The port is 0 where none is given and -1
// where it is none.
func split(text string) (name string, port int) {
	text = strings.TrimSpace(text)
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
		if i := strings.IndexAny(text, "/?#"); i >= 0 {
			text = text[:i]
		}
		text = text[strings.LastIndexByte(text, '@')+1:]
	}
	name, number, err := net.SplitHostPort(text)
	if err != nil {
		return text, 0
	}
	if number == "*" {
		return name, 0
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || n == 0 {
		return name, -1
	}
	return name, int(n)
}

// match reports whether the entry covers a host; under lets an entry cover what
// lies below it too, as it does for the addresses of sandboxes.
func (p pattern) match(h host, port int, under bool) bool {
	switch {
	case p.port != 0 && p.port != port:
		return false
	case p.host == "*" || h == p.host && !p.below:
		return true
	}
	return (p.below || under) && h != p.host && h.under(p.host)
}

// Problem says what is wrong with an entry of [security] network; "" where it
// is one.
func Problem(entry string) string {
	p, ok := parse(entry)
	switch {
	case !ok:
		return "names no host"
	case strings.Contains(entry, "://"):
		text := string(p.host)
		if p.port != 0 {
			text = net.JoinHostPort(text, strconv.Itoa(p.port))
		}
		return "is an address where a host is meant: " + strconv.Quote(text)
	}
	return ""
}
