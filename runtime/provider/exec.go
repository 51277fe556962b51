package provider

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/epp"
)

// ExecHost is what hosting an exec provider takes.
type ExecHost struct {
	// Folder is private to the user: programs are unpacked and data is kept
	// below it, by provider id.
	Folder string
	// Environ is this process's environment; a plugin gets what is left of it
	// after scrubbing (spec/epp.md, "The process").
	Environ []string
}

// String shows the folder alone: an environment holds keys.
func (h ExecHost) String() string { return "{" + h.Folder + "}" }

// GoString is String.
func (h ExecHost) GoString() string { return h.String() }

// execProvider hosts an exec provider as a child that speaks EPP/1. The child
// starts with the first call that needs it. Where a sandbox's record carries
// an envd_url, processes and files go there, past the plugin.
type execProvider struct {
	*provider
	linked api.Linked
	wire   *e2b.Client

	mu     sync.Mutex
	client *epp.Client
	closed bool
}

func (p *provider) openExec(linked api.Linked) (api.Provider, error) {
	if linked.Files == nil {
		return nil, p.fail(api.Errorf(api.CodeProvider, "provider %q is a program, which is not linked into this one", p.d.ID))
	}
	if p.options.Exec.Folder == "" {
		return nil, p.fail(api.Errorf(api.CodeConfig, "provider %q is a program, and no folder is named to start it from", p.d.ID).
			With("set HOME; or, where Go options are given, Exec.Folder to a folder that is private to the user"))
	}
	// The control plane is the plugin's; this client knows only envd.
	wire, err := e2b.New(e2b.Config{
		BaseURL: "http://plugin.invalid", Timeout: p.httpTimeout(), Shared: p.net, UserAgent: p.options.UserAgent,
		Headers: func(context.Context) (http.Header, error) { return nil, nil },
	})
	if err != nil {
		return nil, p.fail(err)
	}
	return &execProvider{provider: p, linked: linked, wire: wire}, nil
}

// plugin gives the running child, started and initialized; one that has ended
// is not started again within this provider's life: its sandboxes may be gone
// with it, and the error says so.
func (x *execProvider) plugin(ctx context.Context) (*epp.Client, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return nil, api.Errorf(api.CodeProvider, "provider %q is closed", x.d.ID)
	}
	if x.client != nil {
		return x.client, nil
	}
	client, err := x.start(ctx)
	if err == nil {
		x.client = client
	}
	if err == ctx.Err() && err != nil { // of a process that was not begun
		err = unopened(ctx, x.d.ID)
	}
	return client, err
}

func (x *execProvider) start(ctx context.Context) (*epp.Client, error) {
	home := filepath.Join(x.options.Exec.Folder, x.d.ID)
	data := filepath.Join(home, "data")
	folder, err := unpack(x.linked, home)
	if err == nil {
		err = os.MkdirAll(data, 0o700)
	}
	if err != nil {
		return nil, api.Errorf(api.CodeProviderProcess, "provider %q cannot be unpacked below %s", x.d.ID, x.options.Exec.Folder).
			With("make the folder writable, or set HOME to one that is").Because(err)
	}
	argv, err := epp.ResolveCommand(x.d.Command, folder)
	if err != nil {
		return nil, err
	}
	link, err := epp.Spawn(ctx, argv, data, epp.ScrubbedEnv(x.options.Exec.Environ, x.d.Security.EnvPassthrough, data))
	if err != nil {
		return nil, err
	}
	client := epp.NewClient(link, epp.ClientOptions{Descriptor: x.d, Log: x.log})
	init := epp.Init{Host: epp.NameVersion{Name: "abx", Version: api.Version}, Config: x.values.Options, Core: x.core(), DataDir: data}
	if err := client.Initialize(ctx, init); err != nil {
		_ = client.Close()
		return nil, err
	}
	return client, nil
}

// core is what a plugin gets of the core keys: what it inherits, and the timeout.
func (x *execProvider) core() map[string]any {
	core := x.inherited()
	core["http_timeout"] = x.httpTimeout().Seconds()
	return core
}

func (x *execProvider) log(level, message string) {
	if x.options.Log != nil {
		x.options.Log(level, x.redactor.Redact(message))
	}
}

// Close ends the plugin, a second one by force.
func (x *execProvider) Close() error {
	x.mu.Lock()
	x.closed = true
	client := x.client
	x.mu.Unlock()
	x.net.Close()
	if client == nil {
		return nil
	}
	return client.Close()
}

// ask gates a method and calls the plugin.
func ask[T any](ctx context.Context, x *execProvider, class api.Class, method string, call func(*epp.Client) (T, error)) (T, error) {
	var zero T
	if err := x.gate.Check(class, method); err != nil {
		return zero, err
	}
	client, err := x.plugin(ctx)
	if err != nil {
		return zero, x.fail(err)
	}
	v, err := call(client)
	if err != nil {
		return zero, x.fail(err)
	}
	return v, nil
}

// tell is ask for a method without a result.
func tell(ctx context.Context, x *execProvider, class api.Class, method string, call func(*epp.Client) error) error {
	_, err := ask(ctx, x, class, method, func(c *epp.Client) (struct{}, error) { return struct{}{}, call(c) })
	return err
}

// onData is ask for a method of a sandbox's data plane: at its envd where the
// plugin reported one, else at the plugin.
func onData[T any](ctx context.Context, x *execProvider, id string, class api.Class, method string,
	direct func(*e2b.Client, api.Target) (T, error), call func(*epp.Client) (T, error),
) (T, error) {
	return ask(ctx, x, class, method, func(c *epp.Client) (T, error) {
		target, err := x.dataPlane(ctx, c, id)
		if err != nil {
			var zero T
			return zero, err
		}
		if target.EnvdURL == "" {
			return call(c)
		}
		return direct(x.wire, target)
	})
}

// doData is onData for a method without a result.
func doData(ctx context.Context, x *execProvider, id string, class api.Class, method string,
	direct func(*e2b.Client, api.Target) error, call func(*epp.Client) error,
) error {
	type none = struct{}
	_, err := onData(ctx, x, id, class, method,
		func(w *e2b.Client, t api.Target) (none, error) { return none{}, direct(w, t) },
		func(c *epp.Client) (none, error) { return none{}, call(c) })
	return err
}

func (x *execProvider) dataPlane(ctx context.Context, c *epp.Client, id string) (api.Target, error) {
	if t, ok := x.targets.get(id); ok {
		return t, nil
	}
	info, err := c.GetInfo(ctx, id)
	if err != nil {
		return api.Target{}, err
	}
	x.learn(info)
	return info.Target(), nil
}
