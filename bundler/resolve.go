package bundler

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	esbuild "github.com/evanw/esbuild/pkg/api"
)

const rule = "imports must stay inside the plugin directory"

// A resolver is the plugin that stands before esbuild's own resolution: it
// refuses what leaves the folder, brings in the node: modules, and remembers
// who imports whom. It is called from many goroutines.
type resolver struct {
	*folder
	fixes
	browser map[string]any // browserField
	esb     esbuild.PluginBuild

	mu    sync.Mutex
	edges map[string][]string // file to the files that import it
}

// pluginName is in esbuild's messages that are ours.
const pluginName = "abxgen"

// asked marks the resolver's own question to esbuild.
type asked struct{}

// Namespaces of modules that are no files.
const (
	nodeSpace    = "node"
	stubSpace    = "stub"
	leftOutSpace = "left-out"
)

func (r *resolver) setup(b esbuild.PluginBuild) {
	r.esb = b
	b.OnResolve(esbuild.OnResolveOptions{Filter: ".*"}, r.resolve)
	b.OnLoad(esbuild.OnLoadOptions{Filter: ".*", Namespace: nodeSpace}, func(a esbuild.OnLoadArgs) (esbuild.OnLoadResult, error) {
		text := `module.exports = __abx_require("node:` + a.Path + `");`
		return esbuild.OnLoadResult{Contents: &text}, nil
	})
	b.OnLoad(esbuild.OnLoadOptions{Filter: ".*", Namespace: stubSpace}, func(esbuild.OnLoadArgs) (esbuild.OnLoadResult, error) {
		text := `module.exports = {};`
		return esbuild.OnLoadResult{Contents: &text}, nil
	})
	b.OnLoad(esbuild.OnLoadOptions{Filter: ".*", Namespace: leftOutSpace}, leftOut)
	b.OnLoad(esbuild.OnLoadOptions{Filter: ".*", Namespace: "file"}, r.load)
}

// resolve answers for one import. An empty answer lets esbuild go on by
// itself; where that fails it knows whether the import stands in a try block,
// and only if not it reports an error, which translate puts into our words.
func (r *resolver) resolve(a esbuild.OnResolveArgs) (esbuild.OnResolveResult, error) {
	var native esbuild.OnResolveResult
	if _, ok := a.PluginData.(asked); ok || a.Kind == esbuild.ResolveEntryPoint {
		return native, nil
	}
	if r.stub[imported{r.rel(a.Importer), a.Path}] {
		return esbuild.OnResolveResult{Path: "empty", Namespace: stubSpace}, nil
	}
	if why := r.leaves(a); why != "" {
		return esbuild.OnResolveResult{Errors: []esbuild.Message{{Text: why}}}, nil
	}
	if instead, ok := r.replaced(a.Path); ok {
		return instead, nil
	}
	if name, ok := strings.CutPrefix(a.Path, "node:"); ok {
		return provided(name), nil
	}
	found := r.esb.Resolve(a.Path, esbuild.ResolveOptions{
		Importer: a.Importer, Namespace: a.Namespace, ResolveDir: a.ResolveDir, Kind: a.Kind, With: a.With, PluginData: asked{},
	})
	if len(found.Errors) > 0 {
		return provided(a.Path), nil
	}
	if found.Namespace == "file" && !inside(r.copy, found.Path) {
		return esbuild.OnResolveResult{Errors: []esbuild.Message{{Text: outside(a.Path)}}}, nil
	}
	r.remember(a.Importer, found.Path)
	return native, nil
}

// provided gives the virtual module of a node: module that the runtime has,
// else an empty answer.
func provided(name string) esbuild.OnResolveResult {
	if !slices.Contains(nodeProvided, name) {
		return esbuild.OnResolveResult{}
	}
	return esbuild.OnResolveResult{Path: name, Namespace: nodeSpace}
}

// leaves says why an import leaves the folder; "" where it does not by its
// words alone.
func (r *resolver) leaves(a esbuild.OnResolveArgs) string {
	path := filepath.FromSlash(a.Path)
	switch {
	case isPackage(a.Path):
		return ""
	case !strings.HasPrefix(a.Path, "."), !inside(r.copy, filepath.Join(a.ResolveDir, path)):
		return outside(a.Path)
	}
	return ""
}

// outside words that an import leads out of the folder. A package that is
// found above, or behind a link, is for its author just not there.
func outside(path string) string {
	switch {
	case isURL(path):
		return quote(path) + " is fetched from elsewhere; " + rule
	case isPackage(path):
		return "there is no package " + quote(path) + " in the provider's folder; " + rule
	}
	return quote(path) + " is outside of the provider's folder; " + rule
}

func isPackage(path string) bool {
	return !isURL(path) && !strings.HasPrefix(path, ".") && !strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "file:") && !filepath.IsAbs(path)
}

func isURL(path string) bool {
	u, err := url.Parse(path)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") || strings.HasPrefix(path, "//")
}

// linkedOutside reports whether a relative import names something that exists
// in the original but lies, by a symbolic link, outside.
func (f *folder) linkedOutside(im imported) bool {
	path := filepath.Join(f.real, filepath.FromSlash(im.importer), "..", filepath.FromSlash(im.path))
	target, err := filepath.EvalSymlinks(path)
	return err == nil && !inside(f.real, target)
}

// exists reports whether a relative import names a file of the original.
func (f *folder) exists(im imported) bool {
	info, err := os.Stat(filepath.Join(f.real, filepath.FromSlash(im.importer), "..", filepath.FromSlash(im.path)))
	return err == nil && info.Mode().IsRegular()
}

func (r *resolver) remember(importer, file string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	from, to := r.rel(importer), r.rel(file)
	if !slices.Contains(r.edges[to], from) {
		r.edges[to] = append(r.edges[to], from)
	}
}

// chain gives the shortest way of imports that leads to a file, from the entry
// to the file itself.
func (r *resolver) chain(file string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := map[string]string{file: ""} // towards file
	queue := []string{file}
	last := file
	for len(queue) > 0 {
		last, queue = queue[0], queue[1:]
		importers := slices.Sorted(slices.Values(r.edges[last]))
		for _, from := range importers {
			if _, seen := next[from]; !seen {
				next[from] = last
				queue = append(queue, from)
			}
		}
		if len(importers) == 0 {
			break // nobody imports it: the entry
		}
	}
	way := []string{last}
	for at := next[last]; at != ""; at = next[at] {
		way = append(way, at)
	}
	return way
}
