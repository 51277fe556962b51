package bundler

import (
	"encoding/json"
	"testing"

	"github.com/go-sourcemap/sourcemap"
)

// Whatever is replaced, what stands behind it keeps its place.
func TestEditedMovesTheMap(t *testing.T) {
	// Three lines; each letter of "abcdef" is at its own column of source line 9.
	const js = "a b c\nd\ne f"
	const m = `{"version":3,"sources":["s.js"],"names":[],"mappings":"AAQA,EAAE,EAAE;AAAE;AAAE,EAAE"}`
	out, newMap, err := edited([]byte(js), []byte(m), []edit{{2, 3, "BBBB"}, {0, 0, "zz"}, {8, 9, ""}, {5, 5, "!"}})
	if err != nil || string(out) != "zza BBBB c!\nd\n f" {
		t.Fatalf("%q %v", out, err)
	}
	c, err := sourcemap.Parse("", newMap)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct{ line, col, want int }{{1, 2, 0}, {1, 4, 2}, {1, 9, 4}, {2, 0, 6}, {3, 1, 10}} {
		if _, _, line, col, ok := c.Source(at.line, at.col); !ok || line != 9 || col != at.want {
			t.Errorf("%d:%d is %d:%d, want 9:%d", at.line, at.col, line, col, at.want)
		}
	}
	if _, _, err := edited([]byte(js), []byte("{"), []edit{{0, 1, "x"}}); err == nil {
		t.Error("a broken map was taken")
	}
}

func FuzzVLQ(f *testing.F) {
	for _, n := range []int{0, 1, -1, 15, 16, -16, 1 << 20} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n int) {
		n %= 1 << 28
		if got, rest, ok := vlq(appendVLQ(n) + "AA"); !ok || got != n || rest != "AA" {
			t.Errorf("%d became %d, %q", n, got, rest)
		}
	})
}

// The table names each property once or more, and its steps stay in Unicode.
func TestPropertyTable(t *testing.T) {
	if n := len(properties()); n < 1500 {
		t.Errorf("%d names", n)
	}
	for name, steps := range properties() {
		if _, err := json.Marshal(steps); err != nil || steps == "" {
			t.Errorf("%s: %q", name, steps)
		}
	}
}
