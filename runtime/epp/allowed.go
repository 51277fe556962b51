package epp

import (
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// needs gives the features of which one has to be declared for a method
// (spec/errors.md, "Feature by method"), for single methods and for families.
var needs = map[string][]api.Feature{
	"sandbox.set_timeout": {api.FeatureSandboxTimeout},
	"sandbox.pause":       {api.FeatureSandboxPause},
	"sandbox.resume":      {api.FeatureSandboxPause},
	"ports.url":           {api.FeaturePortsURL},

	"sandbox": {api.FeatureSandboxLifecycle},
	"exec":    {api.FeatureExecRun, api.FeatureExecStream},
	"process": {api.FeatureProcessManage},
	"pty":     {api.FeaturePTY},
	"files":   {api.FeatureFilesRW},
}

// allowed gives E8004 for a method that the provider does not declare: a
// plugin never sees it.
func allowed(d *api.Descriptor, method string) error {
	features, ok := needs[method]
	if !ok {
		family, _, _ := strings.Cut(method, ".")
		features = needs[family]
	}
	if slices.ContainsFunc(features, d.Supports) {
		return nil
	}
	return api.NotSupported(d.ID, features[0], method)
}
