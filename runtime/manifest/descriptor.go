package manifest

import (
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/manifest/internal/pep440"
	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

// Descriptor gives the form that the runtime needs. Digest is left empty: it
// is the bundle's.
func (m *Manifest) Descriptor() *api.Descriptor {
	d := &api.Descriptor{
		ID: m.ID.Value, Name: m.Name.Value, NameZH: m.NameZH.Value, Version: m.Version.Value,
		Description: m.Description.Value, License: m.License.Value, Homepage: m.Homepage.Value,
		Kind: m.Kind.Value, Command: Values(m.Command),
		StartupTimeout: m.StartupTimeout, CallTimeout: m.CallTimeout,
		Endpoint:   m.Endpoint.descriptor(),
		Operations: m.Operations,
		Workflow:   m.Workflow,
		Security: api.Security{
			Network: Values(m.Network), Filesystem: Values(m.Filesystem),
			EnvPassthrough: Values(m.EnvPassthrough), SpawnsProcesses: m.SpawnsProcesses,
		},
		Inherit: Values(m.Inherit),
	}
	for _, f := range m.Features {
		d.Features = append(d.Features, api.Feature(f.Value))
	}
	for _, f := range m.Fields {
		d.Fields = append(d.Fields, f.Field)
	}
	for _, group := range m.AnyOf {
		d.AuthAnyOf = append(d.AuthAnyOf, Values(group))
	}
	return d
}

func (e *Endpoint) descriptor() *api.Endpoint {
	if e == nil {
		return nil
	}
	out := &api.Endpoint{BaseURL: e.BaseURL.Value, Domain: e.Domain.Value, Scheme: e.Scheme.Value, Header: e.Header.Value}
	for _, d := range e.Derive {
		if out.Derive == nil {
			out.Derive = map[string]string{}
		}
		out.Derive[d.Key.Value] = d.Template.Value
	}
	return out
}

// Satisfies reports whether a version (PEP 440) meets a comma-separated list of
// comparators, as every host reads compat.requires: 0.4.0a6 is below 0.4. The
// list is read from the left up to the first comparator that is not met.
func Satisfies(version, comparators string) (bool, error) {
	return pep440.Satisfies(version, comparators)
}

// plain gives a value as api.Field.Default and schemas hold it: string, int64,
// float64, bool, []any, map[string]any; a date is its text.
func plain(v *toml10.Value) any {
	switch v.Kind {
	case toml10.Integer:
		return v.Int
	case toml10.Float:
		return v.Float
	case toml10.Bool:
		return v.Bool
	case toml10.Array:
		out := make([]any, len(v.Items))
		for i, item := range v.Items {
			out[i] = plain(item)
		}
		return out
	case toml10.TableKind:
		out := make(map[string]any, len(v.Table.Entries))
		for _, e := range v.Table.Entries {
			out[e.Key] = plain(e.Value)
		}
		return out
	default:
		return v.Str
	}
}
