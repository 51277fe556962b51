package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// CheckGiven gives E8002, all in one error, for given options that are declared
// but do not parse as their type. The hosts take such a value for unset; a
// program that states its options typed and complete is told instead. The
// message holds no value.
func CheckGiven(d *api.Descriptor, given map[string]any) error {
	var wrong []string
	for _, key := range slices.Sorted(maps.Keys(given)) {
		f, declared := d.Field(key)
		if !declared {
			continue
		}
		if _, ok := Coerce(f, given[key]); !ok {
			wrong = append(wrong, fmt.Sprintf("%q (%s)", key, takes(f)))
		}
	}
	if wrong == nil {
		return nil
	}
	return configError(d, api.CodeConfig, "provider %q cannot take the value given for %s", d.ID, strings.Join(wrong, ", and "))
}

func takes(f api.Field) string {
	if f.Type == "enum" && len(f.Choices) > 0 {
		return "one of " + strings.Join(f.Choices, ", ")
	}
	return "a non-blank " + f.Type
}
