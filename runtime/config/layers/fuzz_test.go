package layers

import (
	"strings"
	"testing"
)

// FuzzDotenv asks for no panic, for ends (a reference to itself must not go
// round), and that every binding has a key.
func FuzzDotenv(f *testing.F) {
	for _, seed := range []string{"A=1", "export A='x' # c", "A=\"${A}${B:-c}\"", "'k'=\"\\n", "# c\n=\nA", "\ufeffA=1\r\nB", "A=${A}\nA=${A}${A}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 || strings.Count(text, "${") > 12 {
			return
		}
		bindings, _ := parseDotenv(text)
		d := dotenv{bindings: bindings, environ: func(string) (string, bool) { return "", false }}
		for _, b := range bindings {
			if b.key == "" {
				t.Error("a binding without a key")
			}
			d.get(b.key)
		}
	})
}
