package plan

import (
	"reflect"
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
)

// Method is one method of a generated Provider.
type Method struct {
	Name     string // Go
	Gate     api.Method
	Declared bool   // any one of Gate.Features is
	Does     string // "starts a sandbox"
	Params   []Param
	Results  []reflect.Type // the last is error
}

// Param is a parameter; its type is that of api.Provider's method.
type Param struct {
	Name string
	Type reflect.Type
}

// call ties a method of api.Provider to the kit's method that gates it.
type call struct {
	name   string
	class  api.Class
	kit    string
	params []string // after ctx
	does   string
}

var calls = []call{
	{"Create", api.ClassSandbox, "create", []string{"req"}, "creates a sandbox"},
	{"List", api.ClassSandbox, "list", []string{"req"}, "gives a page of the sandboxes"},
	{"GetInfo", api.ClassSandbox, "get_info", []string{"id"}, "tells what is known of a sandbox"},
	{"Connect", api.ClassSandbox, "connect", []string{"id"}, "finds a sandbox to work with"},
	{"IsRunning", api.ClassSandbox, "is_running", []string{"id"}, "reports whether a sandbox runs"},
	{"Kill", api.ClassSandbox, "kill", []string{"id"}, "ends a sandbox"},
	{"SetTimeout", api.ClassSandbox, "set_timeout", []string{"id", "seconds"}, "sets a sandbox's lifetime, in seconds from now"},
	{"Pause", api.ClassSandbox, "pause", []string{"id"}, "pauses a sandbox"},
	{"Resume", api.ClassSandbox, "resume", []string{"id"}, "resumes a paused sandbox"},
	{"PortURL", api.ClassSandbox, "port_url", []string{"id", "port"}, "tells where a port of a sandbox answers"},

	{"Start", api.ClassProcess, "start", []string{"id", "req"}, "starts a program and streams its output"},
	{"ListProcesses", api.ClassProcess, "list_processes", []string{"id"}, "lists the running processes"},
	{"ConnectToProcess", api.ClassProcess, "connect_to_process", []string{"id", "pid"}, "streams the output of a running process"},
	{"ResizeProcess", api.ClassProcess, "update", []string{"id", "pid", "cols", "rows"}, "resizes the terminal of a process"},
	{"SendInput", api.ClassProcess, "send_input", []string{"id", "pid", "data"}, "writes to the standard input of a process"},
	{"CloseInput", api.ClassProcess, "send_stdin", []string{"id", "pid"}, "closes the standard input of a process"},
	{"SendSignal", api.ClassProcess, "send_signal", []string{"id", "pid", "signal"}, "sends a signal, by number, to a process"},
	{"KillProcess", api.ClassProcess, "kill", []string{"id", "pid"}, "kills a process"},
	{"OpenTerminal", api.ClassProcess, "open_terminal", []string{"id", "req"}, "opens a pseudo terminal"},

	{"Stat", api.ClassFilesystem, "stat", []string{"id", "path"}, "describes a file or folder"},
	{"ListDir", api.ClassFilesystem, "list_dir", []string{"id", "path"}, "lists a folder"},
	{"MakeDir", api.ClassFilesystem, "make_dir", []string{"id", "path"}, "makes a folder"},
	{"Remove", api.ClassFilesystem, "remove", []string{"id", "path"}, "removes a file, or a folder with all in it"},
	{"Move", api.ClassFilesystem, "move", []string{"id", "source", "destination"}, "moves or renames a file or folder"},
	{"Exists", api.ClassFilesystem, "exists", []string{"id", "path"}, "reports whether a file or folder exists"},
	{"Read", api.ClassFilesystem, "read", []string{"id", "path"}, "streams a file; the caller closes it"},
	{"Write", api.ClassFilesystem, "write", []string{"id", "path", "content"}, "streams a file into the sandbox and makes its folders"},
	{"WatchDir", api.ClassFilesystem, "watch_dir", []string{"id", "path", "recursive"}, "streams the changes below a folder"},
	{"UploadURL", api.ClassFilesystem, "upload_url", []string{"id", "path"}, "gives an address that a file can be sent to"},
	{"DownloadURL", api.ClassFilesystem, "download_url", []string{"id", "path"}, "gives an address that a file can be fetched from"},

	{"RunCode", api.ClassCode, "run_code", []string{"id", "req"}, "runs code in the interpreter"},
	{"CreateContext", api.ClassCode, "create_context", []string{"id", "language"}, "makes an interpreter state that is kept"},
	{"ListContexts", api.ClassCode, "list_contexts", []string{"id"}, "lists the kept interpreter states"},
	{"RestartContext", api.ClassCode, "restart_context", []string{"id", "contextID"}, "empties a kept interpreter state"},
	{"RemoveContext", api.ClassCode, "remove_context", []string{"id", "contextID"}, "removes a kept interpreter state"},
}

// methodsOf gives every gated method of api.Provider, its signature read from
// the interface itself.
func methodsOf(d *api.Descriptor) []Method {
	provider := reflect.TypeFor[api.Provider]()
	out := make([]Method, len(calls))
	for i, c := range calls {
		gate, _ := api.LookupMethod(c.class, c.kit)
		m, _ := provider.MethodByName(c.name)
		out[i] = Method{
			Name: c.name, Gate: gate, Declared: slices.ContainsFunc(gate.Features, d.Supports), Does: c.does,
			Params: params(c, m.Type), Results: results(m.Type),
		}
	}
	return out
}

func params(c call, t reflect.Type) []Param {
	out := []Param{{"ctx", t.In(0)}}
	for i, name := range c.params {
		out = append(out, Param{name, t.In(i + 1)})
	}
	return out
}

func results(t reflect.Type) []reflect.Type {
	var out []reflect.Type
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return out
}
