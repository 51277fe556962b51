package manifest

import (
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

// Text is a string of the manifest with the place where it stands. Where the
// author wrote none, Pos is that of the table that could hold it.
type Text struct {
	Value string
	Pos   diag.Pos
}

// Manifest is a checked manifest: every value is of its type, in its range, and
// has its default where the author wrote none.
type Manifest struct {
	File   string // as given to Parse
	SHA256 string // hex, of the file's bytes

	// Authoring: the author wrote none of operation_contract_version,
	// [operations] and [workflow]; Operations are derived from Features.
	Authoring bool

	ID, Name, NameZH, Version, Description, License, Homepage Text

	Kind     Text          // api.KindNode, api.KindREST or api.KindExec
	Protocol string        // "node/1", "e2b-rest/1" or "epp/1"
	Requires []Requirement // in the order of the file

	EntryFile      Text   // node: the ES module, relative, slashes, normalised
	Command        []Text // exec
	StartupTimeout time.Duration
	CallTimeout    time.Duration
	Platforms      []Text

	Endpoint *Endpoint // rest only

	Features   []Text // each once, in the order of the file
	Operations api.Operations
	Written    Written
	Workflow   api.Workflow

	Network, Filesystem, EnvPassthrough []Text
	SpawnsProcesses                     bool

	Inherit  []Text
	Fields   []Field // in the order of the file
	AnyOf    [][]Text
	Commands []Command
}

// Written is [operations] with places; empty where Operations are derived.
type Written struct{ CLI, Python []Text }

// Requirement is one entry of compat.requires: a component ("sdk", "cli") and
// its comparators, to be read by Satisfies.
type Requirement struct{ Component, Spec Text }

// Endpoint is [endpoint] of a rest provider.
type Endpoint struct {
	Pos             diag.Pos
	BaseURL, Domain Text
	Scheme, Header  Text // "bearer" or "header"; the header's name
	Derive          []Derived
}

// Derived is one entry of endpoint.derive: a template with {field} places.
type Derived struct{ Key, Template Text }

// Field is one of [config.fields].
type Field struct {
	api.Field
	Pos diag.Pos // of its key

	raw *toml10.Value // the default as written; api.Field cannot hold a date or a table
}

// Command is one of [[commands.entries]]: an operation of the provider's own,
// apart from sandboxes.
type Command struct {
	ID, Description, DescriptionZH Text
	InputSchema, OutputSchema      map[string]any // JSON Schema draft 7
	Effect                         string         // read, write or delete
	Idempotent                     bool

	input, output *toml10.Value
}

// Entry is the node provider's ES module, relative to its folder; "" for other
// kinds.
func (m *Manifest) Entry() string { return m.EntryFile.Value }

// HasFeature reports whether the manifest declares f.
func (m *Manifest) HasFeature(f api.Feature) bool {
	for _, t := range m.Features {
		if t.Value == string(f) {
			return true
		}
	}
	return false
}

// Values drops the places.
func Values(texts []Text) []string {
	if texts == nil {
		return nil
	}
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = t.Value
	}
	return out
}
