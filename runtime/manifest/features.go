package manifest

import (
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// hostUnknown are the known features that no published host knows: a manifest
// that ships leaves them out (spec/manifest.md, "Two dialects, one model").
var hostUnknown = []api.Feature{api.FeatureCodeInterpret}

func (c *checker) features() {
	s := c.top.sub("features", true, `write [features] with supported = ["sandbox.lifecycle"]`)
	s.known("supported", "extensions") // extensions are documentation, says the seed
	names := featureNames()
	seen := map[string]bool{}
	for _, f := range s.texts("supported") {
		switch {
		case !contains(names, f.Value):
			s.errorf(f.Pos, diag.DidYouMean(f.Value, names), "unknown feature %q", short(f.Value))
		case seen[f.Value]:
			s.warnf(f.Pos, "remove one", "feature %q stands here twice", f.Value)
		default:
			c.m.Features = append(c.m.Features, f)
			c.adviseFeature(s, f)
		}
		seen[f.Value] = true
	}
	if s.table != nil && len(c.m.Features) == 0 && !s.list.HasErrors() {
		s.warnf(s.pos, "name what the backend implements", "features.supported is empty: every call would be E8004")
	}
}

func (c *checker) adviseFeature(s section, f Text) {
	if !slices.Contains(hostUnknown, api.Feature(f.Value)) {
		return
	}
	s.list.Warnf(RuleHostFeature, f.Pos, "", "the published SDK (%s) does not know feature %q, so it is left out of what is shipped to it", SDKVersion, f.Value)
	if c.m.Kind.Value == api.KindExec || c.m.Kind.Value == api.KindREST {
		s.warnf(f.Pos, "remove it", "no host can call feature %q of a provider of kind %q", f.Value, c.m.Kind.Value)
	}
}

func featureNames() []string {
	var names []string
	for _, f := range api.Features() {
		names = append(names, string(f))
	}
	return names
}
