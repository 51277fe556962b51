package plan

import "github.com/abxgen/abxgen/runtime/api"

// calls are the gated methods, by type. Those without a class open a type
// whose methods are gated each.
var calls = []call{
	{OnProvider, "Create", api.ClassSandbox, "create", []string{"ctx", "req"}, "creates a sandbox, once"},
	{OnProvider, "Connect", api.ClassSandbox, "connect", []string{"ctx", "id"}, "finds a sandbox to work with"},
	{OnProvider, "Get", api.ClassSandbox, "get_info", []string{"ctx", "id"}, "finds a sandbox without touching it"},
	{OnProvider, "Sandboxes", api.ClassSandbox, "list", []string{"ctx"}, "goes through all sandboxes, and ends with the first error"},

	{OnSandbox, "Info", api.ClassSandbox, "get_info", []string{"ctx"}, "asks what is known of the sandbox now"},
	{OnSandbox, "Running", api.ClassSandbox, "is_running", []string{"ctx"}, "reports whether the sandbox runs"},
	{OnSandbox, "Kill", api.ClassSandbox, "kill", []string{"ctx"}, "ends the sandbox with all that is in it"},
	{OnSandbox, "SetTimeout", api.ClassSandbox, "set_timeout", []string{"ctx", "lifetime"}, "sets how long the sandbox lives from now on, in whole seconds"},
	{OnSandbox, "Pause", api.ClassSandbox, "pause", []string{"ctx"}, "pauses the sandbox"},
	{OnSandbox, "Resume", api.ClassSandbox, "resume", []string{"ctx"}, "goes on with the paused sandbox"},
	{OnSandbox, "Exec", api.ClassProcess, "start", []string{"ctx", "req"}, "runs a program to its end and collects its outputs; one that did not end well is E3002 with a *sandbox.ExitError behind it"},
	{OnSandbox, "Start", api.ClassProcess, "start", []string{"ctx", "req"}, "starts a program, in the manner of os/exec; it is killed when ctx ends"},
	{OnSandbox, "Terminal", api.ClassProcess, "open_terminal", []string{"ctx", "req"}, "opens a pseudo terminal; it is killed when ctx ends"},
	{OnSandbox, "Files", "", "", nil, "gives the sandbox's files, which are an fs.FS too"},
	{OnSandbox, "Code", "", "", nil, "gives the sandbox's code interpreter"},
	{OnSandbox, "Ports", "", "", nil, "gives the ports that programs in the sandbox listen on"},
	{OnSandbox, "Processes", "", "", nil, "gives the programs that run in the sandbox, by pid"},

	{on: OnFiles, name: "Open", class: api.ClassFilesystem, kit: "stat"},
	{on: OnFiles, name: "Stat", class: api.ClassFilesystem, kit: "stat"},
	{on: OnFiles, name: "Lstat", class: api.ClassFilesystem, kit: "stat"},
	{on: OnFiles, name: "ReadLink", class: api.ClassFilesystem, kit: "stat"},
	{on: OnFiles, name: "ReadDir", class: api.ClassFilesystem, kit: "list_dir"},
	{on: OnFiles, name: "ReadFile", class: api.ClassFilesystem, kit: "read"},
	{on: OnFiles, name: "Read", class: api.ClassFilesystem, kit: "read"},
	{on: OnFiles, name: "Write", class: api.ClassFilesystem, kit: "write"},
	{on: OnFiles, name: "WriteFile", class: api.ClassFilesystem, kit: "write"},
	{on: OnFiles, name: "Remove", class: api.ClassFilesystem, kit: "remove"},
	{on: OnFiles, name: "Move", class: api.ClassFilesystem, kit: "move"},
	{on: OnFiles, name: "MkdirAll", class: api.ClassFilesystem, kit: "make_dir"},
	{on: OnFiles, name: "Exists", class: api.ClassFilesystem, kit: "exists"},
	{on: OnFiles, name: "Watch", class: api.ClassFilesystem, kit: "watch_dir"},
	{on: OnFiles, name: "UploadURL", class: api.ClassFilesystem, kit: "upload_url"},
	{on: OnFiles, name: "DownloadURL", class: api.ClassFilesystem, kit: "download_url"},

	{on: OnCode, name: "Run", class: api.ClassCode, kit: "run_code"},
	{on: OnCode, name: "NewContext", class: api.ClassCode, kit: "create_context"},
	{on: OnCode, name: "Contexts", class: api.ClassCode, kit: "list_contexts"},
	{on: OnCode, name: "RestartContext", class: api.ClassCode, kit: "restart_context"},
	{on: OnCode, name: "RemoveContext", class: api.ClassCode, kit: "remove_context"},

	{on: OnPorts, name: "URL", class: api.ClassSandbox, kit: "port_url"},

	{on: OnProcesses, name: "List", class: api.ClassProcess, kit: "list_processes"},
	{on: OnProcesses, name: "Connect", class: api.ClassProcess, kit: "connect_to_process"},
	{on: OnProcesses, name: "Signal", class: api.ClassProcess, kit: "send_signal"},
	{on: OnProcesses, name: "Kill", class: api.ClassProcess, kit: "kill"},
	{on: OnProcesses, name: "Resize", class: api.ClassProcess, kit: "update"},
	{on: OnProcess, name: "Signal", class: api.ClassProcess, kit: "send_signal"},
}
