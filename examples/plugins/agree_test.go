package plugins

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/examples/generated/e2b"
	"github.com/abxgen/abxgen/examples/generated/e2bcompatible"
	"github.com/abxgen/abxgen/examples/generated/mycloud"
	"github.com/abxgen/abxgen/gen/ship"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/app/plugin"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// An abx that serves a provider says what the provider's shipped manifest says.
func TestServeAgreesWithWhatShips(t *testing.T) {
	for _, linked := range []api.Linked{e2b.Linked(), mycloud.Linked(), e2bcompatible.Linked()} {
		m, found := manifest.Load(example(t, linked.Descriptor.ID, ship.Auto))
		if m == nil {
			t.Fatal(found.Err())
		}
		shipped, served := m.Descriptor(), plugin.Hosted(linked).Descriptor
		if diff := cmp.Diff([]any{shipped.Features, shipped.Operations}, []any{served.Features, served.Operations}); diff != "" {
			t.Errorf("%s: %s", shipped.ID, diff)
		}
	}
}
