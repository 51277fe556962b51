package bundler

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	esbuild "github.com/evanw/esbuild/pkg/api"

	"github.com/abxgen/abxgen/runtime/diag"
)

// loaders are the languages in which esbuild follows a comment to a source map.
var loaders = map[string]esbuild.Loader{
	".js": esbuild.LoaderJS, ".mjs": esbuild.LoaderJS, ".cjs": esbuild.LoaderJS, ".jsx": esbuild.LoaderJSX,
	".ts": esbuild.LoaderTS, ".mts": esbuild.LoaderTS, ".cts": esbuild.LoaderTS, ".tsx": esbuild.LoaderTSX,
}

// load answers for one file; an empty answer lets esbuild read it by itself.
// Every way into a bundle comes by here, also those on which nobody is asked to
// resolve anything.
func (r *resolver) load(a esbuild.OnLoadArgs) (esbuild.OnLoadResult, error) {
	if !inside(r.copy, a.Path) {
		// A pattern of import() found it. Where that stands is seen in the
		// output (glob.go); the file is not looked at.
		text := ""
		return esbuild.OnLoadResult{Contents: &text, Loader: esbuild.LoaderJS}, nil
	}
	loader, ok := loaders[filepath.Ext(a.Path)]
	if !ok || len(a.With) > 0 {
		return esbuild.OnLoadResult{}, nil
	}
	data, err := os.ReadFile(a.Path)
	if err != nil {
		return esbuild.OnLoadResult{Errors: []esbuild.Message{{Text: unreadable(err)}}}, nil
	}
	text := string(data)
	if places := r.computed[r.rel(a.Path)]; places != nil {
		text = rejecting(text, places)
	}
	if text = unmapped(text); text == string(data) {
		return esbuild.OnLoadResult{}, nil
	}
	return esbuild.OnLoadResult{Contents: &text, Loader: loader}, nil
}

func unreadable(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no file of this name; upper and lower case are different letters"
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err // without the copy's name
	}
	return "the file cannot be read: " + err.Error()
}

var mapComment = regexp.MustCompile(`(//|/\*)[#@]( sourceMappingURL=)`)

// unmapped takes away the meaning of comments that name a source map, moving no
// character. esbuild would read the map wherever it lies, by an absolute path
// or a file: address too, and put its names into the bundle's; and a map tells
// of files that nobody has. The same words in a string lose nothing: no
// debugger ever sees what a provider evaluates.
func unmapped(text string) string {
	return mapComment.ReplaceAllString(text, "$1 $2")
}

// strangers refuses a bundle with a file from outside, should all else have
// missed it.
func (f *folder) strangers(inputs []string) diag.List {
	for _, name := range inputs {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return diag.List{problem(diag.Pos{File: f.shown}, "a file outside of the provider's folder is part of the bundle; "+rule, "")}
		}
	}
	return nil
}
