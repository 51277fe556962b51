package collate_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"github.com/abxgen/abxgen/runtime/testenv"
	"github.com/abxgen/abxgen/templates/collate"
)

// words are what names, files and labels are made of, in several languages;
// one a line, in Node.js's order.
func words(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/words.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// Every pair of the list stands as it does in Node.js.
func TestWords(t *testing.T) {
	c := collate.New(language.Und)
	list := words(t)
	for i, a := range list {
		for j, b := range list {
			want := max(-1, min(1, i-j))
			if got := c.CompareString(a, b); got != want {
				t.Errorf("%q and %q: %d, want %d", a, b, got, want)
			}
		}
	}
}

// The list is Node.js's own order, not ours.
func TestWordsAreAsNodeSortsThem(t *testing.T) {
	testenv.NodeModules(t)
	list := words(t)
	in, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	const script = `console.log(JSON.stringify(JSON.parse(process.argv[1]).sort((a, b) => a.localeCompare(b, "en") || (a < b ? -1 : 1))))`
	out, err := exec.Command("node", "-e", script, string(in)).Output()
	if err != nil {
		t.Fatal(err)
	}
	var sorted []string
	if err := json.Unmarshal(out, &sorted); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if list[i] != sorted[i] {
			t.Fatalf("line %d of testdata/words.txt is %q, and Node.js has %q", i+1, list[i], sorted[i])
		}
	}
}

// What is the same text in another encoding, or has nothing to see in it, is equal.
func TestEqual(t *testing.T) {
	c := collate.New(language.Und)
	for _, pair := range [][2]string{{"é", "e\u0301"}, {"Å", "\u212B"}, {"soft\u00ADhyphen", "softhyphen"}, {"", "\u200B"}, {"한", "\u1112\u1161\u11AB"}} {
		if got := c.CompareString(pair[0], pair[1]); got != 0 {
			t.Errorf("%q and %q: %d", pair[0], pair[1], got)
		}
	}
}

// The order is one: it does not turn when sides are changed, and sorting is
// the same from every start.
func FuzzOrder(f *testing.F) {
	f.Add("Straße", "strasse", "ÉTÉ")
	f.Add("", "\xff", "\u0306")
	f.Add("ий", "и\u0306", "й")
	c := collate.New(language.Und)
	f.Fuzz(func(t *testing.T, x, y, z string) {
		if c.CompareString(x, y) != -c.CompareString(y, x) {
			t.Fatalf("%q and %q turn", x, y)
		}
		for _, list := range [][]string{{x, y, z}, {z, y, x}, {y, z, x}} {
			slices.SortFunc(list, c.CompareString)
			if c.CompareString(list[0], list[2]) > 0 {
				t.Fatalf("%q is no order", list)
			}
		}
	})
}
