package guest

import (
	"slices"
	"time"
)

// infraOf reads what the kit made of buildInfra's result (kitsrc, infra.js).
func infraOf(v any) *Infra {
	m, _ := v.(map[string]any)
	f := fields{m}
	infra := &Infra{
		BaseURL: f.text("base_url"), Domain: f.text("domain"),
		Protocols:  map[string]Protocol{},
		MainClient: int(f.number("main_client")),
		EnvdDial:   dialOf(f.object("envd_dial")),
		HasClose:   f.bool("has_close"),
	}
	auth := fields{f.object("envd_auth")}
	infra.EnvdAuth = EnvdAuth{AllowMissing: auth.bool("allow_missing"), BasicUser: auth.text("basic_user")}
	for n, c := range f.list("clients") {
		if n == maxClients {
			break
		}
		infra.Clients = append(infra.Clients, clientOf(c))
	}
	for class, p := range f.object("protocols") {
		infra.Protocols[class] = protocolOf(p)
	}
	infra.bound()
	return infra
}

// What a guest may make the core keep and wait.
const (
	maxClients = 256
	maxTimeout = 24 * time.Hour
)

// bound makes every index one of a client: a guest may not be believed.
func (i *Infra) bound() {
	fix := func(n int) int {
		if n < 0 || n >= len(i.Clients) {
			return -1
		}
		return n
	}
	i.MainClient = fix(i.MainClient)
	for class, p := range i.Protocols {
		p.Client = fix(p.Client)
		i.Protocols[class] = p
	}
}

func clientOf(v any) HTTPClient {
	m, _ := v.(map[string]any)
	f := fields{m}
	return HTTPClient{
		BaseURL: f.text("base_url"), Domain: f.text("domain"),
		Headers: f.texts("headers"), AuthHeaders: f.texts("auth_headers"),
		Timeout:      seconds(f.number("timeout")),
		AuthCallback: f.bool("auth_callback"), AuthRefresh: f.bool("auth_refresh"),
	}
}

// seconds is a duration; 0 for what is none.
func seconds(n float64) time.Duration {
	if !(n > 0) {
		return 0
	}
	return time.Duration(min(n, maxTimeout.Seconds()) * float64(time.Second))
}

func protocolOf(v any) Protocol {
	m, _ := v.(map[string]any)
	f := fields{m}
	p := Protocol{Client: int(f.number("client")), Plain: f.bool("plain")}
	for _, name := range f.list("overridden") {
		if s, ok := name.(string); ok {
			p.Overridden = append(p.Overridden, s)
		}
	}
	slices.Sort(p.Overridden)
	return p
}

func dialOf(m map[string]any) *Dial {
	f := fields{m}
	if port := int(f.number("port")); f.text("host") != "" && port > 0 && port < 65536 {
		return &Dial{Host: f.text("host"), Port: port}
	}
	return nil
}
