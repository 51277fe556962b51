package contract

import (
	"context"

	"github.com/abxgen/abxgen/runtime/api"
)

// test is one of the suite. It gives what is worth showing of it.
type test struct {
	name  string
	needs []api.Feature
	run   func(ctx context.Context, t *trial) (seen string, err error)
}

// undeclared says which feature the test lacks, "" for none.
func (x test) undeclared(d *api.Descriptor) string {
	for _, f := range x.needs {
		if !d.Supports(f) {
			return string(f) + " is not declared"
		}
	}
	return ""
}

// skipped is the reason of a test that found out late that it has nothing to do.
type skipped string

// Error is the reason.
func (s skipped) Error() string { return string(s) }

func skip(reason string) error { return skipped(reason) }

func needs(features ...api.Feature) []api.Feature { return features }

// with makes a test of one sandbox.
func with(f func(ctx context.Context, t *trial, id string) error) func(context.Context, *trial) (string, error) {
	return func(ctx context.Context, t *trial) (string, error) {
		return "", t.sandbox(ctx, func(id string) error { return f(ctx, t, id) })
	}
}

// suite is in the order of the SDK's, whose names it has; then the features that
// the SDK's does not try, and what the seeds want to be shown.
var suite = []test{
	{"declared_features_are_known", nil, featuresAreKnown},
	{"describe_never_exposes_secret_defaults", nil, noSecretDefaults},
	{"lifecycle", needs(api.FeatureSandboxLifecycle), lifecycle},
	{"kill_is_idempotent", needs(api.FeatureSandboxLifecycle), killTwice},
	{"set_timeout", needs(api.FeatureSandboxLifecycle, api.FeatureSandboxTimeout), with(setTimeout)},
	{"pause_resume", needs(api.FeatureSandboxLifecycle, api.FeatureSandboxPause), with(pauseResume)},
	{"exec_run", needs(api.FeatureSandboxLifecycle, api.FeatureExecRun), with(execRun)},
	{"exec_exit_code_stderr_and_env", needs(api.FeatureSandboxLifecycle, api.FeatureExecRun), with(execCode)},
	{"exec_stream_order_and_single_exit", needs(api.FeatureSandboxLifecycle, api.FeatureExecRun, api.FeatureExecStream), with(execOrder)},
	{"exec_timeout_is_enforced", needs(api.FeatureSandboxLifecycle, api.FeatureExecRun), with(execTimeout)},
	{"process_list", needs(api.FeatureSandboxLifecycle, api.FeatureExecRun, api.FeatureProcessManage), with(processList)},
	{"files_roundtrip", needs(api.FeatureSandboxLifecycle, api.FeatureFilesRW), with(filesRoundTrip)},
	{"files_binary_and_unicode", needs(api.FeatureSandboxLifecycle, api.FeatureFilesRW), with(filesBinary)},
	{"files_directory_operations", needs(api.FeatureSandboxLifecycle, api.FeatureFilesRW), with(filesDirectory)},
	{"missing_file_is_a_typed_not_found", needs(api.FeatureSandboxLifecycle, api.FeatureFilesRW), with(fileMissing)},
	{"ports_url", needs(api.FeatureSandboxLifecycle, api.FeaturePortsURL), with(portsURL)},
	{"undeclared_feature_fails_with_e8004", needs(api.FeatureSandboxLifecycle), undeclaredFails},
	{"secret_options_are_redacted_from_errors", needs(api.FeatureSandboxLifecycle), secretsRedacted},

	{"process_stdin_and_signal", needs(api.FeatureSandboxLifecycle, api.FeatureExecStream, api.FeatureProcessManage), with(stdinAndSignal)},
	{"terminal", needs(api.FeatureSandboxLifecycle, api.FeaturePTY), with(terminal)},
	{"files_watch", needs(api.FeatureSandboxLifecycle, api.FeatureFilesWatch, api.FeatureFilesRW), with(filesWatch)},
	{"files_transfer", needs(api.FeatureSandboxLifecycle, api.FeatureFilesTransfer, api.FeatureFilesRW), with(filesTransfer)},
	{"code_interpret", needs(api.FeatureSandboxLifecycle, api.FeatureCodeInterpret), with(codeInterpret)},

	{"create_request", needs(api.FeatureSandboxLifecycle), createRequest},
	{"auth_header", needs(api.FeatureSandboxLifecycle), authHeader},
	{"other_backends_key_is_not_sent", nil, canaryUnseen},
	{"nothing_is_left_running", nil, nothingLeft},
}

// own makes tests of what an author expects.
func own(requests []Expected) []test {
	var out []test
	for _, e := range requests {
		out = append(out, test{name: FileName + ": " + e.Name, run: func(_ context.Context, t *trial) (string, error) { return "", t.expected(e) }})
	}
	return out
}
