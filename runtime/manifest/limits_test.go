package manifest

import (
	"fmt"
	"strings"
	"testing"
)

// TestHostileFilesEnd holds files near the limit of 256 KiB that made a reader
// quadratic: they end within the test's patience, refused and with places.
func TestHostileFilesEnd(t *testing.T) {
	r := strings.Repeat
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, src := range map[string]string{
		"one long line":      "a = [" + r("1,", 120_000) + "]",
		"a deep key":         "[config.fields.x]\ndefault" + r(".a", 120_000) + " = 1",
		"tables twice":       r("[a]\n", 60_000),
		"keys twice inline":  "a = {" + r("a=1,", 60_000) + "b=1}",
		"unknown keys":       lines(25_000, "k%d=1\n"),
		"unknown features":   "features.supported = [" + r(`"x",`, 60_000) + "]",
		"bad lines":          r("a = “\n", 30_000),
		"bad escapes":        `a = "` + r(`\x41`, 60_000) + `"`,
		"open arrays":        r("[", 250_000),
		"arrays of tables":   r("[[a]]\nb.c=1\n", 19_000),
		"fields and groups":  lines(8_000, "[config.fields.k%d]\n") + "[auth]\nany_of = [" + r(`["a"],`, 5_000) + "]",
		"empty commands":     "commands.entries = [" + r("{},", 5_000) + "]",
		"bad dates in a row": "a = [" + r("1979-13-01,", 20_000) + "]",
	} {
		if m, found := Parse("m.toml", []byte(src)); m != nil || len(src) > MaxBytes {
			t.Errorf("%s (%d bytes) is accepted", name, len(src))
		} else if !found[0].Pos.Known() {
			t.Errorf("%s: %s", name, found[0])
		}
	}
}
