package plan

import (
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
)

// Support is one row of the E8004 table.
type Support struct {
	Feature  api.Feature
	Declared bool
	Methods  []string // as Type.Method; none for the features without methods
}

// supportOf gives the E8004 table: every known feature, in the seeds' order.
func supportOf(d *api.Descriptor, methods []Method) []Support {
	var rows []Support
	for _, f := range api.Features() {
		row := Support{Feature: f, Declared: d.Supports(f)}
		for _, m := range methods {
			if slices.Contains(m.Gate.Features, f) {
				row.Methods = append(row.Methods, m.String())
			}
		}
		rows = append(rows, row)
	}
	return rows
}
