package provider

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// route is how one call goes: in the guest by the method js, or by client.
type route struct {
	class  api.Class
	js     string
	client *e2b.Client
	limit  time.Duration // of the call in the guest; 0: that of every call
}

// grace is what a call in the guest gets beyond the time that the work it
// waits for was given.
const grace = 5 * time.Second

// within gives a call in the guest the time of what it waits for; 0 is unknown.
func (r route) within(timeout time.Duration) route {
	if timeout > 0 {
		r.limit = timeout + grace
	}
	return r
}

// open gates a method and finds its route. names are the method and its
// aliases; the first that the provider overrides is called.
func (p *provider) open(ctx context.Context, class api.Class, names ...string) (route, error) {
	if err := p.gate.Check(class, names[0]); err != nil {
		return route{}, err
	}
	return p.route(ctx, class, names...)
}

// plainWays are the methods of a plain object that serve for another which it
// lacks. (The kit's own classes go through each other by themselves.)
var plainWays = map[api.Class]map[string][]string{
	api.ClassSandbox:    {"is_running": {"get_info"}, "connect": {"get_info"}},
	api.ClassProcess:    {"kill": {"send_signal"}},
	api.ClassFilesystem: {"exists": {"stat", "get_info"}, "read": {"download_file", "read_text"}, "write": {"upload_file"}, "move": {"rename"}},
}

// route is open without the gate, for what a gated call needs besides.
func (p *provider) route(ctx context.Context, class api.Class, names ...string) (route, error) {
	b, err := p.bind(ctx)
	if err != nil {
		return route{}, err
	}
	protocol, ok := b.protocols[class]
	if !ok {
		return route{}, api.Errorf(api.CodeProvider, "provider %q: buildInfra returned no %s_protocol", p.d.ID, class)
	}
	if protocol.Plain {
		names = append(slices.Clone(names), plainWays[class][names[0]]...)
	}
	for _, name := range names {
		if slices.Contains(protocol.Overridden, name) {
			return route{class: class, js: name}, nil
		}
	}
	if protocol.Plain {
		return route{}, api.Errorf(api.CodeProvider, "provider %q: its %s_protocol has no method %q", p.d.ID, class, names[0])
	}
	r := route{class: class, client: b.client(protocol.Client)}
	if r.client == nil {
		return route{}, api.Errorf(api.CodeProvider, "provider %q: its %s_protocol was made without an http client", p.d.ID, class)
	}
	return r, nil
}

// call calls the guest and reads its result.
func call[T any](ctx context.Context, p *provider, r route, read func(any) (T, error), args ...any) (T, error) {
	v, err := p.guest.CallWithin(ctx, r.limit, string(r.class), r.js, args...)
	if err != nil {
		var zero T
		return zero, err
	}
	result, err := read(v)
	// A stream that is the result lives on in it; any other is read by nobody.
	if _, whole := v.(values.Stream); err != nil || !whole {
		values.CloseStreams(v)
	}
	return result, err
}

// do calls the guest for a method whose result does not matter.
func (p *provider) do(ctx context.Context, r route, args ...any) error {
	_, err := call(ctx, p, r, nothing, args...)
	return err
}

// fail makes an error fit to leave: it names the provider and holds no secret.
func (p *provider) fail(err error) error {
	var e *api.Error
	if err == nil || !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Message, out.Suggestion = p.redactor.Redact(e.Message), p.redactor.Redact(e.Suggestion)
	if out.Provider == "" {
		out.Provider = p.d.ID
	}
	return &out
}
