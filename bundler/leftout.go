package bundler

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	esbuild "github.com/evanw/esbuild/pkg/api"
)

// The author's word on modules of Node.js: the field "browser" of the folder's
// own package.json, which elsewhere holds for that package alone, holds for
// them in the whole bundle. With false a module is left out, and says so when
// something of it is used; with a text that file or package stands for it.

// browserField reads the field; names come without node:.
func (f *folder) browserField() map[string]any {
	var manifest struct {
		Browser json.RawMessage `json:"browser"`
	}
	text, err := os.ReadFile(filepath.Join(f.copy, "package.json"))
	if err != nil || json.Unmarshal(text, &manifest) != nil {
		return nil
	}
	var byName map[string]any // a text is the package's own entry, not ours
	if json.Unmarshal(manifest.Browser, &byName) != nil {
		return nil
	}
	out := map[string]any{}
	for name, instead := range byName {
		out[strings.TrimPrefix(name, "node:")] = instead
	}
	return out
}

// replaced gives what the author put in place of a module of Node.js.
func (r *resolver) replaced(path string) (esbuild.OnResolveResult, bool) {
	if _, ok := builtin(path); !ok {
		return esbuild.OnResolveResult{}, false
	}
	switch instead := r.browser[strings.TrimPrefix(path, "node:")].(type) {
	case bool:
		if !instead {
			return esbuild.OnResolveResult{Path: path, Namespace: leftOutSpace}, true
		}
	case string:
		found := r.esb.Resolve(instead, esbuild.ResolveOptions{ResolveDir: r.copy, Kind: esbuild.ResolveJSImportStatement, PluginData: asked{}})
		if found.Namespace == "file" && !inside(r.copy, found.Path) {
			return esbuild.OnResolveResult{Errors: []esbuild.Message{{Text: outside(instead)}}}, true
		}
		return esbuild.OnResolveResult{Path: found.Path, Namespace: found.Namespace, Errors: found.Errors}, true
	}
	return esbuild.OnResolveResult{}, false
}

// leftOut is the text of a module that is left out. Its properties are found by
// way of the prototype, which is what esbuild keeps of a CommonJS module for
// named imports too.
func leftOut(a esbuild.OnLoadArgs) (esbuild.OnLoadResult, error) {
	text := `module.exports = Object.create(new Proxy({}, {
  get: (_, key) => typeof key === "symbol" || key === "__esModule" || key === "default" || key === "then" ? undefined : function () {
    throw Object.assign(new Error(key + " of " + ` + strconv.Quote(a.Path) + ` + " is not available to providers"), { code: "MODULE_NOT_FOUND" });
  },
}));`
	return esbuild.OnLoadResult{Contents: &text}, nil
}

// laterImport is what stands for import() of a computed path in a package, as
// long as that word so that no column moves.
const laterImport = "__abxi"

// bannerLater defines it. The directive is the bundle's own, which has to come
// first.
const bannerLater = `"use strict";var ` + laterImport + `=(name)=>Promise.reject(Object.assign(new Error("import() of "+name+" is not available to providers"),{code:"MODULE_NOT_FOUND"}));`

// rejecting gives the text of a file of a package in which each of the places,
// lines from 1 and columns in bytes, has an import() that nobody can bundle.
func rejecting(text string, places [][2]int) string {
	lines := strings.SplitAfter(text, "\n")
	for _, at := range places {
		line := lines[at[0]-1]
		if rest, ok := strings.CutPrefix(line[at[1]:], "import"); ok {
			lines[at[0]-1] = line[:at[1]] + laterImport + rest
		}
	}
	return strings.Join(lines, "")
}

// inPackage reports whether a file is JavaScript of a package, whose author is
// somebody else.
func inPackage(file string) bool {
	switch filepath.Ext(file) {
	case ".js", ".mjs", ".cjs":
		return strings.HasPrefix(file, "node_modules/") || strings.Contains(file, "/node_modules/")
	}
	return false
}
