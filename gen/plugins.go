package gen

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/gen/ship"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// StepShip is the last step of BuildPlugins.
const StepShip = "put the plugins in place"

// PluginTarget says where plugins go and what they are like.
type PluginTarget struct {
	// Dir gets a folder for each provider: ID, or ID-OS-ARCH where Platforms
	// are given.
	Dir       string
	Platforms []link.Platform
	DataPlane string // of ship
	Sizes     bool   // tell where the executables' bytes go
	Stop      bool   // as Build's stop
}

// BuiltPlugins is what BuildPlugins gave.
type BuiltPlugins struct {
	Providers []Provider
	Folders   []PluginFolder // by provider, then by platform
	Workspace string         // where it was kept; "" where it was not
}

// PluginFolder is a folder that a host can install.
type PluginFolder struct {
	ID, Dir     string
	Platform    string
	Size        int // bytes of all files
	Files       int
	Executables []link.Executable // none of a provider of kind exec
	LeftOut     []ship.LeftOut

	content []out.File
}

// BuildPlugins makes a folder of each provider that a host installs as an EPP/1
// plugin. The result is nil where the list has errors or the context is over,
// and then nothing on the disk has changed.
func BuildPlugins(ctx context.Context, in Input, l *link.Linker, t PluginTarget) (*BuiltPlugins, diag.List) {
	l.OnStep = in.OnStep
	ready, found := l.CheckTools(ctx)
	providers, problems := Load(ctx, in)
	b := &pluginBuild{in: in, target: t, ready: ready, providers: providers, platforms: t.Platforms}
	if len(t.Platforms) == 0 {
		b.platforms = []link.Platform{{OS: runtime.GOOS, Arch: runtime.GOARCH}} // to find what else is wrong
		if ready != nil {
			b.platforms = []link.Platform{ready.Platform()}
		}
	}
	found = append(found, problems...)
	found = append(found, b.shape()...)
	if found.HasErrors() || t.Stop {
		return nil, found
	}
	linked, problems := b.link(ctx)
	if found = append(found, problems...); found.HasErrors() || ctx.Err() != nil {
		return nil, found
	}
	built, problems := b.ship(linked)
	if found = append(found, problems...); found.HasErrors() {
		return nil, found
	}
	return built, found
}

// pluginBuild is one BuildPlugins at work.
type pluginBuild struct {
	in        Input
	target    PluginTarget
	ready     *link.Ready
	platforms []link.Platform
	providers []Provider
	plan      *plan.Plan                // of those that are compiled
	copied    map[string][]PluginFolder // of kind exec, by id
}

// shape looks at all that can be wrong before anything is generated.
func (b *pluginBuild) shape() diag.List {
	var found diag.List
	b.copied = map[string][]PluginFolder{}
	for i := range b.providers {
		found = append(found, b.shapeOne(&b.providers[i])...)
	}
	p, problems := planned(b.providers)
	if found = append(found, problems...); p != nil {
		p.Providers = slices.DeleteFunc(p.Providers, func(p plan.Provider) bool { return p.Descriptor.Kind == api.KindExec })
		b.plan = p
	}
	return found
}

func (b *pluginBuild) shapeOne(p *Provider) diag.List {
	m := p.Manifest
	var found diag.List
	for _, platform := range b.platforms {
		if err := out.Replaceable(b.dir(m.ID.Value, platform)); err != nil {
			found.Errorf(codeInstall, diag.Pos{}, "", "-o %s: %v", b.target.Dir, err)
		}
		if m.Kind.Value != api.KindExec {
			continue
		}
		files, problems := ship.Exec(m, p.folder, p.Dir, platform.String())
		b.copied[m.ID.Value] = append(b.copied[m.ID.Value], PluginFolder{Platform: platform.String(), content: files})
		found = append(found, problems...)
	}
	if m.Kind.Value == api.KindExec {
		return found
	}
	var problems diag.List
	if p.Bundle != nil {
		p.shape, problems = ship.New(m, p.Bundle.Infra, b.target.DataPlane)
	} else {
		p.shape, problems = ship.New(m, nil, b.target.DataPlane)
	}
	return append(found, problems...)
}

// dir is where a plugin goes.
func (b *pluginBuild) dir(id string, p link.Platform) string {
	if len(b.target.Platforms) > 0 {
		id += "-" + p.OS + "-" + p.Arch
	}
	return filepath.Join(b.target.Dir, id)
}

// link makes the executables of what is compiled.
func (b *pluginBuild) link(ctx context.Context) (*link.LinkedPlugins, diag.List) {
	if len(b.plan.Providers) == 0 {
		return &link.LinkedPlugins{}, nil
	}
	files, found := b.in.emit(b.plan, b.providers)
	if files == nil {
		return nil, found
	}
	job := link.PluginJob{
		Files: files, Platforms: b.platforms, DataPlane: b.target.DataPlane, MaxSize: ship.MaxFile, Sizes: b.target.Sizes,
	}
	for _, p := range b.plan.Providers {
		job.Plugins = append(job.Plugins, link.Plugin{ID: p.Descriptor.ID, Package: p.Package, Guest: p.Descriptor.Kind == api.KindNode})
	}
	return b.ready.LinkPlugins(ctx, job)
}

// ship puts every folder in its place, or none.
func (b *pluginBuild) ship(linked *link.LinkedPlugins) (*BuiltPlugins, diag.List) {
	defer b.in.step(StepShip)()
	built := &BuiltPlugins{Providers: b.providers, Workspace: linked.Workspace}
	var found diag.List
	var folders []out.Folder
	for _, p := range b.providers {
		for i, platform := range b.platforms {
			f, err := b.folder(p, platform, i, linked)
			if err != nil {
				return nil, failure("cannot %s: %v", StepShip, err)
			}
			found = append(found, ship.Check(f.Dir, f.content)...)
			built.Folders = append(built.Folders, f)
			folders = append(folders, out.Folder{Dir: f.Dir, Files: f.content})
		}
	}
	if found.HasErrors() {
		return nil, found
	}
	if err := out.Replace(folders); err != nil {
		return nil, failure("-o %s: %v", b.target.Dir, err)
	}
	return built, found
}

func (b *pluginBuild) folder(p Provider, platform link.Platform, i int, linked *link.LinkedPlugins) (PluginFolder, error) {
	id := p.Manifest.ID.Value
	f := PluginFolder{Platform: platform.String()}
	if p.shape == nil {
		f = b.copied[id][i]
	}
	f.ID, f.Dir = id, b.dir(id, platform)
	if p.shape != nil {
		if err := b.compiled(&f, p, linked); err != nil {
			return f, err
		}
	}
	f.Files = len(f.content)
	for _, file := range f.content {
		f.Size += len(file.Content)
	}
	return f, nil
}

// compiled fills the folder of what was linked.
func (b *pluginBuild) compiled(f *PluginFolder, p Provider, linked *link.LinkedPlugins) error {
	made := linked.Executables[slices.IndexFunc(linked.Executables, func(e link.Executables) bool {
		return e.ID == f.ID && e.Platform.String() == f.Platform
	})]
	planned := &b.plan.Providers[slices.IndexFunc(b.plan.Providers, func(p plan.Provider) bool { return p.Descriptor.ID == f.ID })]
	folder := ship.Folder{Name: filepath.Base(f.Dir), Platform: f.Platform, Executables: made.Files, Licences: made.Licences}
	if p.Bundle != nil {
		folder.Bundled = ship.Bundled(p.folder, f.ID, p.Manifest.Version.Value, p.Bundle.Inputs)
	}
	f.Executables, f.LeftOut = made.Files, p.shape.LeftOut
	var err error
	f.content, err = p.shape.Folder(planned, folder)
	return err
}
