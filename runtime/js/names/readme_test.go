package names

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/testenv"
)

// What the README promises is what there is (cases/04).
func TestTheREADMEListsTheGlobalsAndModules(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(testenv.Root(), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "<!-- globals -->\n")
	got, _, ok := strings.Cut(rest, "\n<!-- /globals -->")
	if want := documented(); !ok || got != want {
		t.Errorf("README.md has between <!-- globals --> and <!-- /globals -->\n%s\nwant\n%s", got, want)
	}
}

func documented() string {
	return "Globals: `" + strings.Join(Globals(), "`, `") + "`.\n" +
		"Modules: `node:" + strings.Join(NodeModules(), "`, `node:") + "`."
}
