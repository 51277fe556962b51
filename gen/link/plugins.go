package link

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/templates"
)

// PluginJob says which plugins to link.
type PluginJob struct {
	Plugins []Plugin
	Files   []out.File // the generated packages
	// Platforms to link for; none means the one of GOOS and GOARCH.
	Platforms []Platform
	DataPlane string // auto, plugin or direct
	MaxSize   int64  // bytes that an executable may have; 0 any
	Sizes     bool   // tell where the bytes go
}

// Plugin is one provider that becomes a plugin.
type Plugin struct {
	ID      string
	Package string // of the generated package
	Guest   bool   // it has JavaScript
}

// Executables are what one plugin consists of on one platform.
type Executables struct {
	ID       string
	Platform Platform
	Files    []Executable // the core, and the guest where there is one
	Licences []Licence
}

// Executable is one linked program.
type Executable struct {
	Name    string
	Content []byte
	Digest  string        // "sha256:" and hex
	Sizes   []PackageSize // where they were asked for
}

// LinkedPlugins is what a plugin job gave.
type LinkedPlugins struct {
	Executables []Executables // by plugin, then by platform
	Workspace   string        // where it was kept; "" where it was not
}

// LinkPlugins links the plugins' executables in memory: nothing but the
// workspace is written. A guest depends on no provider and is linked once a
// platform; the cores hold its digest.
func (r *Ready) LinkPlugins(ctx context.Context, job PluginJob) (*LinkedPlugins, diag.List) {
	ws, err := r.newWorkspace()
	if err != nil {
		return nil, failed(StepWorkspace, err)
	}
	if !r.Keep {
		defer ws.remove()
	}
	l := &pluginLink{workspace: ws, job: job, linked: &LinkedPlugins{}}
	if len(job.Platforms) == 0 {
		l.job.Platforms = []Platform{r.Platform()}
	}
	end := r.step(StepWorkspace)
	err = l.fill(ctx)
	end()
	if err != nil {
		return nil, failed(StepWorkspace, err)
	}
	var found diag.List
	for _, p := range l.job.Platforms {
		found = append(found, l.platform(ctx, p)...)
	}
	if found.HasErrors() {
		return nil, found
	}
	if r.Keep {
		l.linked.Workspace = ws.dir
	}
	return l.linked, found
}

// pluginLink is one job at work.
type pluginLink struct {
	*workspace
	job    PluginJob
	linked *LinkedPlugins
}

// Folders of the mains in a workspace.
const (
	guestDir = "guest"
	coreDir  = "cores"
	// pending stands for the digest of a guest that is not linked yet.
	pending = "pending"
)

func (l *pluginLink) fill(ctx context.Context) error {
	guest, err := templates.GuestMain()
	if err != nil {
		return err
	}
	mains := []out.File{{Path: guestDir + "/main.go", Content: guest}}
	for _, p := range l.job.Plugins {
		core, err := l.coreMain(p, pending)
		if err != nil {
			return err
		}
		mains = append(mains, out.File{Path: path.Join(coreDir, p.Package, "main.go"), Content: core})
	}
	return l.workspace.fill(ctx, l.job.Files, mains)
}

func (l *pluginLink) coreMain(p Plugin, digest string) ([]byte, error) {
	if !p.Guest {
		digest = ""
	}
	return templates.PluginMain(templates.Plugin{
		Module: ownModule, Package: path.Join(packageRoot, p.Package), DataPlane: l.job.DataPlane, GuestDigest: digest,
	})
}

// platform links everything for one platform.
func (l *pluginLink) platform(ctx context.Context, p Platform) diag.List {
	step := StepCompile + " for " + p.String()
	defer l.step(step)()
	guest, err := l.guest(ctx, p)
	if err != nil {
		return failed(step, err)
	}
	programs, err := l.cores(ctx, p, guest)
	if err != nil {
		return failed(step, err)
	}
	var found diag.List
	for i, plugin := range l.job.Plugins {
		made, err := l.plugin(plugin, p, guest, programs[i])
		if err != nil {
			return failed(step, err)
		}
		found = append(found, l.measure(ctx, plugin, &made)...)
		l.linked.Executables = append(l.linked.Executables, made)
	}
	return found
}

// guest links the guest where any plugin has one; "" where none has.
func (l *pluginLink) guest(ctx context.Context, p Platform) (program string, err error) {
	for _, plugin := range l.job.Plugins {
		if plugin.Guest {
			program = filepath.Join(l.dir, "guest.program")
			return program, l.build(ctx, target{p, []string{guestDir}}, stripped, program)
		}
	}
	return "", nil
}

// cores links every core with the digest of the guest, in one run.
func (l *pluginLink) cores(ctx context.Context, p Platform, guest string) (programs []string, err error) {
	digest := ""
	if guest != "" {
		if _, digest, err = readProgram(guest); err != nil {
			return nil, err
		}
	}
	bin := filepath.Join(l.dir, "bin", p.OS+"-"+p.Arch)
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return nil, err
	}
	var dirs []string
	for _, plugin := range l.job.Plugins {
		main, err := l.coreMain(plugin, digest)
		if err != nil {
			return nil, err
		}
		dir := path.Join(coreDir, plugin.Package)
		if err := os.WriteFile(filepath.Join(l.dir, filepath.FromSlash(dir), "main.go"), main, 0o644); err != nil {
			return nil, err
		}
		dirs = append(dirs, dir)
		programs = append(programs, filepath.Join(bin, p.Exe(plugin.Package)))
	}
	return programs, l.build(ctx, target{p, dirs}, stripped, bin+string(filepath.Separator))
}

// plugin reads what was linked.
func (l *pluginLink) plugin(plugin Plugin, p Platform, guest, core string) (Executables, error) {
	made := Executables{ID: plugin.ID, Platform: p}
	programs := []struct{ file, name string }{{core, plugin.ID}}
	if plugin.Guest {
		programs = append(programs, struct{ file, name string }{guest, plugin.ID + "-guest"})
	}
	var files []string
	for _, program := range programs {
		content, digest, err := readProgram(program.file)
		if err != nil {
			return made, err
		}
		made.Files = append(made.Files, Executable{Name: p.Exe(program.name), Content: content, Digest: digest})
		files = append(files, program.file)
	}
	var err error
	made.Licences, err = l.licences(files...)
	return made, err
}

func readProgram(file string) (content []byte, digest string, err error) {
	content, err = os.ReadFile(file)
	sum := sha256.Sum256(content)
	return content, "sha256:" + hex.EncodeToString(sum[:]), err
}

// measure refuses programs that are too large, and tells where bytes go.
func (l *pluginLink) measure(ctx context.Context, plugin Plugin, made *Executables) diag.List {
	var found diag.List
	dirs := []string{path.Join(coreDir, plugin.Package), guestDir}
	for i := range made.Files {
		f := &made.Files[i]
		size := int64(len(f.Content))
		over := l.job.MaxSize > 0 && size > l.job.MaxSize
		if !over && !l.job.Sizes {
			continue
		}
		sizes, err := l.sizes(ctx, target{made.Platform, dirs[i : i+1]}, size)
		if err != nil {
			return failed(StepCompile, err)
		}
		if f.Sizes = sizes; over {
			found = append(found, tooLarge(fmt.Sprintf("%s of %s for %s", f.Name, plugin.ID, made.Platform), size, l.job.MaxSize, sizes)...)
		}
	}
	return found
}
