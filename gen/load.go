package gen

import (
	"cmp"
	"context"
	"os"
	"path/filepath"

	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/gen/ship"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// Input is what every job starts from.
type Input struct {
	Folders []Folder // in the user's order
	// Guest starts the child that each bundle is probed in.
	Guest guest.Launcher
	// Settings are what a build fixes for its providers.
	Settings api.Settings
	// TempDir is where temporary folders are made; "" is the system's place.
	TempDir string
	// OnStep is told when a step begins, and what it returns is called when the
	// step ends. It may be nil.
	OnStep func(step string) (end func())
}

// Folder is a provider's folder.
type Folder struct {
	Dir   string
	Shown string // how diagnostics name it; "" is Dir
	ID    string // what the user asked for; "" where any id will do
}

func (f Folder) shown() string { return cmp.Or(f.Shown, f.Dir) }

// Provider is a provider's folder, read and checked.
type Provider struct {
	Dir      string // as it is shown
	Manifest *manifest.Manifest
	Bundle   *bundler.Bundle // nil for a provider without JavaScript, and where bundling failed

	folder   string      // where it lies
	shape    *ship.Shape // as a plugin; nil where it becomes none
	settings api.Settings
}

// Load reads the manifest of every folder and bundles its JavaScript. Folders
// whose manifest has errors are left out of the result.
func Load(ctx context.Context, in Input) ([]Provider, diag.List) {
	var providers []Provider
	var found diag.List
	for _, folder := range in.Folders {
		m, problems := folder.load()
		found = append(found, problems...)
		if m == nil {
			continue
		}
		p := Provider{Dir: folder.shown(), Manifest: m, folder: folder.Dir, settings: in.Settings}
		if m.Kind.Value == api.KindNode {
			end := in.step(StepBundle + " " + m.ID.Value)
			p.Bundle, problems = bundler.Make(ctx, folder.Dir, m.Entry(), in.options(folder, m))
			end()
			found = append(found, problems...)
		}
		providers = append(providers, p)
	}
	return providers, found
}

// load reads the manifest. A folder that was found by an id has to hold that
// provider.
func (f Folder) load() (*manifest.Manifest, diag.List) {
	m, found := f.parse()
	if m != nil && f.ID != "" && m.ID.Value != f.ID {
		found.Errorf(string(api.CodeProviderNotFound), m.ID.Pos, "name the folder as the provider, or give the folder's path to --providers",
			"this is provider %q in a folder named %q", m.ID.Value, f.ID)
	}
	return m, found
}

func (f Folder) parse() (*manifest.Manifest, diag.List) {
	if f.Shown == "" {
		return manifest.Load(f.Dir)
	}
	text, err := os.ReadFile(filepath.Join(f.Dir, manifest.FileName))
	if err != nil {
		return manifest.Load(f.Dir)
	}
	return manifest.Parse(filepath.Join(f.Shown, manifest.FileName), text)
}

func (in Input) options(f Folder, m *manifest.Manifest) bundler.Options {
	d := m.Descriptor()
	return bundler.Options{
		Shown:    f.shown(),
		Provider: d.ID,
		EntryPos: m.EntryFile.Pos,
		Fields:   d.Fields,
		Inherit:  d.Inherit,
		Guest:    in.Guest,
		TempDir:  in.TempDir,
	}
}

func (in Input) step(name string) (end func()) {
	if in.OnStep == nil {
		return func() {}
	}
	return in.OnStep(name)
}

// source is what the plan wants to know of a provider.
func (p Provider) source() plan.Source {
	d := p.Manifest.Descriptor()
	if p.shape != nil {
		d = p.shape.Descriptor
	}
	if p.Bundle != nil {
		d.Digest = p.Bundle.Digest
	}
	return plan.Source{
		Descriptor: d,
		Manifest:   p.Manifest.File,
		Digest:     "sha256:" + p.Manifest.SHA256,
		Pos:        p.Manifest.ID.Pos,
		Settings:   p.settings,
	}
}
