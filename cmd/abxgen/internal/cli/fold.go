package cli

import (
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// folded are the warnings that nearly every manifest earns in the same words.
var folded = []string{manifest.RuleAuthoring, manifest.RuleHostFeature}

// fold makes one finding of those that say the same of several files, at the
// first of its places and with the names of the other files. People read it
// once; machines get every finding at its place.
func fold(found diag.List) diag.List {
	var out diag.List
	first := map[string]int{} // index in out
	others := map[int][]string{}
	for _, d := range found.Sorted() {
		if !slices.Contains(folded, d.Code) {
			out = append(out, d)
			continue
		}
		if i, ok := first[d.Code+d.Msg]; ok {
			others[i] = append(others[i], d.Pos.File)
			continue
		}
		first[d.Code+d.Msg] = len(out)
		out = append(out, d)
	}
	for i, files := range others {
		out[i].Msg += " (as in " + strings.Join(files, ", ") + ")"
	}
	return out
}
