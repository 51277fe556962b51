package cli

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/gen/link"
)

// dist is where plugins go by default.
const dist = "dist"

// plugins makes a folder of each provider.
func (b *build) plugins(ctx context.Context, s *State, words []string, platforms []link.Platform, temp string) int {
	folders, found := s.selection(b.paths, temp).find(words)
	linker, problems := b.linker(s)
	found = append(found, problems...)
	target := gen.PluginTarget{
		Dir: cmp.Or(b.out, dist), Platforms: platforms, DataPlane: b.dataPlane, Sizes: b.sizes, Stop: found.HasErrors(),
	}
	built, problems := gen.BuildPlugins(ctx, b.in(s.input(folders, temp, b.output)), linker, target)
	found = append(found, problems...)
	if built == nil {
		return s.finish(b.output, reportOf(nil, nil), ended(ctx, found))
	}
	return s.finish(b.output, pluginReport(built), found, pluginSummary(built)...)
}

// pluginSummary is what people are told of a build of plugins.
func pluginSummary(b *gen.BuiltPlugins) []string {
	var lines []string
	for _, f := range b.Folders {
		lines = append(lines, fmt.Sprintf("%s: %s in %d files, %s", slashed(f.Dir), size(int64(f.Size)), f.Files, f.Platform))
		for _, e := range f.Executables {
			lines = append(lines, fmt.Sprintf("  %s: %s", e.Name, size(int64(len(e.Content)))))
			for _, p := range e.Sizes {
				lines = append(lines, fmt.Sprintf("    %10d %s", p.Size, p.Package))
			}
		}
	}
	for _, p := range b.Providers {
		lines = append(lines, describe(p))
	}
	if b.Workspace != "" {
		lines = append(lines, "workspace: "+b.Workspace)
	}
	return lines
}

// slashed marks a folder.
func slashed(dir string) string { return dir + string(filepath.Separator) }

func pluginReport(b *gen.BuiltPlugins) report {
	r := reportOf(b.Providers, nil)
	r.Workspace = b.Workspace
	for _, f := range b.Folders {
		one := folderReport{ID: f.ID, Dir: f.Dir, Platform: f.Platform, Size: f.Size, Files: f.Files}
		for _, e := range f.Executables {
			x := executableReport{Name: e.Name, Size: len(e.Content), Digest: e.Digest}
			for _, p := range e.Sizes {
				x.Packages = append(x.Packages, packageReport(p))
			}
			one.Executables = append(one.Executables, x)
		}
		for _, l := range f.LeftOut {
			one.LeftOut = append(one.LeftOut, l.What)
		}
		r.Plugins = append(r.Plugins, one)
	}
	return r
}
