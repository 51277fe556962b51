package advice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// operations compares [operations] with the features: hosts ask for both
// (spec/errors.md, after the table). Operations that stand behind no method
// (code.*, template.prepare) are the hosts' own business.
func (s Subject) operations() diag.List {
	w := s.Manifest.Written
	found := append(s.stale("cli", w.CLI), s.stale("python", w.Python)...)
	listed := append(manifest.Values(w.CLI), manifest.Values(w.Python)...)
	if len(listed) == 0 {
		return found
	}
	for _, f := range s.Manifest.Features {
		ops := operationsOf(api.Feature(f.Value))
		if len(ops) > 0 && !slices.ContainsFunc(ops, func(op string) bool { return slices.Contains(listed, op) }) {
			found.Add(warn(RuleMissingOperation, f.Pos, "add what hosts may call, or remove the feature",
				fmt.Sprintf("%q is declared, but [operations] has none of its operations (%s), so that hosts answer E8004", f.Value, strings.Join(ops, ", "))))
		}
	}
	return found
}

// stale warns of the entries of one list that no call can come to.
func (s Subject) stale(list string, entries []manifest.Text) diag.List {
	var found diag.List
	for _, op := range entries {
		features := featuresOf(op.Value)
		if len(features) > 0 && !slices.ContainsFunc(features, s.Manifest.HasFeature) {
			found.Add(warn(RuleUndeclaredOperation, op.Pos, "declare the feature, or remove the operation",
				fmt.Sprintf("operations.%s has %q, which nothing calls: %q is not declared", list, op.Value, features[0])))
		}
	}
	return found
}

// featuresOf are the features of the methods that an operation lets through.
func featuresOf(op string) []api.Feature {
	var out []api.Feature
	for _, m := range api.Methods() {
		if slices.Contains(m.Operations, op) {
			out = append(out, m.Features...)
		}
	}
	return out
}

// operationsOf are the operations of a feature's methods, each once.
func operationsOf(f api.Feature) []string {
	var out []string
	for _, m := range api.Methods() {
		for _, op := range m.Operations {
			if slices.Contains(m.Features, f) && !slices.Contains(out, op) {
				out = append(out, op)
			}
		}
	}
	return out
}
