// Package layers finds a provider's configuration where the published hosts
// find it: flags, the process environment, ./.env, ~/.abx/.env,
// ~/.abx/config.toml, and the manifest's defaults. It asks for exactly the
// names that the provider may read: a core key that the manifest does not
// inherit is never looked up, and a secret never in config.toml.
//
// Source: spec/config.md; a differential test holds it to the published
// resolver.
package layers

import (
	"maps"
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
)

// Sources are where values come from. All of it is data of the caller: this
// room touches neither the process's environment nor its working folder.
type Sources struct {
	Flags   map[string]any                   // options given by the call
	Core    map[string]any                   // inherited core keys given by the call
	Environ func(name string) (string, bool) // the process environment; nil is an empty one
	Cwd     string                           // where ./.env lies; "" none
	Home    string                           // the home folder; "" none
	Warn    func(format string, args ...any) // of files that cannot be read; nil drops it
}

// Layers are sources whose files have been read.
type Layers struct {
	sources Sources
	dotenv  []dotenv
	toml    map[string]any
}

// Load reads the files of the sources. One that is missing is no layer; one
// that cannot be read is reported to Warn and is none either, as in the hosts.
func Load(s Sources) *Layers {
	if s.Environ == nil {
		s.Environ = func(string) (string, bool) { return "", false }
	}
	if s.Warn == nil {
		s.Warn = func(string, ...any) {}
	}
	return &Layers{sources: s, dotenv: readDotenvs(s), toml: readTOML(s)}
}

// Resolve finds and types the configuration of d: Load and then its Resolve.
func Resolve(d *api.Descriptor, s Sources) (config.Resolved, error) {
	return Load(s).Resolve(d)
}

// Provider is the default provider's id: ABX_PROVIDER, then [core] provider;
// "" where no layer names one.
func (l *Layers) Provider() string {
	v, _ := l.find(key{field: api.Field{Key: "provider"}, env: []string{"ABX_PROVIDER"}, toml: [][]string{{"core", "provider"}}})
	text, _ := v.value.(string)
	return text
}

// Resolve finds and types the configuration of d. It gives E8002 for a flag
// that d does not declare; whether something is missing is config.Check's to
// say.
func (l *Layers) Resolve(d *api.Descriptor) (config.Resolved, error) {
	if err := config.CheckNames(d, slices.Sorted(maps.Keys(l.sources.Flags))); err != nil {
		return config.Resolved{}, err
	}
	out := config.Resolved{Options: map[string]any{}, Core: map[string]any{}}
	explicit := false
	for _, k := range coreKeys(d, l.sources.Core) {
		if v, ok := l.find(k); ok {
			out.Core[k.field.Key] = v.value
			explicit = explicit || k.field.Key == config.KeyBaseURL && v.layer <= layerEnviron
		}
	}
	for _, f := range d.Fields {
		if v, ok := l.find(fieldKey(d, f, l.sources.Flags)); ok {
			out.Options[f.Key] = v.value
		}
	}
	given := maps.Clone(out.Options)
	maps.Copy(given, out.Core)
	config.Derive(d, out.Core, given, explicit)
	return config.Complete(d, out), nil
}

// With gives the same layers with other flags.
func (l *Layers) With(flags map[string]any) *Layers {
	other := *l
	other.sources.Flags = flags
	return &other
}
