package config

import (
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// EnvName is the variable of a key in a provider's own scope, be it a field
// (ABX_MY_CLOUD_API_KEY) or an inherited core key.
func EnvName(id, key string) string {
	return "ABX_" + strings.ToUpper(strings.ReplaceAll(id, "-", "_")) + "_" + strings.ToUpper(key)
}

// FieldEnv gives the variables of a field, the most specific first.
func FieldEnv(id string, f api.Field) []string {
	return unique(append([]string{EnvName(id, f.Key)}, f.Env...))
}

// CoreEnv gives the variables of an inherited core key, the most specific first.
func CoreEnv(id, key string) []string {
	return []string{EnvName(id, key), "ABX_" + strings.ToUpper(key)}
}

func unique(names []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}
