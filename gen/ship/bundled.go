package ship

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/gen/link"
)

// Bundled reads the licences of what a bundle was made of: the provider's own,
// and those of the packages below node_modules.
func Bundled(dir, id, version string, inputs []string) []link.Licence {
	all := link.LicencesIn(dir, id, version, false)
	var seen []string
	for _, input := range inputs {
		folder := packageFolder(input)
		if folder == "" || slices.Contains(seen, folder) {
			continue
		}
		seen = append(seen, folder)
		in := filepath.Join(dir, filepath.FromSlash(folder))
		all = append(all, link.LicencesIn(in, folder[strings.LastIndex(folder, modules)+len(modules):], packageVersion(in), false)...)
	}
	return all
}

const modules = "node_modules/"

// packageFolder gives the folder of the npm package that a file is of, "" for
// the provider's own files.
func packageFolder(file string) string {
	i := strings.LastIndex(file, modules)
	if i < 0 {
		return ""
	}
	words := strings.Split(file[i+len(modules):], "/")
	n := 1
	if strings.HasPrefix(words[0], "@") {
		n = 2
	}
	if len(words) <= n {
		return ""
	}
	return file[:i+len(modules)] + strings.Join(words[:n], "/")
}

func packageVersion(dir string) string {
	var about struct{ Version string }
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil || json.Unmarshal(text, &about) != nil {
		return ""
	}
	return about.Version
}
