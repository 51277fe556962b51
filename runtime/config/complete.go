package config

import (
	"maps"
	"regexp"

	"github.com/abxgen/abxgen/runtime/api"
)

// Defaults of the tuning keys (spec/config.md).
var tuning = map[string]any{KeyHTTPTimeout: 30.0, KeyHTTP2: true, KeyDefaultTemplate: "base"}

// Complete types what was given and fills in what was not: field defaults, the
// endpoint of a rest provider ([endpoint], [endpoint.derive]) and the tuning
// keys. Core keys that the manifest does not inherit are dropped. Options that
// are not declared stay for Check to refuse; a declared one whose value does
// not parse counts as unset.
func Complete(d *api.Descriptor, given Resolved) Resolved {
	out := Resolved{Options: typed(d, given.Options), Core: core(d, given.Core)}
	Derive(d, out.Core, merge(out.Options, given.Core), d.Inherits(KeyBaseURL) && given.Core[KeyBaseURL] != nil)
	for _, f := range d.Fields {
		if _, ok := out.Options[f.Key]; !ok && f.Default != nil {
			out.Options[f.Key] = Default(f)
		}
	}
	return out
}

// Default is a field's default in its type, or as the manifest wrote it where
// it does not parse (the host checks no default); nil where it has none.
func Default(f api.Field) any {
	if v, ok := Coerce(f, f.Default); ok {
		return v
	}
	return f.Default
}

func typed(d *api.Descriptor, given map[string]any) map[string]any {
	out := map[string]any{}
	for key, raw := range given {
		f, declared := d.Field(key)
		if !declared {
			out[key] = raw
		} else if v, ok := Coerce(f, raw); ok {
			out[key] = v
		}
	}
	return out
}

func core(d *api.Descriptor, given map[string]any) map[string]any {
	out := maps.Clone(tuning)
	for key, v := range given {
		_, isTuning := tuning[key]
		if isTuning || key == KeyLogLevel || d.Inherits(key) || d.Endpoint != nil && (key == KeyBaseURL || key == KeyDomain) {
			out[key] = v
		}
	}
	return out
}

func merge(a, b map[string]any) map[string]any {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// Derive fills in a rest provider's sandbox_base_url and sandbox_domain where
// core has none: by a template of [endpoint.derive] whose keys all have a value
// in given (defaults do not count), else by [endpoint] itself. Where the base
// URL is explicit (inherited, and from a flag or the process environment) no
// template is used.
func Derive(d *api.Descriptor, core, given map[string]any, explicit bool) {
	if d.Endpoint == nil {
		return
	}
	fixed := map[string]string{KeyBaseURL: d.Endpoint.BaseURL, KeyDomain: d.Endpoint.Domain}
	for _, key := range []string{KeyBaseURL, KeyDomain} {
		if core[key] != nil {
			continue
		}
		if value, ok := Expand(d.Endpoint.Derive[key], given); ok && !explicit {
			core[key], given[key] = value, value
		} else if fixed[key] != "" {
			core[key] = fixed[key]
		}
	}
}

var placeholder = regexp.MustCompile(`\{\{|\}\}|\{[a-z][a-z0-9_]*\}|[{}]`)

// Expand fills a template's {key} placeholders ({{ and }} are braces). It
// reports false for an empty template, an unset key or a stray brace.
func Expand(template string, values map[string]any) (string, bool) {
	ok := template != ""
	text := placeholder.ReplaceAllStringFunc(template, func(m string) string {
		switch {
		case m == "{{" || m == "}}":
			return m[:1]
		case len(m) == 1:
			ok = false
			return ""
		}
		value, isText := Text(values[m[1:len(m)-1]])
		ok = ok && isText
		return value
	})
	return text, ok
}
