package plan

import (
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
)

// Capability is something that a sandbox can by any one of Features. Its
// interface in runtime/sandbox is Can with the name behind it; the method that
// only the sandboxes of providers with the feature have is Has with the name.
type Capability struct {
	Name     string
	Features []api.Feature
	Declared bool
}

// Interface is the name of the interface in runtime/sandbox.
func (c Capability) Interface() string { return "Can" + c.Name }

// Marker is the name of the method that only those have who can.
func (c Capability) Marker() string { return "Has" + c.Name }

// capabilityNames are by the first of the features.
var capabilityNames = map[api.Feature]string{
	api.FeatureSandboxLifecycle: "Lifecycle",
	api.FeatureSandboxTimeout:   "Timeout",
	api.FeatureSandboxPause:     "Pause",
	api.FeatureExecRun:          "Exec",
	api.FeatureProcessManage:    "Processes",
	api.FeaturePTY:              "Terminal",
	api.FeatureFilesRW:          "Files",
	api.FeatureFilesWatch:       "Watch",
	api.FeatureFilesTransfer:    "Transfer",
	api.FeatureCodeInterpret:    "Code",
	api.FeaturePortsURL:         "Ports",
}

// Capabilities gives every capability, in the order of the features, as a
// provider sees it that declares nothing.
func Capabilities() []Capability { return capabilitiesOf(&api.Descriptor{}) }

func capabilitiesOf(d *api.Descriptor) []Capability {
	var out []Capability
	for _, f := range api.Features() {
		name, ok := capabilityNames[f]
		if !ok {
			continue // without methods, or behind another one's name
		}
		features := gateWith(f)
		out = append(out, Capability{name, features, slices.ContainsFunc(features, d.Supports)})
	}
	return out
}

// gateWith gives the features of the gate that f is the first of.
func gateWith(f api.Feature) []api.Feature {
	for _, m := range api.Methods() {
		if m.Features[0] == f {
			return m.Features
		}
	}
	return []api.Feature{f}
}
