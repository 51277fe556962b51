package cli

import (
	"fmt"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/config/layers"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/gate"
	"github.com/abxgen/abxgen/runtime/provider"
)

// need is a method that a command is about to call.
type need struct {
	class  api.Class
	method string
}

func sandboxNeed(method string) need { return need{api.ClassSandbox, method} }
func fileNeed(method string) need    { return need{api.ClassFilesystem, method} }

// reference splits PROVIDER:SANDBOX. A provider that contradicts --provider is
// E8030. Ids of sandboxes hold neither a colon nor a slash.
func (r *run) reference(text string) (id, sandbox string, err error) {
	id, sandbox, ok := strings.Cut(text, ":")
	if !ok {
		id, sandbox = "", text
	}
	switch {
	case ok && r.flags.provider != "" && id != r.flags.provider:
		return "", "", api.Errorf(api.CodeMismatch, "%q is a sandbox of provider %q, and --provider says %q", text, id, r.flags.provider).
			With("leave --provider out, or name a sandbox of that provider")
	case sandbox == "" || ok && id == "" || strings.ContainsAny(sandbox, ":/"):
		return "", "", usage("%q is no sandbox: write ID, or PROVIDER:ID", text)
	}
	return id, sandbox, nil
}

// sandbox opens the provider of a reference, gated for what is needed of it.
func (r *run) sandbox(text string, needs ...need) (api.Provider, string, error) {
	id, sandbox, err := r.reference(text)
	if err != nil {
		return nil, "", err
	}
	p, err := r.provider(id, needs...)
	return p, sandbox, err
}

// provider opens the provider that is named, or the default one.
func (r *run) provider(id string, needs ...need) (api.Provider, error) {
	found := r.layers()
	linked, err := r.choose(id, found)
	if err != nil {
		return nil, err
	}
	d := linked.Descriptor
	for _, n := range needs {
		if err := gate.New(d, gate.HostCLI).Check(n.class, n.method); err != nil {
			return nil, err
		}
	}
	if p := r.open[d.ID]; p != nil {
		return p, nil
	}
	values, err := r.resolve(d, found)
	if err != nil {
		return nil, err
	}
	p, err := provider.Open(r.ctx, linked, r.opening(d, values))
	if err == nil {
		r.open[d.ID] = p
	}
	return p, err
}

// opening is how a provider is opened, whatever for.
func (r *run) opening(d *api.Descriptor, values config.Resolved) provider.Options {
	return provider.Options{
		Values: values, Guest: r.Guest, Exec: r.Exec, Log: r.log(d.ID), Operations: gate.HostCLI, Transport: r.Transport, UserAgent: "abx/" + api.Version,
	}
}

func (r *run) sources() layers.Sources {
	return layers.Sources{Environ: r.Environ, Cwd: r.Cwd, Home: r.Home, Warn: r.warn}
}

// warn tells people of a file that cannot be read. A program that asked for
// JSON finds nothing else on stderr.
func (r *run) warn(format string, args ...any) {
	if !r.flags.json || r.debug() {
		fmt.Fprintln(r.Stderr, "abx: "+cleanLine(fmt.Sprintf(format, args...)))
	}
}

func (r *run) layers() *layers.Layers { return layers.Load(r.sources()) }

// choose finds a linked provider: the named one, the default one of the
// layers, or the only one there is.
func (r *run) choose(id string, found *layers.Layers) (api.Linked, error) {
	if id == "" {
		id = r.flags.provider
	}
	if id == "" {
		id = found.Provider()
	}
	if id == "" && len(r.linked) == 1 {
		return r.linked[0], nil
	}
	if id == "" {
		return api.Linked{}, api.Errorf(api.CodeConfig, "several providers are linked in, and none was named").
			With("write --provider ID or set ABX_PROVIDER; linked in: " + strings.Join(r.ids(), ", "))
	}
	return r.named(id)
}

func (r *run) named(id string) (api.Linked, error) {
	for _, l := range r.linked {
		if l.Descriptor.ID == id {
			return l, nil
		}
	}
	err := api.Errorf(api.CodeProviderNotFound, "provider %q is not linked into this abx", id)
	err.Suggestion = "linked in: " + strings.Join(r.ids(), ", ")
	if near := diag.Nearest(id, r.ids()); near != "" {
		err.Suggestion = fmt.Sprintf("did you mean %q? %s", near, err.Suggestion)
	}
	return api.Linked{}, err
}

func (r *run) ids() []string {
	var out []string
	for _, l := range r.linked {
		out = append(out, l.Descriptor.ID)
	}
	return out
}

// resolve finds the configuration of d.
func (r *run) resolve(d *api.Descriptor, found *layers.Layers) (config.Resolved, error) {
	options, err := r.options(d)
	if err != nil {
		return config.Resolved{}, err
	}
	return found.With(options).Resolve(d)
}

// options reads --option. It may not name a secret: every process of the
// machine can read it there. In files and the environment a value that does not
// parse counts as unset, as in every host; one that was just typed is an error,
// for nothing else would tell that it had no effect.
func (r *run) options(d *api.Descriptor) (map[string]any, error) {
	given, err := keyValues("option", r.flags.options)
	if err != nil {
		return nil, err
	}
	options, typed := map[string]any{}, map[string]any{}
	for key, value := range given {
		if f, ok := d.Field(key); ok && f.Secret {
			err := api.Errorf(api.CodeConfig, "option %q is secret and is not taken from the command line", key)
			return nil, err.With("set " + config.EnvName(d.ID, key))
		}
		options[key] = value
		if strings.TrimSpace(value) != "" {
			typed[key] = value
		}
	}
	return options, config.CheckTyped(d, typed)
}

// debug reports whether ABX_LOG=debug asks for what is said on the way.
func (r *run) debug() bool {
	level, _ := r.Environ("ABX_LOG")
	return level == "debug"
}

// log shows what a provider's console says, where that is asked for.
func (r *run) log(id string) func(level, message string) {
	if !r.debug() {
		return nil
	}
	return func(level, message string) { fmt.Fprintf(r.Stderr, "%s %s: %s\n", level, id, message) }
}
