package api

import "slices"

// Feature is the id of something that a provider may declare to support
// (spec/manifest.md, "Two dialects, one model").
type Feature string

// The 19 known features: 18 of the authoring dialect, with FeatureTemplatesDeploy
// of the host dialect beside FeatureCodeInterpret.
const (
	FeatureSandboxLifecycle Feature = "sandbox.lifecycle"
	FeatureSandboxTimeout   Feature = "sandbox.timeout"
	FeatureSandboxPause     Feature = "sandbox.pause"
	FeatureExecRun          Feature = "exec.run"
	FeatureExecStream       Feature = "exec.stream"
	FeatureProcessManage    Feature = "process.manage"
	FeaturePTY              Feature = "pty"
	FeatureFilesRW          Feature = "files.rw"
	FeatureFilesWatch       Feature = "files.watch"
	FeatureFilesTransfer    Feature = "files.transfer"
	FeatureCodeInterpret    Feature = "code.interpret"
	FeatureTemplatesRead    Feature = "templates.read"
	FeatureTemplatesBuild   Feature = "templates.build"
	FeatureTemplatesDeploy  Feature = "templates.deploy"
	FeaturePortsURL         Feature = "ports.url"
	FeaturePortsDomain      Feature = "ports.domain"
	FeatureStorageMount     Feature = "storage.mount"
	FeatureNetworkVPC       Feature = "network.vpc"
	FeatureSessions         Feature = "sessions"
)

var features = []Feature{
	FeatureSandboxLifecycle, FeatureSandboxTimeout, FeatureSandboxPause,
	FeatureExecRun, FeatureExecStream, FeatureProcessManage, FeaturePTY,
	FeatureFilesRW, FeatureFilesWatch, FeatureFilesTransfer, FeatureCodeInterpret,
	FeatureTemplatesRead, FeatureTemplatesBuild, FeatureTemplatesDeploy,
	FeaturePortsURL, FeaturePortsDomain, FeatureStorageMount, FeatureNetworkVPC,
	FeatureSessions,
}

// Features returns the known features in the order of the seeds.
func Features() []Feature { return slices.Clone(features) }

// Known reports whether f is one of the 19 known features.
func (f Feature) Known() bool { return slices.Contains(features, f) }
