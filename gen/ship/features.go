package ship

import (
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// unchecked are the features that a host does not check where it moves the
// bytes itself (spec/epp.md, "Who moves the bytes").
var unchecked = []api.Feature{api.FeatureProcessManage, api.FeatureFilesWatch}

// inexact tells why a host can never move the bytes of this provider itself.
func inexact(m *manifest.Manifest, infra *guest.Infra) string {
	declared := manifest.Values(m.Features)
	for _, f := range unchecked {
		if !slices.Contains(declared, string(f)) {
			return "the provider does not declare " + string(f)
		}
	}
	if infra == nil {
		return ""
	}
	return infra.Inexact()
}

// leaveOut decides what the plugin cannot do, with a note for each.
func (s *Shape) leaveOut() diag.List {
	var found diag.List
	for _, f := range s.source.Features {
		why := s.whyNot(api.Feature(f.Value))
		if why == "" {
			continue
		}
		s.without = append(s.without, api.Feature(f.Value))
		s.LeftOut = append(s.LeftOut, LeftOut{f.Value, why})
		found.Add(diag.Diag{Severity: diag.SeverityNote, Pos: f.Pos, Msg: f.Value + " is left out of the plugin: " + why})
	}
	if len(s.source.Commands) > 0 {
		const why = "EPP/1 has no method for a provider's own commands"
		s.LeftOut = append(s.LeftOut, LeftOut{"[commands]", why})
		found.Add(diag.Diag{Severity: diag.SeverityNote, Pos: s.source.Commands[0].ID.Pos, Msg: "[commands] is left out of the plugin: " + why})
	}
	return found
}

// whyNot tells why a plugin cannot do a feature, "" where it can.
func (s *Shape) whyNot(f api.Feature) string {
	switch {
	case f == api.FeatureCodeInterpret, f == api.FeatureFilesTransfer:
		return "EPP/1 has no method for it"
	case f == api.FeatureFilesWatch && s.dataPlane == Plugin:
		return "EPP/1 has no method for it, and with --data-plane plugin the host does not reach the sandbox itself"
	case f == api.FeatureFilesWatch && s.dataPlane == Auto && s.Inexact != "":
		return "EPP/1 has no method for it, and the host cannot reach the sandbox itself, because " + s.Inexact
	}
	return ""
}
