package epp

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// scrubbed are the variables that every plugin gets (spec/epp.md, "The process").
var scrubbed = []string{"PATH", "HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "LANG", "SYSTEMROOT", "COMSPEC"}

// ScrubbedEnv gives the environment of a plugin, as "NAME=value": of environ
// only what every plugin gets, the names of its security.env_passthrough, and
// its data folder. No key is among it.
func ScrubbedEnv(environ, passthrough []string, dataDir string) []string {
	keep := append(slices.Clone(scrubbed), passthrough...)
	var env []string
	for _, v := range environ {
		name, _, _ := strings.Cut(v, "=")
		if strings.HasPrefix(name, "LC_") || slices.ContainsFunc(keep, func(k string) bool { return sameName(k, name) }) {
			env = append(env, v)
		}
	}
	return append(env, "ABX_PROVIDER_DATA_DIR="+dataDir, "PYTHONDONTWRITEBYTECODE=1")
}

func sameName(a, b string) bool {
	return a == b || runtime.GOOS == "windows" && strings.EqualFold(a, b)
}

// ResolveCommand gives the words of a manifest's command with those that start
// ./ or .\ resolved in the plugin's folder, which they may not leave (E8014).
func ResolveCommand(command []string, folder string) ([]string, error) {
	argv := slices.Clone(command)
	for i, word := range argv {
		if !strings.HasPrefix(word, "./") && !strings.HasPrefix(word, `.\`) {
			continue
		}
		inside := filepath.FromSlash(strings.ReplaceAll(word[2:], `\`, "/"))
		if !filepath.IsLocal(inside) && inside != "" {
			return nil, api.Errorf(api.CodeManifest, "the command's %q leaves the plugin's folder", word)
		}
		argv[i] = filepath.Join(folder, inside)
	}
	return argv, nil
}
