package plugin

import (
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// Hosted gives a linked provider as EPP/1 can serve it: without the features
// that it has no method for and the operations that hosts refuse of a plugin,
// as `abxgen build --as plugin` ships it (spec/manifest.md, spec/epp.md).
func Hosted(linked api.Linked) api.Linked {
	d := *linked.Descriptor
	manages := d.Supports(api.FeatureProcessManage)
	d.Features = slices.DeleteFunc(slices.Clone(d.Features), func(f api.Feature) bool {
		return f == api.FeatureCodeInterpret || f == api.FeatureFilesTransfer || f == api.FeatureFilesWatch && !manages
	})
	d.Operations.CLI = withoutCode(d.Operations.CLI)
	d.Operations.Python = withoutCode(d.Operations.Python)
	linked.Descriptor = &d
	return linked
}

func withoutCode(operations []string) []string {
	return slices.DeleteFunc(slices.Clone(operations), func(op string) bool { return strings.HasPrefix(op, "code.") })
}
