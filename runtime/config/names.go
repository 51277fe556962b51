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

// Nearest gives the candidate that name most looks like, "" where none is near
// (more than a third of it would have to change).
func Nearest(name string, candidates []string) string {
	best, bestAt := "", max(len(name)/3, 1)+1
	for _, c := range candidates {
		if d := distance(name, c); d < bestAt {
			best, bestAt = c, d
		}
	}
	return best
}

// distance counts the bytes to insert, delete or replace (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
