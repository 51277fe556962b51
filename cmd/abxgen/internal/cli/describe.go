package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/runtime/guest"
)

// describe gives one line about a provider.
func describe(p gen.Provider) string {
	line := fmt.Sprintf("%s %s (%s)", p.Manifest.ID.Value, p.Manifest.Version.Value, p.Manifest.Kind.Value)
	if p.Bundle == nil {
		return line
	}
	line += fmt.Sprintf(", bundle %s from %d files", size(int64(len(p.Bundle.JS))), len(p.Bundle.Inputs))
	if len(p.Bundle.Inputs) == 1 {
		line = strings.TrimSuffix(line, "s")
	}
	if p.Bundle.Infra == nil {
		return line
	}
	var all []string
	methods := overridden(p.Bundle.Infra.Protocols)
	for _, class := range slices.Sorted(maps.Keys(methods)) {
		for _, m := range methods[class] {
			all = append(all, class+"."+m)
		}
	}
	if len(all) > 0 {
		line += ", overrides " + strings.Join(all, ", ")
	}
	return line
}

// overridden gives the methods that JavaScript answers, by class.
func overridden(protocols map[string]guest.Protocol) map[string][]string {
	methods := map[string][]string{}
	for class, p := range protocols {
		if len(p.Overridden) > 0 {
			methods[class] = p.Overridden
		}
	}
	return methods
}
