package cloud

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/abxgen/abxgen/examples/devcloud/envd"
	"github.com/abxgen/abxgen/examples/devcloud/interpreter"
)

var sandboxLabel = regexp.MustCompile(`^(\d+)-([A-Za-z0-9-]+)$`)

// byHost finds port and sandbox in a Host of the form PORT-ID.DOMAIN.
func byHost(host string) (port int, id string) {
	label, _, _ := strings.Cut(host, ".")
	m := sandboxLabel.FindStringSubmatch(label)
	if m == nil {
		return 0, ""
	}
	port, _ = strconv.Atoi(m[1]) // digits; too many are no open port
	return port, m[2]
}

// data is the proxy in front of all sandboxes: it routes by Host, and where
// that is an address, localhost or sandbox.DOMAIN by the E2b-Sandbox headers.
func (c *Cloud) data(w http.ResponseWriter, r *http.Request) {
	host := hostName(r.Host)
	port, id := byHost(host)
	if id == "" && byHeaders(host) {
		id, port = r.Header.Get("E2b-Sandbox-Id"), headerPort(r)
	}
	if id == "" {
		answer(w, http.StatusBadRequest, map[string]any{"code": http.StatusBadRequest, "message": "Invalid host"})
		return
	}
	c.forward(w, r, id, port)
}

// dataOf is the data plane of one sandbox, at its own port.
func (c *Cloud) dataOf(id string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		port, named := byHost(hostName(r.Host))
		if named == "" {
			port = headerPort(r)
		}
		c.forward(w, r, id, port)
	})
}

func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return host
}

func byHeaders(host string) bool {
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil || host == "localhost" || strings.HasPrefix(host, "sandbox.")
}

func headerPort(r *http.Request) int {
	port, err := strconv.Atoi(r.Header.Get("E2b-Sandbox-Port"))
	if err != nil {
		return envd.Port
	}
	return port
}

// hidden is what envd answers to its cloud only.
var hidden = map[string]bool{"/init": true}

// forward passes a request to a port of a sandbox.
func (c *Cloud) forward(w http.ResponseWriter, r *http.Request, id string, port int) {
	s := c.store.get(id)
	if s == nil {
		badGateway(w, map[string]any{"sandboxId": id, "message": "The sandbox was not found"})
		return
	}
	if state, _ := s.now(); state != running {
		badGateway(w, map[string]any{"sandboxId": id, "message": "The sandbox was not found"})
		return
	}
	switch {
	case port == envd.Port && hidden[r.URL.Path]:
		http.NotFound(w, r)
	case port == envd.Port:
		s.envd.ServeHTTP(w, r)
	case port == interpreter.Port && interpreter.Available():
		s.code.ServeHTTP(w, r)
	default:
		proxy(id, port).ServeHTTP(w, r)
	}
}

// proxy leads to a port of loopback, which all sandboxes and the host share.
func proxy(id string, port int) http.Handler {
	target := &url.URL{Scheme: "http", Host: fmt.Sprintf("127.0.0.1:%d", port)}
	return &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(target)
			p.Out.Host = p.In.Host
			p.SetXForwarded()
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			badGateway(w, map[string]any{"sandboxId": id, "message": "The sandbox is running but port is not open", "port": port})
		},
	}
}

func badGateway(w http.ResponseWriter, body map[string]any) {
	body["code"] = http.StatusBadGateway
	answer(w, http.StatusBadGateway, body)
}
