package manifest

import (
	"fmt"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

// defaultHeader is the header of endpoint.auth scheme "header".
const defaultHeader = "X-API-Key"

// endpoint is read only for rest, and the hosts check no more of it than
// base_url, auth.scheme and derive.
func (c *checker) endpoint() {
	switch c.m.Kind.Value {
	case api.KindREST:
	case "":
		return // an unknown kind: nothing is known of its endpoint
	default:
		c.top.unused("endpoint", api.KindREST)
		return
	}
	s := c.top.sub("endpoint", true, `write [endpoint] with base_url = "https://api.example.com"`)
	s.known("base_url", "domain", "auth", "derive")
	e := &Endpoint{Pos: s.pos, BaseURL: s.text("base_url", ""), Domain: s.loose("domain", "")}
	if s.table.Value("base_url") != nil && !s.unreadable("base_url") &&
		!strings.HasPrefix(e.BaseURL.Value, "https://") && !strings.HasPrefix(e.BaseURL.Value, "http://") {
		s.errorf(e.BaseURL.Pos, `write "https://…"`, "endpoint.base_url must begin with https:// or http://")
	}
	s.auth(e, s.sub("auth", false, ""))
	s.derive(e, s.sub("derive", false, ""))
	c.m.Endpoint = e
}

func (s section) auth(e *Endpoint, auth section) {
	auth.known("scheme", "header")
	e.Scheme = auth.text("scheme", "bearer")
	e.Header = auth.loose("header", defaultHeader)
	if v := e.Scheme.Value; v != "bearer" && v != "header" {
		s.errorf(e.Scheme.Pos, `write scheme = "bearer" or "header"`, "endpoint.auth.scheme %q is not known", short(v))
	}
}

func (s section) derive(e *Endpoint, derive section) {
	derive.only("sandbox_base_url", "sandbox_domain")
	if derive.table == nil {
		return
	}
	for _, d := range derive.table.Entries {
		e.Derive = append(e.Derive, Derived{Text{d.Key, d.Pos()}, derive.text(d.Key, "")})
	}
}

// loose gives a string that no host checks: a value of another type is turned
// into text, as the hosts do.
func (s section) loose(key, fallback string) Text {
	v := s.table.Value(key)
	switch {
	case v == nil:
		return Text{fallback, s.pos}
	case v.Kind == toml10.String:
		return Text{v.Str, v.Pos()}
	default:
		s.warnf(v.Pos(), "write a string", "%s is %s", s.path(key), v.Kind)
		return Text{fmt.Sprint(plain(v)), v.Pos()}
	}
}
