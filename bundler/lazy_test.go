package bundler_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/runtime/js"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// evaluate bundles provider.mjs and gives the text of its default export, or
// the exception that it throws.
func evaluate(t *testing.T, source string) string {
	t.Helper()
	b, problems := bundler.Make(t.Context(), write(t, t.TempDir(), "-- provider.mjs --\n"+source), "provider.mjs", bundler.Options{Shown: "p"})
	if b == nil {
		t.Fatal(text(t, problems))
	}
	return exported(t, b)
}

// exported runs a bundle and gives what evaluate does.
func exported(t *testing.T, b *bundler.Bundle) string {
	t.Helper()
	vm := js.New(js.Config{})
	t.Cleanup(vm.Close)
	exports, err := vm.RunModule("provider.js", b.JS, b.Map)
	if err != nil {
		return err.Error()
	}
	var out string
	if err := vm.Do(t.Context(), func(*goja.Runtime) error {
		v := exports.Get("default")
		if _, ok := goja.AssertFunction(v); ok {
			var err error
			if v, err = vm.Call(v, goja.Undefined()); err != nil {
				return err
			}
		}
		out = v.String()
		return nil
	}); err != nil {
		return err.Error()
	}
	return out
}

// What the engine would compile when the bundle loads is compiled when it is
// reached, and behaves as a literal does: it is new each time.
func TestLargeLiteralsAreLazy(t *testing.T) {
	const source = `
		const large = () => /^(?=[a-z]*$)(?:a|"quoted\/slash[/]")+\u{1f600}?$/iu;
		const a = large(), b = large();
		a.lastIndex = 3;
		export default [a === b, b.lastIndex, a.source === b.source, a.test("AaA"), /(?<!x)y/g[Symbol.replace]("xyy", "-"), typeof /(?=a)/, new (/(?=a)/.constructor)("b").test("b")].join();
	`
	if got := evaluate(t, source); got != "false,0,true,true,xy-,object,true" {
		t.Error(got)
	}
	b, _ := bundler.Make(t.Context(), write(t, t.TempDir(), "-- provider.mjs --\nexport default [/small/i, /(?=large)/];\n"), "provider.mjs", bundler.Options{})
	if text := string(b.JS); !strings.Contains(text, "/small/i") || !strings.Contains(text, js.RegExpGlobal+`("(?=large)","")`) {
		t.Error(text)
	}
}

// The author's places stay right behind what was replaced on the same line,
// and behind the table at the bundle's beginning.
func TestPlacesBehindLazyLiterals(t *testing.T) {
	const source = `/* é */ const x = [/(?=a)\p{L}/u, /(?<=b)/, /c/, /(?=d)/g]; export default () => { /(?=e)/.exec("e"); throw new Error(/(?=f)/.source); };`
	at := strings.Index(source, "new Error") - 1 // é is two bytes and one column
	if got, want := evaluate(t, source), fmt.Sprintf("Error: (?=f) (provider.mjs:1:%d)", at+1); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A pattern that is computed knows the properties whose names stand in a text
// of the bundle; another one says so, and never just fails to match.
func TestComputedPatterns(t *testing.T) {
	if got := evaluate(t, "const word = \"\\\\p{L}+\", more = `\\\\p{Nd}${1}`;\nexport default [new RegExp(`^${word}$`, \"u\").test(\"éß\"), RegExp(more, \"u\").test(\"٣1\"), new RegExp(word + \"\\\\p{Lu}\").test(\"p{L}p{Lu}\")].join();"); got != "true,true,true" {
		t.Error(got)
	}
	want := `SyntaxError: Invalid regular expression: /\p{Greek}/: \p{Greek} is not available to providers here, for the build saw no text with its name; write it out in a literal (provider.mjs:1:`
	if got := evaluate(t, `export default new RegExp(["\\p", "Greek}"].join("{"), "u")`); !strings.HasPrefix(got, want) {
		t.Error(got)
	}
}

// sampled is what a script of both engines gives for a property: how many of a
// sample of characters it matches, and a sum that tells which.
const sampled = `(names, make) => names.map((name) => {
	const r = make("^\\p{" + name + "}$"), not = make("^[^\\p{" + name + "}]$");
	let n = 0, sum = 0;
	for (let c = 0; c <= 0x10ffff; c += c < 0x3000 ? 3 : 331) {
		const s = String.fromCodePoint(c), yes = r.test(s);
		if (yes === not.test(s)) throw new Error(name + " at " + c);
		if (yes) { n++; sum = (sum * 31 + c) % 1000003; }
	}
	return name + " " + n + " " + sum;
}).join("\n")`

// Properties match what they match in Node.js 20.
func TestPropertiesAgainstNode(t *testing.T) {
	testenv.NodeModules(t)
	names := []string{"L", "Letter", "gc=Lu", "General_Category=Decimal_Number", "Cs", "Cn", "P", "punct", "Any", "ASCII", "Assigned", "Alphabetic",
		"ID_Start", "IDC", "White_Space", "Uppercase", "Emoji", "Extended_Pictographic", "EPres", "Script=Greek", "sc=Latn", "scx=Cyrl",
		"Script_Extensions=Han", "sc=Zzzz", "Default_Ignorable_Code_Point", "Changes_When_NFKC_Casefolded"}
	list, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	here := evaluate(t, "export const seen = [`\\\\p{"+strings.Join(names, "}`, `\\\\p{")+"}`];\nexport default ("+sampled+")("+string(list)+", (p) => new RegExp(p, 'u'));")
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "node", "-e", "process.stdout.write(("+sampled+")("+string(list)+", (p) => new RegExp(p, 'u')))")
	cmd.Stderr = &stderr
	there, err := cmd.Output()
	if err != nil {
		t.Fatal(err, stderr.String())
	}
	if here != string(there) {
		t.Errorf("here\n%s\nin Node.js\n%s", here, there)
	}
}

// What the engine cannot read as it stands runs all the same.
func TestClassFieldsCalledGet(t *testing.T) {
	if got := evaluate(t, `class A { get = () => this.n; set; static get = 1; #own = 2; n = this.#own; static = 5; }
export default [new A().get(), A.get, "set" in new A(), new A().static].join();`); got != "2,1,true,5" {
		t.Error(got)
	}
}

// Where RegExp.prototype's own methods may be called on them, expressions are
// compiled when they are reached.
func TestLazyLiteralsUnderForeignMethods(t *testing.T) {
	if got := evaluate(t, `const exec = RegExp.prototype.exec; export default exec.call(/(?=b)b/i, "aB")[0];`); got != "B" {
		t.Error(got)
	}
	b, _ := bundler.Make(t.Context(), write(t, t.TempDir(), "-- provider.mjs --\nexport default [RegExp.prototype.test.bind(/(?=a)/i), /(?=b)/i];\n"), "provider.mjs", bundler.Options{})
	if text := string(b.JS); !strings.Contains(text, js.RegExpGlobal+`("(?=a)","i",true)`) || !strings.Contains(text, js.RegExpGlobal+`("(?=b)","i")`) {
		t.Error(text)
	}
}

// What looks and is matched as its own source, whichever way it is made.
func TestPatternsKeepTheirSource(t *testing.T) {
	const source = `export default [/\p{L}+/u.source, String(/[\p{Lu}x]/giu), "éß1".match(/\p{L}+/u)[0], /(?<=\p{Lu})\p{Ll}/u.exec("Éa").index,
		new RegExp(/\p{L}/u, "gu").source, /(?=)(😀|🎉)\1x/.test("🎉🎉x"), /(?="\x07)"/.source].join(" ");`
	if got, want := evaluate(t, source), `\p{L}+ /[\p{Lu}x]/giu éß 1 \p{L} true (?="\x07)"`; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// The engine cannot read this as the parameters of an arrow function.
func TestPatternsInPatternsAsParameters(t *testing.T) {
	const source = `class A { n = 1; m() { return (({ e: { f = this.n } = {} } = {}, [{ g = 2 } = {}] = []) => [f, g, this.n].join())(); } }
		export default [new A().m(), (({ e: { f = 5 } = {} }) => f)({ e: { f: 6 } })].join();`
	if got := evaluate(t, source); got != "1,2,1,6" {
		t.Error(got)
	}
}
