package bundler

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	esbuild "github.com/evanw/esbuild/pkg/api"

	"github.com/abxgen/abxgen/runtime/diag"
)

// Ids of esbuild's messages.
const (
	idDynamicImport = "unsupported-dynamic-import"
	idRequireCall   = "unsupported-require-call"
	idImportMeta    = "empty-import-meta"
	idEmptyGlob     = "empty-glob"
)

// code is that of every finding about a bundle (spec/errors.md).
const code = "E8014"

func problem(pos diag.Pos, msg, hint string) diag.Diag {
	return diag.Diag{Severity: diag.Error, Code: code, Pos: pos, Msg: msg, Hint: hint}
}

func warning(pos diag.Pos, msg, hint string) diag.Diag {
	d := problem(pos, msg, hint)
	d.Severity = diag.Warning
	return d
}

func quote(s string) string { return strconv.Quote(s) }

var (
	unresolved = regexp.MustCompile(`^Could not resolve (".*")$`)
	emptyGlob  = regexp.MustCompile(`^Could not resolve (import|require)\(`)
)

// translate puts a message of esbuild into our words, at the author's place.
// What the next run has to do otherwise is noted in needed.
func (r *resolver) translate(m esbuild.Message, severity diag.Severity, needed fixes) diag.Diag {
	d := diag.Diag{Severity: severity, Code: code, Pos: r.pos(m.Location)}
	switch {
	case unresolved.MatchString(m.Text) && m.Location != nil:
		path, _ := strconv.Unquote(unresolved.FindStringSubmatch(m.Text)[1])
		im := imported{m.Location.File, path}
		needed.stub[im] = true
		d.Msg, d.Hint = r.unresolved(im)
	case m.PluginName == pluginName && quoted(m.Text) != "":
		if m.Location != nil {
			needed.stub[imported{m.Location.File, quoted(m.Text)}] = true
		}
		d.Msg, d.Hint = m.Text, hintInside(quoted(m.Text))
	case m.ID == idDynamicImport && m.Location != nil && inPackage(m.Location.File):
		needed.computed[m.Location.File] = append(needed.computed[m.Location.File], [2]int{m.Location.Line, m.Location.Column})
		d.Msg, d.Hint = "import() of a computed path cannot be bundled and fails when it is reached", "leave alone what of the package needs it"
	case m.ID == idDynamicImport:
		d.Severity = diag.Error
		d.Msg, d.Hint = "import() of a computed path cannot be bundled", "write the path as a string, or as a template that starts with ./ and a folder, like `./regions/${name}.mjs`"
	case m.ID == idRequireCall:
		d.Msg, d.Hint = "require() of a computed path cannot be bundled and throws when it is reached", "write the path as a string"
	case m.ID == idImportMeta:
		d.Msg, d.Hint = "import.meta is empty in a provider", "take addresses from ctx.options, and import files by name"
	case m.ID == idEmptyGlob, emptyGlob.MatchString(m.Text):
		d.Severity = diag.Error
		d.Msg, d.Hint = "no file of the folder fits the pattern of this import", rule
	case strings.HasPrefix(m.Text, "Top-level await"):
		d.Msg, d.Hint = "top-level await cannot be loaded", "await inside create or buildInfra"
	default:
		d.Msg = lowerFirst(m.Text)
	}
	return d
}

var quotedPath = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// quoted reads the path that our own messages quote.
func quoted(text string) string {
	path, _ := strconv.Unquote(quotedPath.FindString(text))
	return path
}

func hintInside(path string) string {
	if isPackage(path) {
		return "install it into the folder's own node_modules"
	}
	return "copy the file into the folder"
}

// unresolved says why an import was not found.
func (r *resolver) unresolved(im imported) (msg, hint string) {
	if instead, ok := builtin(im.path); ok {
		way := strings.Join(append(r.chain(im.importer), im.path), " -> ")
		if inPackage(im.importer) {
			instead = "do without the package; or, where this is never reached, leave it out: \"browser\": { " + quote(im.path) + ": false } in the folder's package.json"
		}
		return quote(im.path) + " is a module of Node.js, and providers run without Node.js (" + way + ")", instead
	}
	switch {
	case isPackage(im.path), r.linkedOutside(im):
		return outside(im.path), hintInside(im.path)
	case r.exists(im):
		return quote(im.path) + " is of a type that cannot be bundled", "import .js, .mjs, .cjs, .ts, .json or .txt files"
	}
	return "there is no file " + quote(im.path), "write the file, or the right path"
}

// pos translates a place of esbuild, whose columns are bytes from 0.
func (f *folder) pos(l *esbuild.Location) diag.Pos {
	if l == nil {
		return diag.Pos{File: f.shown}
	}
	before := l.LineText[:min(l.Column, len(l.LineText))]
	return diag.Pos{File: f.show(l.File), Line: l.Line, Col: utf8.RuneCountInString(before) + 1}
}

func lowerFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[size:]); unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(first)) + s[size:]
}
