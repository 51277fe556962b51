package manifest

import "github.com/abxgen/abxgen/runtime/diag"

// The rules that warn of what the published hosts make of a manifest. They have
// names of their own, since they are about every manifest in the dialect of the
// seeds and not about one author's slip.
const (
	// RuleAuthoring: the contract tables are missing and were derived.
	RuleAuthoring = codeManifest + "/authoring-dialect"
	// RuleHostFeature: a feature that no published host knows.
	RuleHostFeature = codeManifest + "/host-feature"
)

// DefaultPos is where the field's default stands, the field itself where it has
// none.
func (f Field) DefaultPos() diag.Pos {
	if f.raw == nil {
		return f.Pos
	}
	return f.raw.Pos()
}
