package api

import (
	"slices"
	"time"
)

// The kinds of provider (spec/manifest.md, [runtime]).
const (
	KindNode = "node"
	KindREST = "rest"
	KindExec = "exec"
)

// Descriptor is what a manifest says of a provider, in the form that the
// runtime needs: no positions, everything checked, defaults filled in.
type Descriptor struct {
	ID, Name, NameZH, Version, Description, License, Homepage string

	Kind           string // KindNode, KindREST or KindExec
	Command        []string
	StartupTimeout time.Duration
	CallTimeout    time.Duration
	Endpoint       *Endpoint // rest only

	Features   []Feature // declared, in the manifest's order
	Operations Operations
	Workflow   Workflow
	Security   Security
	Inherit    []string // core keys: sandbox_api_key, sandbox_base_url, sandbox_domain
	Fields     []Field  // in the manifest's order
	AuthAnyOf  [][]string

	// Digest is the bundle's, "sha256:" and hex; empty for a provider without one.
	Digest string
}

// Operations lists what each host may call, in the manifest's order.
type Operations struct{ CLI, Python []string }

// Workflow is the manifest's [workflow].
type Workflow struct{ Inputs, Startups, SourcePlaceholders []string }

// Security is the manifest's [security].
type Security struct {
	Network, Filesystem, EnvPassthrough []string
	SpawnsProcesses                     bool
}

// Endpoint is the manifest's [endpoint] of a rest provider.
type Endpoint struct {
	BaseURL, Domain string
	Scheme          string // "bearer" or "header"
	Header          string // the header's name where Scheme is "header"
	Derive          map[string]string
}

// Field is one of [config.fields].
type Field struct {
	Key         string
	Type        string // string int float bool enum path url csv
	Required    bool
	Secret      bool
	Credential  bool
	Default     any // as TOML gave it: string, int64, float64, bool, []any; nil where none
	Description string
	DescZH      string
	Env         []string // further variable names
	Choices     []string
}

// Supports reports whether the provider declares f.
func (d *Descriptor) Supports(f Feature) bool { return slices.Contains(d.Features, f) }

// Field finds a declared field.
func (d *Descriptor) Field(key string) (Field, bool) {
	i := slices.IndexFunc(d.Fields, func(f Field) bool { return f.Key == key })
	if i < 0 {
		return Field{}, false
	}
	return d.Fields[i], true
}

// Inherits reports whether the provider inherits a core key.
func (d *Descriptor) Inherits(key string) bool { return slices.Contains(d.Inherit, key) }
