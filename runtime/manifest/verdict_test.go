package manifest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/diag"
)

// sameVerdict holds Parse against the SDK's answer; it returns what differs.
func sameVerdict(t testing.TB, src []byte, sdk answer) string {
	t.Helper()
	m, found := Parse("m.toml", src)
	switch {
	case sdk.Big:
		if m != nil {
			return "an integer beyond 64 bits was accepted"
		}
	case sdk.OK != (m != nil):
		return "the SDK: " + verdict(sdk) + "\nabxgen: " + text(found)
	case sdk.OK:
		return cmp.Diff(sdk.Model, model(t, m))
	case strings.HasPrefix(sdk.Code, "E") && !hasCode(found, sdk.Code):
		return "no " + sdk.Code + " in " + text(found) + "\nthe SDK: " + sdk.Message
	}
	return ""
}

func verdict(a answer) string {
	if a.OK {
		return "accepted"
	}
	return a.Code + " " + a.Message
}

func text(l diag.List) string {
	var b strings.Builder
	_ = l.Text(&b)
	return b.String()
}

func hasCode(l diag.List, code string) bool {
	for _, d := range l {
		if d.Severity == diag.Error && d.Code == code {
			return true
		}
	}
	return false
}

// sound checks what holds for every input: errors have places, no message has
// a control character, and what is accepted can be shipped and read again.
func sound(t testing.TB, src []byte) {
	t.Helper()
	m, found := Parse("m.toml", src)
	if (m == nil) != found.HasErrors() {
		t.Fatalf("manifest %v, but the list is %s", m, text(found))
	}
	for _, d := range found {
		if !d.Pos.Known() || d.Pos.Line > bytes.Count(src, []byte("\n"))+1 {
			t.Errorf("no place in the file: %s", d)
		}
	}
	if m == nil {
		return
	}
	shipped, dropped := m.HostTOML(HostOptions{})
	again, found := Parse("shipped.toml", shipped)
	if again == nil {
		t.Fatalf("what is shipped is refused: %s\n%s", text(found), shipped)
	}
	want := model(t, m)
	if len(dropped) > 0 {
		want["features"] = model(t, again)["features"]
	}
	if d := cmp.Diff(want, model(t, again)); d != "" {
		t.Errorf("what is shipped differs: %s", d)
	}
}

func examples(t testing.TB, pattern string) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", filepath.FromSlash(pattern)))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	out := map[string][]byte{}
	for _, f := range files {
		if out[strings.TrimSuffix(filepath.Base(f), ".toml")], err = os.ReadFile(f); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func TestExamplesAreReadAsTheSDKDoes(t *testing.T) {
	sdk := theSDK(t)
	for _, pattern := range []string{"valid/*.toml", "dialect/*.toml", "negative/*.toml"} {
		for name, src := range examples(t, pattern) {
			a := sdk.ask(t, src)
			if strings.HasPrefix(pattern, "valid") && !a.OK {
				t.Errorf("%s is no valid example: %s", name, verdict(a))
			}
			if d := sameVerdict(t, src, a); d != "" {
				t.Errorf("%s: %s", name, d)
			}
			sound(t, src)
		}
	}
}

func TestEachRuleGivesTheVerdictOfTheSDK(t *testing.T) {
	cases := directed(t)
	accepted := sameVerdicts(t, cases)
	if accepted < len(cases)/5 || accepted > len(cases)*4/5 {
		t.Errorf("%d of %d cases are accepted: the cases say little", accepted, len(cases))
	}
}

// sameVerdicts holds many inputs against the SDK; it returns how many the SDK
// accepts.
func sameVerdicts(t *testing.T, cases []directedCase) (accepted int) {
	t.Helper()
	frames := make([][]byte, len(cases))
	for i, c := range cases {
		frames[i] = c.src
	}
	for i, a := range theSDK(t).askAll(t, frames, manifests) {
		c := cases[i]
		if a.OK {
			accepted++
		}
		if d := sameVerdict(t, c.src, a); d != "" {
			t.Errorf("%s: %s\n%s", c.name, d, c.src)
		}
		sound(t, c.src)
	}
	return accepted
}

// mutants is how many mutations of every valid example are tried.
const mutants = 250

func TestMutationsGiveTheVerdictOfTheSDK(t *testing.T) {
	var cases []directedCase
	for name, src := range examples(t, "valid/*.toml") {
		rng := rand.New(rand.NewPCG(7, uint64(len(src))))
		for i := range mutants {
			cases = append(cases, directedCase{fmt.Sprintf("%s, mutant %d", name, i), mutate(rng, src)})
		}
	}
	accepted := sameVerdicts(t, cases)
	if len(cases) < 2000 || accepted < len(cases)/10 || accepted > len(cases)*9/10 {
		t.Errorf("%d of %d mutations are accepted: they say little", accepted, len(cases))
	}
}

// FuzzVerdict keeps abxgen and the SDK together; without Python it still holds
// every input against sound.
func FuzzVerdict(f *testing.F) {
	for _, pattern := range []string{"valid/*.toml", "dialect/*.toml"} {
		for name, src := range examples(f, pattern) {
			if name != "bad-size" {
				f.Add(src)
			}
		}
	}
	sdk, err := startOracle()
	f.Fuzz(func(t *testing.T, src []byte) {
		sound(t, src)
		if err != nil {
			return
		}
		a := sdk.ask(t, src)
		if a.Code == "RecursionError" {
			return // how deep a host can read depends on its stack
		}
		if d := sameVerdict(t, src, a); d != "" {
			t.Errorf("%s", d)
		}
	})
}
