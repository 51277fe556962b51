package bundler

import (
	"os"
	"path/filepath"
	"regexp"
)

// strict begins a script whose code is strict.
const strict = `"use strict";`

// directive is a text that says so itself.
var directive = regexp.MustCompile(`^(?:\s|//[^\n]*\n|/\*(?s:.*?)\*/|#![^\n]*\n)*["']use strict["']`)

// isStrict reports whether the whole bundle may run as strict code. Modules are
// strict in Node.js, and esbuild drops that when it makes a script of them:
// an assignment to a frozen object, or to a name with a slip in it, would pass
// without a word. CommonJS files need not be strict, and one script is one or the
// other, so that a bundle with such a file stays as it is.
func (f *folder) isStrict(commonJS []string) bool {
	for _, name := range commonJS {
		text, err := os.ReadFile(filepath.Join(f.copy, filepath.FromSlash(name)))
		if err != nil || !directive.Match(text) {
			return false
		}
	}
	return true
}
