package bundler

import (
	"encoding/json"
	"slices"
	"strings"

	esbuild "github.com/evanw/esbuild/pkg/api"

	"github.com/abxgen/abxgen/runtime/diag"
)

// A built is what one run of esbuild gave; js is nil where it failed.
type built struct {
	js, sourceMap []byte
	inputs        []string
	sloppy        []string // those of inputs that are CommonJS
	problems      diag.List
	needed        fixes
}

// An imported names an import by the file that holds it (relative) and what it
// asks for.
type imported struct{ importer, path string }

// fixes are what one run of esbuild cannot do and the next one has to do in
// another way, so that the rest is looked at all the same.
type fixes struct {
	stub     map[imported]bool   // imports that were not found: empty modules
	computed map[string][][2]int // files of packages with import() of a computed path, by line and byte
	fields   bool                // class fields are lowered: goja cannot read all of them
	arrows   bool                // so are arrow functions, for some of their parameters
}

func newFixes() fixes {
	return fixes{stub: map[imported]bool{}, computed: map[string][][2]int{}}
}

func (n fixes) any() bool { return len(n.stub)+len(n.computed) > 0 }

// build runs esbuild once.
func (f *folder) build(entry string, known fixes) built {
	r := &resolver{folder: f, fixes: known, browser: f.browserField(), edges: map[string][]string{}}
	result := esbuild.Build(f.options(entry, r))
	out := built{needed: newFixes()}
	for _, m := range result.Errors {
		out.problems = append(out.problems, r.translate(m, diag.Error, out.needed))
	}
	for _, m := range result.Warnings {
		out.problems = append(out.problems, r.translate(m, diag.Warning, out.needed))
	}
	for _, file := range result.OutputFiles {
		if strings.HasSuffix(file.Path, ".map") {
			out.sourceMap = file.Contents
		} else {
			out.js = file.Contents
		}
	}
	out.inputs, out.sloppy = inputs(result.Metafile)
	return out
}

// options are esbuild's. No single target is right for goja: it has classes,
// private members and optional chaining of ES2022, but none of what Supported
// turns off. The regular expressions that it lacks are left as they stand, so
// that they can be found in the output with their place.
func (f *folder) options(entry string, r *resolver) esbuild.BuildOptions {
	var banner map[string]string
	if len(r.computed) > 0 {
		banner = map[string]string{"js": bannerLater}
	}
	return esbuild.BuildOptions{
		Banner:        banner,
		EntryPoints:   []string{"./" + entry},
		AbsWorkingDir: f.copy,
		Outfile:       "bundle.js",
		Bundle:        true,
		Format:        esbuild.FormatIIFE,
		GlobalName:    GlobalName,
		// Packages ship what needs no Node.js under their browser names.
		Platform:   esbuild.PlatformBrowser,
		MainFields: []string{"browser", "module", "main"},
		Conditions: []string{"module"},
		Target:     esbuild.ES2022,
		Supported: map[string]bool{
			"async-generator": false, "for-await": false, "using": false, "decorators": false,
			"dynamic-import": false, "import-meta": false, "top-level-await": false,
			"class-field": !r.fields, "class-static-field": !r.fields, "arrow": !r.arrows,
			"regexp-match-indices": true, "regexp-set-notation": true, "regexp-unicode-property-escapes": true,
		},
		Define:         map[string]string{"process.env.NODE_ENV": `"production"`, "global": "globalThis"},
		TsconfigRaw:    "{}",
		Sourcemap:      esbuild.SourceMapExternal,
		SourcesContent: esbuild.SourcesContentExclude,
		Metafile:       true,
		LogLevel:       esbuild.LogLevelSilent,
		LogLimit:       0,
		// These are silent by default and fail, or mean nothing, at run time.
		LogOverride: map[string]esbuild.LogLevel{
			idDynamicImport: esbuild.LogLevelWarning,
			idRequireCall:   esbuild.LogLevelWarning,
		},
		Plugins: []esbuild.Plugin{{Name: pluginName, Setup: r.setup}},
	}
}

// inputs reads the files of a bundle from esbuild's metafile, and which of them
// are CommonJS.
func inputs(metafile string) (names, commonJS []string) {
	var meta struct {
		Inputs map[string]struct {
			Format string `json:"format"`
		} `json:"inputs"`
	}
	if json.Unmarshal([]byte(metafile), &meta) != nil {
		return nil, nil
	}
	for name, in := range meta.Inputs {
		if strings.Contains(name, ":") { // a virtual module has its namespace before it
			continue
		}
		names = append(names, name)
		if in.Format == "cjs" {
			commonJS = append(commonJS, name)
		}
	}
	slices.Sort(names)
	return names, commonJS
}
