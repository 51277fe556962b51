// Package provider puts one provider together: its descriptor, the gate, its
// configuration, the wire and, for a node provider, the guest with its
// JavaScript. For every method it decides whether JavaScript is needed: the
// methods that the provider overrides are called in the guest, all others go
// straight to the wire. The guest asks back for what JavaScript itself may not
// do, and this room does it (host.go).
//
// Order of every call: the gate (E8004, before any I/O), what buildInfra
// returned, the sandbox's address where the data plane is asked, the call.
package provider

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/gate"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/network"
)

// Options say how a provider is opened.
type Options struct {
	// Values are the configuration, typed or not: it is completed and checked.
	Values config.Resolved
	// Guest starts the process with the JavaScript of a node provider.
	Guest guest.Launcher
	// Limits of the guest; where zero, those of the build, the manifest's time
	// limits and the guest's own defaults.
	Limits guest.Limits
	// Exec is what hosting an exec provider takes; the others need none of it.
	Exec ExecHost
	// Log takes what the provider's console and the guest say (level debug,
	// info, warn or error), free of secrets and control characters. nil drops it.
	Log func(level, message string)
	// Operations is gate.HostCLI where operations are checked after features.
	Operations string
	// HTTPTimeout of a short request; 0: the core key http_timeout, 30 s.
	HTTPTimeout time.Duration
	// Transport says how the network is reached.
	Transport e2b.TransportConfig
	UserAgent string // "" abxgen/VERSION
}

// Open makes a provider of linked data. A wrong or missing option is E8002 or
// E1003, before anything is started. A node provider's guest is started in the
// background; what goes wrong there is the answer of the first call.
func Open(ctx context.Context, linked api.Linked, o Options) (api.Provider, error) {
	d := linked.Descriptor
	if ctx.Err() != nil {
		return nil, unopened(ctx, d.ID)
	}
	values := config.Complete(d, o.Values)
	if err := config.Check(d, values); err != nil {
		return nil, err
	}
	policy := policyOf(d, values, linked.Settings)
	p := &provider{
		d: d, gate: gate.New(d, o.Operations), values: values, options: o, policy: policy,
		redactor: config.NewRedactor(config.Secrets(d, values)...),
		net:      e2b.NewTransport(guarded(o.Transport, policy)),
		limits:   o.Limits.Or(Limits(linked)),
	}
	p.targets.init()
	switch d.Kind {
	case api.KindREST:
		return p.openREST()
	case api.KindNode:
		return p.openNode(ctx, linked)
	case api.KindExec:
		return p.openExec(linked)
	}
	return nil, p.fail(api.Errorf(api.CodeVersion, "this build cannot run providers of kind %q", d.Kind))
}

func unopened(ctx context.Context, id string) error {
	cause := context.Cause(ctx)
	if errors.Is(cause, context.DeadlineExceeded) {
		return api.Errorf(api.CodeProviderTimeout, "provider %q was not opened in the time that was given", id).Because(cause)
	}
	return api.Errorf(api.CodeProvider, "opening provider %q was cancelled", id).Because(cause)
}

// provider is an open provider of kind node or rest.
type provider struct {
	d        *api.Descriptor
	gate     gate.Gate
	values   config.Resolved
	options  Options
	redactor *config.Redactor
	policy   *network.Policy
	net      *e2b.Transport
	targets  targets
	limits   guest.Limits

	guest *guest.Client // nil for a rest provider
	fixed *binding      // of a rest provider
	bound bindings      // of a node provider
}

// Descriptor gives what the manifest says.
func (p *provider) Descriptor() *api.Descriptor { return p.d }

// Require gives E8004 where the feature is not declared.
func (p *provider) Require(f api.Feature) error { return p.gate.Require(f) }

// Close ends the guest, which calls the provider's own close, and drops the
// connections.
func (p *provider) Close() error {
	var err error
	if p.guest != nil {
		err = p.fail(p.guest.Close())
	}
	p.net.Close()
	return err
}

// httpTimeout is what a client without a timeout of its own gets.
func (p *provider) httpTimeout() time.Duration {
	if p.options.HTTPTimeout > 0 {
		return p.options.HTTPTimeout
	}
	if s, ok := p.values.Core[config.KeyHTTPTimeout].(float64); ok && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	return e2b.DefaultTimeout
}

// template is the one that a create without any gets.
func (p *provider) template() string {
	if t := config.String(p.values.Core, config.KeyDefaultTemplate); t != "" {
		return t
	}
	return "base"
}

// inherited are the core keys that the guest may see.
func (p *provider) inherited() map[string]any {
	core := maps.Clone(p.values.Core)
	maps.DeleteFunc(core, func(key string, _ any) bool {
		return !p.d.Inherits(key) || !slices.Contains(config.Inheritable(), key)
	})
	return core
}
