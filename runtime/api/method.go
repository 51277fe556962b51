package api

import "slices"

// Class is one of the four protocol classes of the kit (spec/kit.md).
type Class string

// The protocol classes, named as buildInfra's fields without "_protocol".
const (
	ClassSandbox    Class = "sandbox"
	ClassProcess    Class = "process"
	ClassFilesystem Class = "filesystem"
	ClassCode       Class = "code_interpreter"
)

// Method is one method of a protocol class, with what must be declared before
// it may be called: any one of Features, and then any one of Operations (none
// means that no operation is asked for). Source: spec/errors.md, "Feature by
// method" and the paragraph behind it.
type Method struct {
	Class      Class
	Name       string
	Features   []Feature
	Operations []string
}

func one(f Feature) []Feature      { return []Feature{f} }
func ops(names ...string) []string { return names }

var runOrStream = []Feature{FeatureExecRun, FeatureExecStream}

var methods = []Method{
	{ClassSandbox, "create", one(FeatureSandboxLifecycle), ops("sandbox.create")},
	{ClassSandbox, "list", one(FeatureSandboxLifecycle), ops("sandbox.list")},
	{ClassSandbox, "list_v2", one(FeatureSandboxLifecycle), ops("sandbox.list")},
	{ClassSandbox, "get_info", one(FeatureSandboxLifecycle), ops("sandbox.get")},
	{ClassSandbox, "connect", one(FeatureSandboxLifecycle), ops("sandbox.get")},
	{ClassSandbox, "is_running", one(FeatureSandboxLifecycle), ops("sandbox.get")},
	{ClassSandbox, "kill", one(FeatureSandboxLifecycle), ops("sandbox.delete")},
	{ClassSandbox, "set_timeout", one(FeatureSandboxTimeout), ops("sandbox.timeout")},
	{ClassSandbox, "pause", one(FeatureSandboxPause), ops("sandbox.pause")},
	{ClassSandbox, "resume", one(FeatureSandboxPause), ops("sandbox.resume")},
	{ClassSandbox, "port_url", one(FeaturePortsURL), ops("ports.resolve")},
	{ClassSandbox, "application_endpoint", one(FeaturePortsURL), ops("ports.resolve")},
	{ClassProcess, "start", runOrStream, ops("exec.run", "exec.stream")},
	{ClassProcess, "list_processes", one(FeatureProcessManage), nil},
	{ClassProcess, "connect_to_process", one(FeatureProcessManage), nil},
	{ClassProcess, "update", one(FeatureProcessManage), nil},
	{ClassProcess, "send_input", one(FeatureProcessManage), nil},
	{ClassProcess, "send_stdin", one(FeatureProcessManage), nil},
	{ClassProcess, "send_signal", one(FeatureProcessManage), nil},
	{ClassProcess, "kill", one(FeatureProcessManage), nil},
	{ClassProcess, "open_terminal", one(FeaturePTY), nil},
	{ClassFilesystem, "stat", one(FeatureFilesRW), ops("files.stat")},
	{ClassFilesystem, "list_dir", one(FeatureFilesRW), ops("files.list")},
	{ClassFilesystem, "make_dir", one(FeatureFilesRW), ops("files.write")},
	{ClassFilesystem, "remove", one(FeatureFilesRW), ops("files.remove")},
	{ClassFilesystem, "move", one(FeatureFilesRW), ops("files.move")},
	{ClassFilesystem, "upload_file", one(FeatureFilesRW), ops("files.write")},
	{ClassFilesystem, "download_file", one(FeatureFilesRW), ops("files.read")},
	{ClassFilesystem, "exists", one(FeatureFilesRW), ops("files.stat")},
	{ClassFilesystem, "get_info", one(FeatureFilesRW), ops("files.stat")},
	{ClassFilesystem, "read", one(FeatureFilesRW), ops("files.read")},
	{ClassFilesystem, "read_text", one(FeatureFilesRW), ops("files.read")},
	{ClassFilesystem, "write", one(FeatureFilesRW), ops("files.write")},
	{ClassFilesystem, "rename", one(FeatureFilesRW), ops("files.move")},
	{ClassFilesystem, "watch_dir", one(FeatureFilesWatch), nil},
	{ClassFilesystem, "upload_url", one(FeatureFilesTransfer), nil},
	{ClassFilesystem, "download_url", one(FeatureFilesTransfer), nil},
	{ClassCode, "run_code", one(FeatureCodeInterpret), ops("code.execute", "code.default-context.execute", "code.context.execute")},
	{ClassCode, "create_context", one(FeatureCodeInterpret), ops("code.context.create")},
	{ClassCode, "list_contexts", one(FeatureCodeInterpret), ops("code.context.list")},
	{ClassCode, "restart_context", one(FeatureCodeInterpret), ops("code.context.restart")},
	{ClassCode, "remove_context", one(FeatureCodeInterpret), ops("code.context.delete")},
}

// Methods returns every gated method, by class, in the order of spec/errors.md.
func Methods() []Method { return slices.Clone(methods) }

// LookupMethod finds a method by its snake_case name.
func LookupMethod(class Class, name string) (Method, bool) {
	i := slices.IndexFunc(methods, func(m Method) bool { return m.Class == class && m.Name == name })
	if i < 0 {
		return Method{}, false
	}
	return methods[i], true
}
