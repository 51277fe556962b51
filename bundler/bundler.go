// Package bundler makes one script of a provider's folder: what a JavaScript
// engine without modules can load, with a source map and nothing from outside
// the folder. What that engine cannot load is an error here, at the author's
// line and column, never at the start of a finished program.
//
// Sources: spec/kit.md (what a module may expect), the facts on esbuild and
// goja of the design, cases/01, 02 and 04.
package bundler

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/guest"
)

// GlobalName is the global variable that a bundle assigns the entry module's
// namespace object to; its "default" is the provider's create function.
const GlobalName = "__abx_provider"

// Options says what a bundle is made for.
type Options struct {
	// Provider is the id, for messages.
	Provider string
	// Shown is how diagnostics name the folder; "" is its path as given.
	Shown string
	// EntryPos is where the manifest names the entry file: a missing one is
	// reported there.
	EntryPos diag.Pos
	// Fields and Inherit are the manifest's: the probe gets a placeholder for
	// each of them.
	Fields  []api.Field
	Inherit []string
	// Guest starts the child that the bundle is probed in; nil leaves the probe
	// out.
	Guest guest.Launcher
	// ProbeLimit is how long a provider may take from the start of its guest to
	// buildInfra's answer; 0 is five seconds.
	ProbeLimit time.Duration
	// TempDir is where the private copy of the folder is made for the time of
	// the call; "" is the system's own place.
	TempDir string
}

// Bundle is a provider's JavaScript, ready to be embedded.
type Bundle struct {
	JS     []byte   // one script, ASCII, which assigns GlobalName
	Map    []byte   // its source map; sources are relative to the folder
	Inputs []string // the files that are part of it, relative to the folder, sorted
	Digest string   // "sha256:" and the hex digest of JS
	Says   Mentions // what its text names
	// Infra is what buildInfra returned for placeholder options, with the
	// methods that the provider overrides; nil where it threw or was not asked.
	Infra *guest.Infra
	// Asked are the names that the author's own code read from ctx.options in
	// buildInfra and that are no field's, each where it was read first.
	Asked []Mention
}

// Make bundles the folder dir from its entry file (slash-separated, relative
// to dir), checks the result with the engine that will load it, and calls it
// once in a child guest. The bundle is nil where the list has errors; all
// problems that can be found in one run are in the list, each E8014 with the
// author's file, line and column.
func Make(ctx context.Context, dir, entry string, o Options) (*Bundle, diag.List) {
	shown := cmp.Or(o.Shown, dir)
	f, err := openFolder(dir, shown, o.TempDir)
	if err != nil {
		return nil, diag.List{problem(diag.Pos{File: shown}, "cannot read the provider's folder: "+err.Error(), "")}
	}
	defer f.close()
	if d, ok := f.checkEntry(entry, o.EntryPos); !ok {
		return nil, diag.List{d}
	}
	b, problems := f.bundle(entry)
	if problems.HasErrors() || ctx.Err() != nil {
		return nil, problems
	}
	if o.Guest != nil {
		problems = append(problems, b.probe(ctx, f, entry, o)...)
	}
	if problems.HasErrors() {
		return nil, problems
	}
	return b, problems
}

// bundle runs esbuild and then looks at its output with the engine's parser. A
// module that cannot be found does not hide what else is wrong: it is replaced
// by an empty one and the rest is looked at all the same.
func (f *folder) bundle(entry string) (*Bundle, diag.List) {
	first := f.build(entry, newFixes())
	problems := first.problems
	result := first
	if first.needed.any() {
		result = f.build(entry, first.needed)
	}
	if result.js == nil {
		return nil, problems
	}
	result = f.legible(entry, first.needed, result)
	said, edits, found := f.checkScript(result.js, result.sourceMap)
	if !found.HasErrors() {
		found = append(found, f.strangers(result.inputs)...)
	}
	if problems = append(problems, found...); found.HasErrors() {
		return nil, problems
	}
	if f.isStrict(result.sloppy) {
		edits = slices.Insert(edits, 0, edit{text: strict})
	}
	js, sourceMap, err := edited(result.js, result.sourceMap, edits)
	if err != nil {
		return nil, append(problems, problem(diag.Pos{File: f.shown}, "the bundle's source map cannot be read: "+err.Error(), ""))
	}
	problems = append(problems, f.checkEdited(js, sourceMap)...)
	sum := sha256.Sum256(js)
	return &Bundle{
		JS:     js,
		Map:    sourceMap,
		Inputs: result.inputs,
		Digest: "sha256:" + hex.EncodeToString(sum[:]),
		Says:   said,
	}, problems
}

// legible builds anew what goja cannot read: it stumbles over class fields called
// get or set, and over a pattern with a default inside another one as an arrow
// function's parameter. What it cannot read either way stays as it is.
func (f *folder) legible(entry string, known fixes, result built) built {
	if readable(result.js) {
		return result
	}
	for _, lower := range []func(){func() { known.fields = true }, func() { known.arrows = true }} {
		lower()
		if again := f.build(entry, known); again.js != nil && readable(again.js) {
			return again
		}
	}
	return result
}
