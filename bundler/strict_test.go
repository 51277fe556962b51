package bundler_test

import (
	"strings"
	"testing"

	"github.com/abxgen/abxgen/bundler"
)

// sloppy tells what strict code refuses.
const sloppy = `export default [
	(() => { try { Object.freeze({ a: 1 }).a = 2; return "ignored"; } catch (e) { return e.name; } })(),
	(() => { try { undeclared = 1; return "made"; } catch (e) { return e.name; } })(),
	(function () { return typeof this; })(),
].join();`

// A module's code is strict, as in Node.js.
func TestModulesAreStrict(t *testing.T) {
	if got := evaluate(t, sloppy); got != "TypeError,ReferenceError,undefined" {
		t.Error(got)
	}
}

// The place of what fails stays the author's behind the directive.
func TestPlacesInStrictCode(t *testing.T) {
	if got := evaluate(t, `export default () => { Object.freeze([]).x = 1; };`); !strings.HasSuffix(got, "(provider.mjs:1:42)") {
		t.Error(got)
	}
}

// A package of CommonJS that is not strict keeps what it may do; one that says
// that it is does not keep the modules from it.
func TestCommonJSKeepsItsMode(t *testing.T) {
	for mode, want := range map[string]string{"": "true", "/* x */ // y\n'use strict';": "false"} {
		dir := write(t, t.TempDir(), "-- provider.mjs --\nimport loose from \"loose\";\nexport default loose();\n-- node_modules/loose/package.json --\n{\"main\":\"index.js\"}\n"+
			"-- node_modules/loose/index.js --\n"+mode+"\nmodule.exports = function () { try { slip = 1; return String(slip === 1); } catch (e) { return \"false\"; } };\n")
		b, problems := bundler.Make(t.Context(), dir, "provider.mjs", bundler.Options{Shown: "p"})
		if b == nil {
			t.Fatal(text(t, problems))
		}
		if got := strings.HasPrefix(string(b.JS), `"use strict";`); got != (want == "false") {
			t.Errorf("%q: strict %v", mode, got)
		}
		if got := exported(t, b); got != want {
			t.Errorf("%q: %s", mode, got)
		}
	}
}
