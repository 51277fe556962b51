package plan

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// Source is one provider that takes part.
type Source struct {
	Descriptor *api.Descriptor
	// Manifest is the manifest's file. Generated files name it below the id
	// (e2b/abx-provider.toml), so that they are the same wherever it lies.
	Manifest string
	// Digest is the manifest's, "sha256:" and hex.
	Digest string
	// Pos is where the manifest states the id, for diagnostics.
	Pos diag.Pos
	// Settings are what the build fixes.
	Settings api.Settings
}

// Plan is all that the emitter and the linker need to know.
type Plan struct {
	Providers []Provider // in the order of the sources
}

// Provider is the plan of one package.
type Provider struct {
	Descriptor *api.Descriptor
	Manifest   string // e.g. e2b/abx-provider.toml
	Digest     string
	Settings   api.Settings

	// Package is the package's name, its folder below the output and so the
	// last element of its import path.
	Package      string
	Options      []Option     // the fields in the manifest's order, then the inherited core keys
	Methods      []Method     // every gated method
	Capabilities []Capability // all, declared or not
	Support      []Support    // one row for each of the known features
}

// New plans the packages of the sources. Two sources of one id are E8003, with
// both places. An id that ends with a line break is E8014: the hosts take it
// (Python's $ matches before it), but nothing can be named so that a program
// imports, a folder holds or a shell sets.
func New(sources []Source) (*Plan, diag.List) {
	if found := append(unnameable(sources), conflicts(sources)...); found.HasErrors() {
		return nil, found.Sorted()
	}
	descriptors := make([]*api.Descriptor, len(sources))
	for i, s := range sources {
		descriptors[i] = s.Descriptor
	}
	p := &Plan{}
	for i, n := range name(descriptors) {
		s := sources[i]
		methods := methodsOf(s.Descriptor)
		p.Providers = append(p.Providers, Provider{
			Descriptor:   s.Descriptor,
			Manifest:     path.Join(s.Descriptor.ID, path.Base(filepath.ToSlash(s.Manifest))),
			Digest:       s.Digest,
			Settings:     s.Settings,
			Package:      n.Package,
			Options:      optionsOf(s.Descriptor, n.Options),
			Methods:      methods,
			Capabilities: capabilitiesOf(s.Descriptor),
			Support:      supportOf(s.Descriptor, methods),
		})
	}
	return p, nil
}

func unnameable(sources []Source) diag.List {
	var found diag.List
	for _, s := range sources {
		if id := s.Descriptor.ID; strings.TrimSpace(id) != id {
			found.Errorf(string(api.CodeManifest), s.Pos, "remove the line break",
				"provider.id ends with a line break: the hosts take that for part of the id, but no package, file or variable can be named so")
		}
	}
	return found
}

// conflicts finds ids that come twice.
func conflicts(sources []Source) diag.List {
	var found diag.List
	for i, s := range sources {
		first := slices.IndexFunc(sources, func(o Source) bool { return o.Descriptor.ID == s.Descriptor.ID })
		if first == i {
			continue
		}
		found.Add(diag.Diag{
			Code:  string(api.CodeConflict),
			Pos:   s.Pos,
			Msg:   "provider " + s.Descriptor.ID + " is chosen twice",
			Hint:  "name each provider once, or give one of them another id",
			Notes: []diag.Note{{Pos: sources[first].Pos, Msg: "it is here as well"}},
		})
	}
	return found.Sorted()
}
