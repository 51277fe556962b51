package provider

import (
	"context"
	"strings"
	"unicode"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// host does what the provider's JavaScript may not do itself (guest.Host).
//
// What it asks for is not gated by features: the gate is between a host and
// the provider, and a declared method may need any of the kit's to do its work
// (a start that first asks get_info). What holds instead is the network policy,
// and that a guest can name no clients but its own.
type host struct{ p *provider }

// effect is one such call.
type effect struct {
	p      *provider
	client *e2b.Client
	early  bool // buildInfra still runs
	args   []any
}

func (e *effect) arg(i int) any {
	if i < len(e.args) {
		return e.args[i]
	}
	return nil
}

// target reads the two arguments that lead the data plane's methods.
func (e *effect) target() api.Target { return values.ToTarget(e.arg(0), e.arg(1)) }

type effectFunc func(context.Context, *effect) (any, error)

var effects = map[string]map[string]effectFunc{
	string(api.ClassSandbox): sandboxEffects, string(api.ClassProcess): processEffects,
	string(api.ClassFilesystem): fileEffects, string(api.ClassCode): codeEffects,
	"http": httpEffects, "global": globalEffects,
}

// Call does one effect.
func (h host) Call(ctx context.Context, c guest.Call) (any, error) {
	do := effects[c.Class][c.Method]
	if do == nil {
		return nil, h.p.fail(api.Errorf(api.CodeProvider, "the kit has no %s.%s", c.Class, c.Method))
	}
	e := &effect{p: h.p, args: c.Args, early: c.With != nil}
	if c.Class != "global" {
		var err error
		if e.client, err = h.client(ctx, c); err != nil {
			return nil, h.p.fail(err)
		}
	}
	v, err := do(ctx, e)
	switch api.Class(c.Class) {
	case api.ClassProcess, api.ClassFilesystem, api.ClassCode:
		// What tells of a stale token does not survive the way through JavaScript.
		h.p.doubt(e.sandboxID(api.Class(c.Class)), err)
	}
	return v, h.p.fail(err)
}

// sandboxID is the sandbox that a call of the data plane is about.
func (e *effect) sandboxID(class api.Class) string {
	if class == api.ClassCode {
		return e.codeTarget().SandboxID
	}
	return e.target().SandboxID
}

// client finds the client of an effect; while buildInfra runs, it is what the
// call brings along.
func (h host) client(ctx context.Context, c guest.Call) (*e2b.Client, error) {
	if c.With != nil {
		return e2b.New(h.p.clientConfig(&guest.Infra{Clients: []guest.HTTPClient{*c.With}}, 0))
	}
	b, err := h.p.bind(ctx)
	if err != nil {
		return nil, err
	}
	if client := b.client(c.Client); client != nil {
		return client, nil
	}
	return nil, api.Errorf(api.CodeProvider, "%s.%s was called on something that ctx.http did not make", c.Class, c.Method)
}

// Log passes a line on, free of secrets and control characters.
func (h host) Log(level, message string) {
	if h.p.options.Log != nil {
		h.p.options.Log(level, clean(h.p.redactor.Redact(message)))
	}
}

// clean makes one line of a text; what would move a terminal's cursor goes.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, strings.TrimRight(text, "\r\n"))
}
