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
	keys := append(manifest.Values(s.Manifest.Inherit), s.keysOfFields()...)
	for _, d := range s.Manifest.Endpoint.Derive {
		for _, p := range place.FindAllString(d.Template.Value, -1) {
			if key := p[1 : len(p)-1]; key != "" && !slices.Contains(keys, key) {
				found.Add(warn(RuleUnknownOption, d.Template.Pos, nearestKey(key, keys),
					fmt.Sprintf("endpoint.derive.%s names {%s}, which is no field, so that it is never used", d.Key.Value, key)))
			}
		}
	}
	return found
}

// asked warns of what buildInfra reads from ctx.options and no field is.
func (s Subject) asked() diag.List {
	var found diag.List
	if s.Bundle == nil {
		return nil
	}
	for _, m := range s.Bundle.Asked {
		found.Add(warn(RuleUnknownOption, m.Pos, nearestKey(m.Text, s.keysOfFields()),
			fmt.Sprintf("the code reads ctx.options.%s, which is no field, so that it is always undefined", m.Text)))
	}
	return found
}

func (s Subject) keysOfFields() []string {
	var keys []string
	for _, f := range s.Manifest.Fields {
		keys = append(keys, f.Key)
	}
	return keys
}

func nearestKey(key string, keys []string) string {
	if hint := diag.DidYouMean(key, keys); hint != "" {
		return hint
	}
	return "declare it in [config.fields], or name one that is declared"
}
