package config

import (
	"maps"
	"slices"
	"testing"

	"github.com/abxgen/abxgen/runtime/manifest"
)

// The core keys stand here and in package manifest, which a plugin's core does
// not link.
func TestCoreKeysAreTheManifests(t *testing.T) {
	if want, got := slices.Sorted(slices.Values(manifest.CoreKeys())), slices.Sorted(maps.Keys(coreKeys)); !slices.Equal(want, got) {
		t.Errorf("manifest has %q, config %q", want, got)
	}
	if want, got := manifest.InheritableKeys(), Inheritable(); !slices.Equal(want, got) {
		t.Errorf("manifest has %q, config %q", want, got)
	}
}
