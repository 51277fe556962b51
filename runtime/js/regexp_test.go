package js

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// The table of this test: a to z, the digits, all, and a letter beyond the BMP.
const someProperties = `__abx_regexp.properties = { Small: "2p,q", Nd: "1c,a", Any: "0,nvnk", Far: "1ekg,1" };`

func TestRegExpProperties(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(someProperties)
	for source, want := range map[string]string{
		`"aB1".replace(new RegExp("\\p{Small}", "gu"), "-")`:                        `-B1`,
		`"aB1".replace(new RegExp("\\P{Small}", "gu"), "-")`:                        `a--`,
		`"aB1".replace(RegExp("[^\\p{Small}\\p{Nd}]", "gu"), "-")`:                  `a-1`,
		`"aB1".replace(RegExp("[\\P{Small}]", "gu"), "-")`:                          `a--`,
		`"aB1".match(__abx_regexp("[\\p{Nd}B]+", "u"))[0]`:                          `B1`,
		`new RegExp("\\p{Any}", "u").exec("😀")[0]`:                                  `😀`,
		`new RegExp("(?=\\p{Far})..", "u").test(String.fromCodePoint(65536) + "x")`: `true`,
		`new RegExp("\\P{Any}", "u").test("x")`:                                     `false`,
		`new RegExp("\\\\p{Small}").test("\\p{Small}")`:                             `true`,
		`new RegExp("\\p{Small}").test("p{Small}")`:                                 `true`,
		`new RegExp("\\p{None}", "u")`:                                              `error: SyntaxError: Invalid regular expression: /\p{None}/: \p{None} is not available to providers here, for the build saw no text with its name; write it out in a literal (test.js:1:1)`,
		`new RegExp("\\p", "u")`:                                                    `error: SyntaxError: Invalid regular expression: /\p/: Invalid property name (test.js:1:1)`,
	} {
		if got := r.eval(source); got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
	}
}

// The constructor in front of goja's looks like one.
func TestRegExpConstructor(t *testing.T) {
	r := newRig(t)
	for _, source := range []string{
		`/a/.constructor === RegExp && /a/ instanceof RegExp && new RegExp("a") instanceof RegExp`,
		`(() => { const x = /a/g; return RegExp(x) === x && RegExp(x, "i") !== x && new RegExp(x) !== x && new RegExp(x).flags === "g" && RegExp(x, "i").flags === "i" })()`,
		`RegExp.name === "RegExp" && RegExp.length === 2 && RegExp.prototype === Object.getPrototypeOf(/a/)`,
		`new RegExp().source === "(?:)" && new RegExp(undefined, "g").flags === "g" && new RegExp(5).test("5") && new RegExp({ toString: () => "x" }).test("x")`,
		`(() => { class R extends RegExp { test(s) { return "mine " + super.test(s) } } const r = new R("a", "u"); return r instanceof R && r instanceof RegExp && r.test("a") === "mine true" })()`,
		`"a1b2".split(/\d/).join() === "a,b," && [..."a1b2".matchAll(/\d/g)].join() === "1,2" && "a1b2".split(RegExp("\\d")).join() === "a,b,"`,
		`Reflect.construct(RegExp, ["a"], Array) instanceof Array`,
		`Object.getOwnPropertyDescriptor(globalThis, "RegExp").enumerable === false && typeof RegExp.escape === "function"`,
		`(() => { try { new RegExp("(") } catch (e) { return e instanceof SyntaxError } })()`,
	} {
		if got := r.eval(source); got != "true" {
			t.Errorf("%s: %s", source, got)
		}
	}
}

// What a bundle has in place of literals behaves as literals do.
func TestLazyRegExpIsFreshEachTime(t *testing.T) {
	r := newRig(t)
	got := r.eval(`const f = () => __abx_regexp("a", "g"), a = f(), b = f();
		a.x = 1; a.lastIndex = 3;
		[a !== b, b.x, b.lastIndex, f().source, b instanceof RegExp, "aa".replace(f(), "b"), f().test("a") && f().test("a")].join()`)
	if got != "true,,0,a,true,bb,true" {
		t.Error(got)
	}
}

// One that ignores case is compiled when it is used, whatever the use.
func TestUnusedRegExpIsNotCompiled(t *testing.T) {
	for _, use := range []string{
		`r.test("XaAx")`, `r.exec("xA")[0] === "A"`, `r.source === "(?=a)a"`, `String(r) === "/(?=a)a/gi"`, `"xAx".replace(r, "-") === "x-x"`,
		`"bAb".split(r).join() === "b,b"`, `[..."aA".matchAll(r)].length === 2`, `"aA".match(r).length === 2`, `"bA".search(r) === 1`,
		`new RegExp(r).test("A")`, `new RegExp(r, "i").test("A")`, `RegExp(r) === r && r.test("A")`, `structuredClone(r).source === "(?=a)a"`,
		`(r.lastIndex = 1, r.test("aA") && r.lastIndex === 2)`, `(r.compile("b"), r.test("b") && r.source === "b")`, `r.flags === "gi" && r.global && r.ignoreCase`,
		`__abx_require("util").inspect(r) === "/(?=a)a/gi"`, `Object.keys(r).length === 0`, `(r.test("A"), Object.getOwnPropertyNames(r).join() === "lastIndex")`,
	} {
		r := newRig(t)
		r.mustRunScript(`var r = __abx_regexp("(?=a)a", "gi")`)
		if got := r.eval(use); got != "true" {
			t.Errorf("%s: %s", use, got)
		}
	}
	r := newRig(t)
	if got := r.eval(`var r = __abx_regexp("(", "i"), end = "made"; try { r.test("") } catch (e) { end += " " + e.name } try { __abx_regexp("(", "i", true) } catch (e) { end += " " + e.name } end`); got != "made SyntaxError SyntaxError" {
		t.Error(got)
	}
}

func BenchmarkLazyRegExp(b *testing.B) {
	vm := New(Config{})
	defer vm.Close()
	for name, source := range map[string]string{"literal": `/^[a-z]+$/i`, "lazy": `__abx_regexp("^[a-z]+$", "i")`} {
		b.Run(name, func(b *testing.B) {
			must(vm.Do(b.Context(), func(rt *goja.Runtime) error {
				f, err := rt.RunString(strings.ReplaceAll(`(n) => { for (let i = 0; i < n; i++) X }`, "X", source))
				must(err)
				_, err = vm.Call(f, goja.Undefined(), rt.ToValue(b.N))
				return err
			}))
		})
	}
}
