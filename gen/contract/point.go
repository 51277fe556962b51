package contract

import (
	"context"
	"errors"
	"maps"
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/config/layers"
	"github.com/abxgen/abxgen/runtime/guest"
)

// Names of fields that say where a control plane is, and the domain of its
// sandboxes.
var (
	urlFields    = []string{"base_url", "api_url", "api_base", "api_base_url", "endpoint", "endpoint_url", "server_url", "url"}
	domainFields = []string{"domain", "sandbox_domain", "sandboxes_domain"}
)

// placeholders are what may stand in an option's value.
func (t *trial) placeholders() *strings.Replacer {
	control, data := hostPort(t.cloud.URL), hostPort(t.cloud.DataURL)
	return strings.NewReplacer(
		"{url}", t.cloud.URL, "{host}", control[0], "{port}", control[1],
		"{data_url}", t.cloud.DataURL, "{data_host}", data[0], "{data_port}", data[1],
		"{domain}", t.cloud.Domain, "{key}", t.cloud.Key,
	)
}

func hostPort(address string) [2]string {
	host, port, _ := net.SplitHostPort(strings.TrimPrefix(address, "http://"))
	return [2]string{host, port}
}

// point makes options that lead to devcloud: those that the author gave, and
// fields by their names. It fails where the provider goes elsewhere all the
// same.
func (t *trial) point(ctx context.Context) error {
	t.fill()
	values, err := t.resolve(t.options)
	if err == nil {
		values = config.Complete(t.d, values)
		err = config.Check(t.d, values)
	}
	if err != nil {
		return advised(err)
	}
	switch t.d.Kind {
	case api.KindREST:
		t.pointREST(values)
	case api.KindNode:
		return t.pointNode(ctx, values)
	case api.KindExec:
		return t.pointExec()
	}
	return nil
}

// fill makes the options and the inherited core keys.
func (t *trial) fill() {
	t.options, t.core = map[string]any{}, map[string]any{}
	fill := t.placeholders()
	for key, value := range t.Options {
		t.options[key] = fill.Replace(value)
	}
	for _, f := range t.d.Fields {
		if v := t.byName(f); t.options[f.Key] == nil && v != "" {
			t.options[f.Key] = v
		}
	}
	for _, key := range t.d.Inherit {
		t.core[key] = map[string]string{config.KeyAPIKey: t.cloud.Key, config.KeyBaseURL: t.cloud.URL, config.KeyDomain: t.cloud.Domain}[key]
	}
}

// advised says what an author does about an option that is wrong or missing.
func advised(err error) error {
	var e *api.Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	return out.With("options are the fields of [config.fields]; give one by --option KEY=VALUE")
}

// byName gives what a field gets because of its name or marks, "" for nothing.
func (t *trial) byName(f api.Field) string {
	switch text := f.Type == "string" || f.Type == "url"; {
	case !text:
	case slices.Contains(urlFields, f.Key):
		return t.cloud.URL
	case slices.Contains(domainFields, f.Key):
		return t.cloud.Domain
	case f.Type == "string" && (f.Secret || f.Credential):
		return t.cloud.Key
	}
	return ""
}

// resolve finds the configuration as a finished program does, in an environment
// that has another backend's key and nothing else.
func (t *trial) resolve(options map[string]any) (config.Resolved, error) {
	return layers.Resolve(t.d, layers.Sources{
		Flags: options, Core: t.core,
		Environ: func(name string) (string, bool) { return t.canary, name == canaryName },
	})
}

// pointREST sees to it that a rest provider, which goes where its manifest says,
// goes to devcloud: by an option, else by another [endpoint].
func (t *trial) pointREST(values config.Resolved) {
	if config.String(values.Core, config.KeyBaseURL) == t.cloud.URL {
		return
	}
	d := *t.d
	e := *d.Endpoint
	e.BaseURL, e.Domain, e.Derive = t.cloud.URL, t.cloud.Domain, nil
	d.Endpoint, t.d = &e, &d
}

// pointNode asks the provider's buildInfra where it goes. One that fails without
// a network is believed: it is stopped later, should it go elsewhere.
func (t *trial) pointNode(ctx context.Context, values config.Resolved) error {
	c := guest.Open(ctx, t.Guest, guest.Boot{
		Provider: t.d.ID, Bundle: t.Linked.Bundle, SourceMap: t.Linked.SourceMap,
		Options: values.Options, Core: t.core, Probe: true, Limits: guest.Limits{Startup: t.d.StartupTimeout},
	}, refusing{})
	infra, err := c.Infra(ctx)
	_ = c.Close()
	if err != nil {
		return nil
	}
	goes := infra.BaseURL
	if i := infra.MainClient; i >= 0 && infra.Clients[i].BaseURL != "" {
		goes = infra.Clients[i].BaseURL
	}
	if u, err := url.Parse(goes); err == nil && "http://"+u.Host == t.cloud.URL {
		return nil
	}
	return t.elsewhere("it goes to "+goes, "declare a field base_url and use ctx.options.base_url")
}

// pointExec lets a program run that has no backend, or was told of devcloud:
// nothing holds it back from another one.
func (t *trial) pointExec() error {
	for _, v := range t.options {
		if text, _ := v.(string); strings.Contains(text, hostPort(t.cloud.URL)[1]) {
			return nil
		}
	}
	if len(t.d.Security.Network) == 0 {
		return nil
	}
	return t.elsewhere("its program goes to "+strings.Join(t.d.Security.Network, ", "), "declare a field base_url that the program goes by")
}

// elsewhere says what an author can do for a provider that does not come here.
func (t *trial) elsewhere(goes, cure string) error {
	with := "without any option"
	if given := slices.Sorted(maps.Keys(t.options)); len(given) > 0 {
		with = "with " + strings.Join(given, ", ") + " given"
	}
	return api.Errorf(api.CodeConfig, "provider %q cannot be tried: %s, %s and not to devcloud", t.d.ID, with, goes).
		With(cure + ", or write --option KEY={url} for the field that it goes by")
}

// refusing does nothing for a provider that is only asked.
type refusing struct{}

// Call refuses.
func (refusing) Call(context.Context, guest.Call) (any, error) {
	return nil, api.Errorf(api.CodeProvider, "there is no backend yet")
}

// Log drops a line.
func (refusing) Log(string, string) {}

// allow keeps a provider on this machine.
func (t *trial) allow(host string, _ int) error {
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	if ip := net.ParseIP(name); ip != nil && ip.IsLoopback() || name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return nil
	}
	return api.Errorf(api.CodeProvider, "the provider went to %q, and while it is tried it may reach devcloud only", host)
}
