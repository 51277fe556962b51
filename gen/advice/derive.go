package advice

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// place is a {key} of a template; {{ and }} are braces, which name no key.
var place = regexp.MustCompile(`\{\{|\}\}|\{[a-z][a-z0-9_]*\}`)

// derive warns of templates of [endpoint] derive that are never used, because
// a key of theirs never has a value.
func (s Subject) derive() diag.List {
	var found diag.List
	if s.Manifest.Endpoint == nil {
		return nil
	}
	keys := manifest.Values(s.Manifest.Inherit)
	for _, f := range s.Manifest.Fields {
		keys = append(keys, f.Key)
	}
	for _, d := range s.Manifest.Endpoint.Derive {
		for _, p := range place.FindAllString(d.Template.Value, -1) {
			if key := p[1 : len(p)-1]; key != "" && !slices.Contains(keys, key) {
				hint := diag.DidYouMean(key, keys)
				if hint == "" {
					hint = "declare it in [config.fields], or name one that is declared"
				}
				found.Add(warn(RuleUnknownOption, d.Template.Pos, hint,
					fmt.Sprintf("endpoint.derive.%s names {%s}, which is no field, so that it is never used", d.Key.Value, key)))
			}
		}
	}
	return found
}
