package js

import (
	"testing"
	"time"
)

func TestExplain(t *testing.T) {
	for _, tc := range []struct{ source, want string }{
		{"\n  throw new TypeError('bad')", "TypeError: bad (test.js:2:9)"},
		{"const o = {}; o.f()", "TypeError: Object has no member 'f' (test.js:1:18)"},
		{"throw 'text'", "text (test.js:1:1)"},
		{"throw undefined", "undefined (test.js:1:1)"},
		{"throw null", "null (test.js:1:1)"},
		{"throw Symbol('s')", "Symbol(s) (test.js:1:1)"},
		{"throw { message: 'm' }", "m (test.js:1:1)"},
		{"throw { toString() { throw 1 } }", "[value that cannot be shown] (test.js:1:1)"},
		{"throw new Proxy({}, { get() { throw 1 } })", "[value that cannot be shown] (test.js:1:1)"},
		{"throw new Error('a\\u001b[31mb\\nc')", "Error: a[31mb c (test.js:1:7)"},
		{"class E extends Error { constructor() { super('x'); this.name = 'E' } } throw new E()", "E: x (test.js:1:46)"},
		{"process.exit()", "ReferenceError: process is not available to providers (test.js:1:1)"},
		{"new WeakRef({})", "ReferenceError: WeakRef is not available to providers (test.js:1:5)"},
		{"nothing.at.all", "ReferenceError: nothing is not defined (test.js:1:1)"},
		{"[1].map(() => { throw new RangeError('in native') })", "RangeError: in native (test.js:1:23)"},
	} {
		r := newRig(t)
		if err := r.run(tc.source); err == nil || err.Error() != tc.want {
			t.Errorf("%s\n got %v\nwant %s", tc.source, err, tc.want)
		}
	}
}

func TestUnhandledRejections(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`
		Promise.reject(new Error("lost"));
		const late = Promise.reject(new Error("late"));
		setTimeout(() => late.catch(() => {}), 500);
		Promise.reject(new Error("soon")).catch(() => {});`)
	r.advance(999 * time.Millisecond)
	r.noLine()
	r.advance(time.Millisecond)
	r.wantLines("error: Unhandled rejection: Error: lost (test.js:2:18)")
	r.advance(time.Hour)
	r.noLine()
}

func TestUnhandledRejectionIsLoggedAtClose(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`Promise.reject("why")`)
	r.Close()
	r.wantLines("error: Unhandled rejection: why")
}

func TestUncaughtInTimerIsLoggedAndPoisonsNothing(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`setTimeout(() => { throw new Error("in timer") }, 1); setTimeout(() => console.log("next"), 1)`)
	r.advance(time.Second)
	r.wantLines("error: Uncaught exception: Error: in timer (test.js:1:26)", "info: next")
}
