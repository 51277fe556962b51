package js

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/testenv"
)

// Random expressions and texts, the same in each run: exec, replace, split and
// source give what they give in Node.js. The kinds are patterns.mjs's; apart, for
// V8 has faults of its own where lookbehind, u and halves of surrogates meet.
func TestPatternsAgainstNode(t *testing.T) {
	testenv.NodeModules(t)
	for _, kinds := range []string{
		"cap,anch,bound,look,back", "Fi,Fm,Fs,Fu,Fy", "uni,sur,cr,fold,neg", "Fi,Fu,uni,fold,neg,cap", "sur,look,bound,back,Fm,anch,cr", "Fs,uni,cr,look,back",
	} {
		t.Run(kinds, func(t *testing.T) {
			out, err := exec.CommandContext(t.Context(), "node", "testdata/patterns.mjs", "7", "500", kinds).Output()
			if err != nil {
				t.Fatal(err)
			}
			r := newRig(t)
			r.mustRunScript("var cases = " + string(out))
			if got := r.eval(comparePatterns); got != "500 equal" {
				t.Error(got)
			}
		})
	}
}

const comparePatterns = `(() => {
	const show = (m) => m && [m.index, ...m, m.groups && { ...m.groups }];
	let equal = 0, first = "";
	for (const { src, flags, s: units, start, want } of cases) {
		const s = String.fromCharCode(...units);
		let got;
		try {
			const re = new RegExp(src, flags);
			re.lastIndex = start;
			got = JSON.stringify([show(re.exec(s)), re.lastIndex, (re.lastIndex = 0, s.replace(re, "<$&>")), s.split(re), re.source]);
		} catch (e) { got = String(e); }
		if (got === want) equal++;
		else first ||= ", but /" + src + "/" + flags + " of " + JSON.stringify(s) + " from " + start + ":\n node " + want + "\n here " + got;
	}
	return equal + " equal" + first;
})()`

// What takes too long ends with the VM, and what needs too much memory is an
// error, in one process too.
func TestPatternsThatRunAway(t *testing.T) {
	r := newRig(t)
	if got := r.eval(`(() => { try { return /^(?:a|ab?|b)*$/.test("ab".repeat(3e6) + "c") } catch (e) { return e.name + ": " + e.message } })()`); got != "RangeError: "+overflowMessage {
		t.Error(got)
	}
	vm := New(Config{MaxTurn: 50 * time.Millisecond})
	t.Cleanup(vm.Close)
	_, err := vm.RunModule("p.js", []byte(`globalThis.__abx_provider = { is: /^(a|a)*$/.test("a".repeat(64) + "b") };`), nil)
	if err == nil || !strings.Contains(err.Error(), "without a pause") {
		t.Error(err)
	}
}
