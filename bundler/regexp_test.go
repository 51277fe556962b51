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
		for _, c := range constructs(pattern) {
			if !strings.Contains(pattern, c) {
				t.Errorf("%q is not in %q", c, pattern)
			}
		}
	})
}

func TestConstructs(t *testing.T) {
	for pattern, want := range map[string]string{
		`\p{L}`: `\p{L}`, `a\P{Lu}[\p{Nd}]`: `\P{Lu} \p{Nd}`, `\p{`: `\p{`, `(?i:a)`: `(?`, `(?-i:a)(?s-m:b)`: `(? (?`,
		`[(?i:)]`: ``, `\(?i:`: ``, `\\p{L}`: ``, `(?<i>a)(?:b)(?=c)(?!d)(?<!e)`: ``, `\p`: ``,
	} {
		if got := strings.Join(constructs(pattern), " "); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}
