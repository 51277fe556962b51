package bundler

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// What each property of \p{…} matches: its names, a tab, and the distances
// between the code points where it begins and ends to match, to the base 36.
//
//go:embed unicode/properties.txt
var propertyText string

// properties gives that text by name.
var properties = sync.OnceValue(func() map[string]string {
	byName := map[string]string{}
	for line := range strings.Lines(propertyText) {
		names, steps, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		for name := range strings.FieldsSeq(names) {
			byName[name] = steps
		}
	}
	return byName
})

var propertyForm = regexp.MustCompile(`\\[pP]\{([\w=]+)\}`)

// propertiesIn lists the known properties that a text names as a regular
// expression does.
func propertiesIn(text string) []string {
	var names []string
	for _, m := range propertyForm.FindAllStringSubmatch(text, -1) {
		if _, ok := properties()[m[1]]; ok && !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}
