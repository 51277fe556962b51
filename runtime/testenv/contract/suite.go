package contract

import (
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
)

// suite are the tests of agent_sandbox.providers.testing (0.3.1a5 and 0.4.0a6
// have the same), each with what a provider has to declare for it to apply.
var suite = []suiteTest{
	{name: "test_declared_features_are_known"},
	{name: "test_describe_never_exposes_secret_defaults"},
	{name: "test_lifecycle", needs: features(api.FeatureSandboxLifecycle)},
	{name: "test_kill_is_idempotent", needs: features(api.FeatureSandboxLifecycle)},
	{name: "test_set_timeout", needs: features(api.FeatureSandboxLifecycle, api.FeatureSandboxTimeout)},
	{name: "test_pause_resume", needs: features(api.FeatureSandboxLifecycle, api.FeatureSandboxPause)},
	{name: "test_exec_run", needs: features(api.FeatureExecRun)},
	{name: "test_exec_exit_code_stderr_and_env", needs: features(api.FeatureExecRun)},
	{name: "test_exec_stream_order_and_single_exit", needs: features(api.FeatureExecRun, api.FeatureExecStream)},
	{name: "test_exec_timeout_is_enforced", needs: features(api.FeatureExecRun)},
	{name: "test_process_list", needs: features(api.FeatureExecRun, api.FeatureProcessManage)},
	{name: "test_files_roundtrip", needs: features(api.FeatureFilesRW)},
	{name: "test_files_binary_and_unicode", needs: features(api.FeatureFilesRW)},
	{name: "test_files_directory_operations", needs: features(api.FeatureFilesRW)},
	{name: "test_missing_file_is_a_typed_not_found", needs: features(api.FeatureFilesRW)},
	{name: "test_ports_url", needs: features(api.FeaturePortsURL)},
	{name: "test_undeclared_feature_fails_with_e8004", needs: features(api.FeatureSandboxLifecycle), also: leavesAProbe},
	{name: "test_secret_options_are_redacted_from_errors", also: hasSecret},
}

type suiteTest struct {
	name  string
	needs []api.Feature
	also  func(*api.Descriptor) bool
}

func features(f ...api.Feature) []api.Feature { return f }

func (s suiteTest) applies(d *api.Descriptor) bool {
	missing := func(f api.Feature) bool { return !d.Supports(f) }
	return !slices.ContainsFunc(s.needs, missing) && (s.also == nil || s.also(d))
}

// leavesAProbe reports whether the suite has an undeclared feature to try.
func leavesAProbe(d *api.Descriptor) bool {
	probes := features(api.FeatureSandboxPause, api.FeatureFilesWatch, api.FeatureExecRun, api.FeatureFilesRW, api.FeatureProcessManage)
	return slices.ContainsFunc(probes, func(f api.Feature) bool { return !d.Supports(f) })
}

func hasSecret(d *api.Descriptor) bool {
	return slices.ContainsFunc(d.Fields, func(f api.Field) bool { return f.Secret })
}
