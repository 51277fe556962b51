// Package emit writes the Go package of each planned provider: one file an
// output kind, the same bytes every time and on every system, grouped and
// formatted as goimports does. It sees the plan and the bundles, never a
// manifest.
package emit

import (
	"fmt"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
)

// Bundle is what the emitter embeds of a node or an exec provider.
type Bundle struct {
	JS, Map []byte // Map may be empty
	Digest  string // "sha256:" and hex of JS
	Folder  []byte // of an exec provider, as package packed makes it
}

// Emit gives the files of every package of the plan, each below a folder of
// the package's name. Bundles are by provider id; a node provider without one
// is an error, an exec provider without one is generated but cannot be opened.
func Emit(p *plan.Plan, bundles map[string]Bundle) ([]out.File, error) {
	var files []out.File
	for i := range p.Providers {
		made, err := emitProvider(&p.Providers[i], bundles)
		if err != nil {
			return nil, err
		}
		files = append(files, made...)
	}
	return files, nil
}

// kinds are the Go files of a package and who writes each. A core is built of
// doc.go and linked.go alone.
var kinds = []struct {
	name string
	emit func(*pkg) *source
}{
	{"doc.go", packageDoc},
	{"options.go", options},
	{"provider.go", provider},
	{"sandbox.go", sandboxFile},
	{"features.go", features},
	{"environment.go", environment},
	{"linked.go", linked},
}

func emitProvider(p *plan.Provider, bundles map[string]Bundle) ([]out.File, error) {
	bundle, ok := bundles[p.Descriptor.ID]
	if !ok && p.Descriptor.Kind == api.KindNode {
		return nil, fmt.Errorf("emit %s: a node provider without a bundle", p.Descriptor.ID)
	}
	g := &pkg{Provider: p, bundle: bundle}
	files := g.embedded()
	for _, k := range kinds {
		content, err := k.emit(g).render(k.name)
		if err != nil {
			return nil, fmt.Errorf("emit %s: %s: %w", p.Descriptor.ID, k.name, err)
		}
		files = append(files, out.File{Path: p.Package + "/" + k.name, Content: content})
	}
	return files, nil
}

// Names of the embedded files.
const (
	bundleFile = "bundle.js"
	mapFile    = "bundle.js.map"
	folderFile = "folder.zip"
)

// pkg is the package that is being written.
type pkg struct {
	*plan.Provider
	bundle Bundle
}

func (g *pkg) embedded() []out.File {
	var files []out.File
	if len(g.bundle.JS) > 0 {
		files = append(files, out.File{Path: g.Package + "/" + bundleFile, Content: g.bundle.JS})
	}
	if len(g.bundle.Map) > 0 {
		files = append(files, out.File{Path: g.Package + "/" + mapFile, Content: g.bundle.Map})
	}
	if len(g.bundle.Folder) > 0 {
		files = append(files, out.File{Path: g.Package + "/" + folderFile, Content: g.bundle.Folder})
	}
	return files
}

// isProgram reports whether the provider is one that is started.
func (g *pkg) isProgram() bool { return g.Descriptor.Kind == api.KindExec }

// hasGuest reports whether JavaScript is part of the package.
func (g *pkg) hasGuest() bool { return g.Descriptor.Kind == api.KindNode }
