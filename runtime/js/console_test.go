package js

import (
	"strings"
	"testing"
)

func TestConsoleLevelsAndGroups(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`
		console.debug("d"); console.log("l", 1); console.info("i"); console.warn("w"); console.error("e", { a: 1 });
		console.group("g"); console.log("in\nside"); console.groupEnd(); console.groupEnd(); console.log("out");
		console.assert(true, "no"); console.assert(false, "x %s", 1); console.count(); console.count("a"); console.count();
		console.dir({ a: { b: { c: {} } } }, { depth: 0 }); console.table([{ a: 1, b: "x" }, { a: 2 }]); const { log } = console; log("bare")`)
	r.wantLines("debug: d", "info: l 1", "info: i", "warn: w", "error: e { a: 1 }", "info: g", "info:   in\n  side", "info: out",
		"warn: Assertion failed: x 1", "info: default: 1", "info: a: 1", "info: default: 2", "info: { a: [Object] }",
		"info: (index) | a | b", "info: 0 | 1 | 'x'", "info: 1 | 2 | ", "info: bare")
}

func TestConsoleShowsErrorsWithTheAuthorsPlaces(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`function f() { return new TypeError("bad", { cause: new Error("why") }) } console.error("failed:", f())`)
	if got := r.line(); got != "error: failed: TypeError: bad\n    at f (test.js:1:23)\n    at test.js:1:101 {\n  [cause]: Error: why\n      at f (test.js:1:53)\n      at test.js:1:101\n}" {
		t.Error(got)
	}
}

func TestConsoleCannotMoveTheTerminal(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`console.log("a\u001b[2Jb\rc\u0000\u009bd")`)
	r.wantLines("info: a[2Jbcd")
}

func TestConsoleOfHostileValues(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`
		for (const v of [{ get a() { throw 1 } }, new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 } }), { toString() { throw 3 } },
			{ [Symbol.toStringTag]: { toString() { throw 4 } } }, Object.defineProperty(new Error("x"), "message", { get() { throw 5 } }),
			{ get constructor() { throw 6 } }, { [Symbol.for("nodejs.util.inspect.custom")]() { throw 7 } }]) {
			try { console.log("v", v) } catch (e) { console.log("threw", e) }
		}
		console.log("end")`)
	for {
		line := r.line()
		if line == "info: end" {
			break
		}
		if !strings.HasPrefix(line, "info: ") {
			t.Error(line)
		}
	}
}
