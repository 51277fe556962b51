package js

import (
	"strings"
	"testing"
)

// What Node.js 20 doesn't have yet, so that the corpus can't compare it.
func TestLateLibrary(t *testing.T) {
	r := newRig(t)
	for source, want := range map[string]string{
		`JSON.stringify(Object.groupBy([1, 2, 3], (n) => n % 2 ? "odd" : "even"))`:          `{"odd":[1,3],"even":[2]}`,
		`Object.getPrototypeOf(Object.groupBy([], () => 1))`:                                `null`,
		`[...Map.groupBy("abca", (c) => c).entries()].join("|")`:                            `a,a,a|b,b|c,c`,
		`(() => { const d = Promise.withResolvers(); return Object.keys(d).join() })()`:     `promise,resolve,reject`,
		`typeof Promise.try(() => 1).then`:                                                  `function`,
		`[1, 2, 3, 4].values().filter((x) => x % 2).map((x) => x * 10).toArray().join()`:    `10,30`,
		`(function* () { yield* [1, 2, 3] })().take(2).toArray().join()`:                    `1,2`,
		`[1, 2, 3].values().drop(1).toArray().join()`:                                       `2,3`,
		`[1, 2].values().flatMap((x) => [x, x]).toArray().join()`:                           `1,1,2,2`,
		`[1, 2, 3].values().reduce((a, b) => a + b)`:                                        `6`,
		`[1, 2, 3].values().some((x) => x > 2) + "," + [1, 2].values().every((x) => x > 1)`: `true,false`,
		`[1, 2, 3].values().find((x) => x > 1)`:                                             `2`,
		`(() => { let closed = 0; const it = { next: () => ({ value: 1, done: false }), return() { closed++; return {} }, __proto__: Iterator.prototype }; it.take(1).toArray(); it.find(() => true); try { it.map(() => { throw 1 }).next() } catch {} return closed })()`: `3`,
		`Iterator.from({ next: () => ({ done: true }) }).toArray().length`:                                                        `0`,
		`[].values() instanceof Iterator`:                                                                                         `true`,
		`Iterator.from("ab").toArray().join()`:                                                                                    `a,b`,
		`"a\ud800".isWellFormed() + "," + "a😀".isWellFormed() + "," + "\ud800".toWellFormed().charCodeAt(0)`:                      `false,true,65533`,
		`new RegExp("^" + RegExp.escape("a.b*c-1 (x)") + "$").test("a.b*c-1 (x)")`:                                                `true`,
		`(() => { const o = {}; Error.captureStackTrace(o); return typeof o.stack })()`:                                           `string`,
		`(() => { const a = new Uint8Array([1, 2]).buffer, b = a.transfer(3); return a.byteLength + "," + new Uint8Array(b) })()`: `0,1,2,0`,
		`new Set([1, 2]).union(new Set([3])).size`:                                                                                `3`,
		`typeof Symbol.dispose + typeof Symbol.asyncDispose + Symbol.asyncIterator.toString()`:                                    `symbolsymbolSymbol(Symbol.asyncIterator)`,
		`(1234.5).toLocaleString("de-DE")`:                                                                                        `1,234.5`,
		`Object.keys({}).length + (() => { let n = 0; for (const k in []) n++; for (const k in "a") n++; return n })()`:           `1`,
		`typeof URL === "function" && "URL" in globalThis && Object.keys(globalThis).includes("URL")`:                             `false`,
	} {
		if got := r.eval(source); got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
	}
}

func TestArrayFromAsync(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`
		const source = { [Symbol.asyncIterator]() { let n = 0; return { next: async () => ({ value: n, done: n++ === 2 }) } } };
		Array.fromAsync(source, (x) => x + 1).then((a) => console.log(a));
		Array.fromAsync([Promise.resolve(1), 2]).then((a) => console.log(a));
		Promise.try(() => { throw new Error("sync") }).catch((e) => console.log(e.message))`)
	got := map[string]bool{r.line(): true, r.line(): true, r.line(): true}
	for _, want := range []string{"info: [ 1, 2 ]", "info: [ 1, 2 ]", "info: sync"} {
		if !got[want] {
			t.Errorf("no %s in %v", want, got)
		}
	}
}

func TestProviderMayReplaceGlobals(t *testing.T) {
	for source, want := range map[string]string{
		`fetch = () => "mine"; fetch()`:                                               `mine`,
		`globalThis.URL = class { static x = 1 }; URL.x`:                              `1`,
		`Object.groupBy = 5; Object.groupBy`:                                          `5`,
		`class A extends EventTarget {}; new A() instanceof EventTarget`:              `true`,
		`const o = Object.create(Object); o.groupBy = 6; Object.hasOwn(o, "groupBy")`: `true`,
	} {
		if got := newRig(t).eval(source); got != want {
			t.Errorf("%s: got %s, want %s", source, got, want)
		}
	}
}

// An option that would need Intl is refused by its name, never left out.
func TestFormsThatNeedIntlAreRefused(t *testing.T) {
	r := newRig(t)
	for source, option := range map[string]string{
		`(5).toLocaleString("en-US", { style: "currency", currency: "USD" })`: "style currency",
		`(5).toLocaleString("en-US", { notation: "compact" })`:                "notation compact",
		`new Date(0).toLocaleString("en-US", { timeZone: "Asia/Tokyo" })`:     "timeZone Asia/Tokyo",
		`new Date(0).toLocaleDateString("en-US", { month: "short" })`:         "month short",
		`new Date(0).toLocaleTimeString(undefined, { timeStyle: "short" })`:   "timeStyle short",
		`(5).toLocaleString("en-US", { maximumSignificantDigits: 1 })`:        "maximumSignificantDigits 1",
	} {
		want := "error: RangeError: toLocaleString with " + option + " is not available to providers: there is no Intl (test.js:1:"
		if got := r.eval(source); !strings.HasPrefix(got, want) {
			t.Errorf("%s\n got %s\nwant %s…", source, got, want)
		}
	}
}
