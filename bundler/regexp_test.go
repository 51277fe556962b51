package bundler

import (
	"strings"
	"testing"
)

// Whatever the pattern, nothing is found where none of the two constructs can
// be, and the scan ends.
func FuzzConstructs(f *testing.F) {
	for _, seed := range []string{`\p{L}`, `[\p{L}--[a-z]]`, `(?i:a)`, `(?-im:x)`, `[(?i:)]`, `\(?i:`, `(?<a>b)`, `\`, `[`, `\p`, `\p{`, `(?`, `(?-`, `(?:`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		found := constructs(pattern)
		for _, c := range found {
			want := c
			if c != "(?" {
				want += "{"
			}
			if !strings.Contains(pattern, want) {
				t.Errorf("%q is not in %q", want, pattern)
			}
		}
	})
}

func TestConstructs(t *testing.T) {
	for pattern, want := range map[string]string{
		`\p{L}`: `\p`, `a\P{Lu}[\p{Nd}]`: `\P \p`, `(?i:a)`: `(?`, `(?-i:a)(?s-m:b)`: `(? (?`,
		`[(?i:)]`: ``, `\(?i:`: ``, `\\p{L}`: ``, `(?<i>a)(?:b)(?=c)(?!d)(?<!e)`: ``, `\p`: ``,
	} {
		if got := strings.Join(constructs(pattern), " "); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}
