package bundler_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/bundler"
)

// Whatever way a file from outside is named, nothing of it is in a bundle, nor
// in its source map.
func TestNothingComesInByAnyName(t *testing.T) {
	root := write(t, t.TempDir(), `
-- secret.map --
{"version":3,"sources":["LEAK-ME-42.mjs"],"names":["LEAK-ME-42"],"mappings":"AAAAA"}
-- secret.js --
export default "LEAK-ME-42"; import "LEAK-ME-42";
`)
	outside := filepath.ToSlash(root)
	refused := "; imports must stay inside the plugin directory"
	for _, c := range []struct{ name, files, want string }{
		{"a map by its path", "-- p/provider.mjs --\nexport default 1;\n//# sourceMappingURL=" + outside + "/secret.map\n", ""},
		{"a map by its address", "-- p/provider.mjs --\nexport default 1;\n//@ sourceMappingURL=file://" + outside + "/secret.map\n", ""},
		{"a map in a long comment", "-- p/provider.mjs --\nexport default 1; /*# sourceMappingURL=" + outside + "/secret.map */\n", ""},
		{"a map of TypeScript", "-- p/provider.mjs --\nexport {x as default} from \"./x.ts\";\n-- p/x.ts --\nexport const x: number = 1;\n//# sourceMappingURL=" + outside + "/secret.map\n", ""},
		{"the field browser", "-- p/provider.mjs --\nimport x from \"fs\"; export default x;\n-- p/package.json --\n{\"browser\":{\"fs\":\"" + outside + "/secret.js\"}}\n",
			`p/provider.mjs:1:15: E8014: "` + outside + `/secret.js" is outside of the provider's folder` + refused + "; copy the file into the folder\n"},
		{"a pattern", "-- p/provider.mjs --\nexport default (n) => import(`../../../../../../../../../.." + outside + "/${n}.js`);\n",
			`p/provider.mjs:1:30: E8014: "../../../../../../../../../..` + outside + `/**/*.js" is outside of the provider's folder` + refused + "; copy the files into the folder\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(write(t, t.TempDir(), c.files))
			b, problems := bundler.Make(t.Context(), "p", "provider.mjs", bundler.Options{})
			if got := text(t, problems); got != c.want {
				t.Errorf("got  %swant %s", got, c.want)
			}
			if b != nil && (bytes.Contains(b.JS, []byte("LEAK")) || bytes.Contains(b.Map, []byte("LEAK"))) {
				t.Errorf("it came in:\n%s\n%s", b.JS, b.Map)
			}
		})
	}
}

// A file that cannot be read is told of without the private copy's name.
func TestNamesAreExact(t *testing.T) {
	t.Chdir(write(t, t.TempDir(), "-- p/provider.mjs --\nimport \"./A.mjs\";\nexport default 1;\n-- p/a.mjs --\n"))
	if _, err := os.Stat("p/A.mjs"); err == nil {
		t.Skip("this file system does not tell A from a")
	}
	_, problems := bundler.Make(t.Context(), "p", "provider.mjs", bundler.Options{})
	if got, want := text(t, problems), "p/provider.mjs:1:8: E8014: there is no file of this name; upper and lower case are different letters\n"; !strings.HasPrefix(got, want) {
		t.Errorf("got  %swant %s", got, want)
	}
}
