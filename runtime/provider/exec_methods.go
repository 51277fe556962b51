package provider

import (
	"context"
	"io"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/epp"
)

// Create starts a sandbox.
func (x *execProvider) Create(ctx context.Context, req api.CreateRequest) (*api.SandboxInfo, error) {
	if req.Template == "" {
		req.Template = x.template()
	}
	if req.Timeout <= 0 {
		req.Timeout = defaultLife
	}
	info, err := ask(ctx, x, api.ClassSandbox, "create", func(c *epp.Client) (*api.SandboxInfo, error) { return c.Create(ctx, req) })
	return x.known(info, err)
}

func (x *execProvider) known(info *api.SandboxInfo, err error) (*api.SandboxInfo, error) {
	if err == nil {
		x.learn(info)
	}
	return info, err
}

// List lists sandboxes.
func (x *execProvider) List(ctx context.Context, req api.ListRequest) (*api.ListPage, error) {
	return ask(ctx, x, api.ClassSandbox, "list", func(c *epp.Client) (*api.ListPage, error) { return c.List(ctx, req) })
}

// GetInfo asks for one sandbox.
func (x *execProvider) GetInfo(ctx context.Context, id string) (*api.SandboxInfo, error) {
	return x.known(ask(ctx, x, api.ClassSandbox, "get_info", func(c *epp.Client) (*api.SandboxInfo, error) { return c.GetInfo(ctx, id) }))
}

// Connect connects to a sandbox, which may resume it.
func (x *execProvider) Connect(ctx context.Context, id string) (*api.SandboxInfo, error) {
	return x.known(ask(ctx, x, api.ClassSandbox, "connect", func(c *epp.Client) (*api.SandboxInfo, error) { return c.Connect(ctx, id) }))
}

// IsRunning reports whether the sandbox runs.
func (x *execProvider) IsRunning(ctx context.Context, id string) (bool, error) {
	return ask(ctx, x, api.ClassSandbox, "is_running", func(c *epp.Client) (bool, error) { return c.IsRunning(ctx, id) })
}

// Kill ends a sandbox.
func (x *execProvider) Kill(ctx context.Context, id string) error {
	x.targets.drop(id)
	err := tell(ctx, x, api.ClassSandbox, "kill", func(c *epp.Client) error { return c.Kill(ctx, id) })
	if err == nil {
		x.redactor.Forget(id)
	}
	return err
}

// SetTimeout sets when the sandbox ends, in seconds from now.
func (x *execProvider) SetTimeout(ctx context.Context, id string, seconds int) error {
	err := tell(ctx, x, api.ClassSandbox, "set_timeout", func(c *epp.Client) error { return c.SetTimeout(ctx, id, seconds) })
	if err == nil {
		x.redactor.Hold(id, time.Now().Add(time.Duration(seconds)*time.Second))
	}
	return err
}

// Pause pauses a sandbox.
func (x *execProvider) Pause(ctx context.Context, id string) error {
	return tell(ctx, x, api.ClassSandbox, "pause", func(c *epp.Client) error { return c.Pause(ctx, id) })
}

// Resume continues a paused sandbox.
func (x *execProvider) Resume(ctx context.Context, id string) error {
	x.targets.drop(id)
	return tell(ctx, x, api.ClassSandbox, "resume", func(c *epp.Client) error { return c.Resume(ctx, id) })
}

// PortURL gives where a port of a sandbox answers.
func (x *execProvider) PortURL(ctx context.Context, id string, port int) (*api.PortURL, error) {
	return ask(ctx, x, api.ClassSandbox, "port_url", func(c *epp.Client) (*api.PortURL, error) { return c.PortURL(ctx, id, port) })
}

// Start starts a program.
func (x *execProvider) Start(ctx context.Context, id string, req api.StartRequest) (api.ProcessStream, error) {
	return onData(ctx, x, id, api.ClassProcess, "start",
		func(w *e2b.Client, t api.Target) (api.ProcessStream, error) { return w.Start(ctx, t, req) },
		func(c *epp.Client) (api.ProcessStream, error) { return c.Start(ctx, id, req) })
}

// ListProcesses lists what runs.
func (x *execProvider) ListProcesses(ctx context.Context, id string) ([]api.ProcessInfo, error) {
	return onData(ctx, x, id, api.ClassProcess, "list_processes",
		func(w *e2b.Client, t api.Target) ([]api.ProcessInfo, error) { return w.ListProcesses(ctx, t) },
		func(c *epp.Client) ([]api.ProcessInfo, error) { return c.ListProcesses(ctx, id) })
}

// ConnectToProcess listens to a process that runs.
func (x *execProvider) ConnectToProcess(ctx context.Context, id string, pid api.PID) (api.ProcessStream, error) {
	return onData(ctx, x, id, api.ClassProcess, "connect_to_process",
		func(w *e2b.Client, t api.Target) (api.ProcessStream, error) { return w.ConnectToProcess(ctx, t, pid) },
		func(c *epp.Client) (api.ProcessStream, error) { return c.ConnectToProcess(ctx, id, pid) })
}

// ResizeProcess sets a terminal's size.
func (x *execProvider) ResizeProcess(ctx context.Context, id string, pid api.PID, cols, rows int) error {
	return doData(ctx, x, id, api.ClassProcess, "update",
		func(w *e2b.Client, t api.Target) error { return w.ResizeProcess(ctx, t, pid, cols, rows) },
		func(c *epp.Client) error { return c.ResizeProcess(ctx, id, pid, cols, rows) })
}

// SendInput writes to a process's stdin.
func (x *execProvider) SendInput(ctx context.Context, id string, pid api.PID, data []byte) error {
	return doData(ctx, x, id, api.ClassProcess, "send_input",
		func(w *e2b.Client, t api.Target) error { return w.SendInput(ctx, t, pid, data) },
		func(c *epp.Client) error { return c.SendInput(ctx, id, pid, data) })
}

// CloseInput closes a process's stdin.
func (x *execProvider) CloseInput(ctx context.Context, id string, pid api.PID) error {
	return doData(ctx, x, id, api.ClassProcess, "send_input",
		func(w *e2b.Client, t api.Target) error { return w.CloseInput(ctx, t, pid) },
		func(c *epp.Client) error { return c.CloseInput(ctx, id, pid) })
}

// SendSignal signals a process.
func (x *execProvider) SendSignal(ctx context.Context, id string, pid api.PID, signal int) error {
	return doData(ctx, x, id, api.ClassProcess, "send_signal",
		func(w *e2b.Client, t api.Target) error { return w.SendSignal(ctx, t, pid, signal) },
		func(c *epp.Client) error { return c.SendSignal(ctx, id, pid, signal) })
}

// KillProcess ends a process.
func (x *execProvider) KillProcess(ctx context.Context, id string, pid api.PID) error {
	return doData(ctx, x, id, api.ClassProcess, "kill",
		func(w *e2b.Client, t api.Target) error { return w.KillProcess(ctx, t, pid) },
		func(c *epp.Client) error { return c.KillProcess(ctx, id, pid) })
}

// OpenTerminal opens a terminal, which is always the plugin's.
func (x *execProvider) OpenTerminal(ctx context.Context, id string, req api.TerminalRequest) (api.Terminal, error) {
	return ask(ctx, x, api.ClassProcess, "open_terminal", func(c *epp.Client) (api.Terminal, error) { return c.OpenTerminal(ctx, id, req) })
}

// Stat describes an entry.
func (x *execProvider) Stat(ctx context.Context, id, path string) (*api.FileInfo, error) {
	return onData(ctx, x, id, api.ClassFilesystem, "stat",
		func(w *e2b.Client, t api.Target) (*api.FileInfo, error) { return w.Stat(ctx, t, path) },
		func(c *epp.Client) (*api.FileInfo, error) { return c.Stat(ctx, id, path) })
}

// ListDir lists a directory.
func (x *execProvider) ListDir(ctx context.Context, id, path string) ([]api.FileInfo, error) {
	return onData(ctx, x, id, api.ClassFilesystem, "list_dir",
		func(w *e2b.Client, t api.Target) ([]api.FileInfo, error) { return w.ListDir(ctx, t, path) },
		func(c *epp.Client) ([]api.FileInfo, error) { return c.ListDir(ctx, id, path) })
}

// MakeDir makes a directory.
func (x *execProvider) MakeDir(ctx context.Context, id, path string) error {
	return doData(ctx, x, id, api.ClassFilesystem, "make_dir",
		func(w *e2b.Client, t api.Target) error { return w.MakeDir(ctx, t, path) },
		func(c *epp.Client) error { return c.MakeDir(ctx, id, path) })
}

// Remove removes an entry.
func (x *execProvider) Remove(ctx context.Context, id, path string) error {
	return doData(ctx, x, id, api.ClassFilesystem, "remove",
		func(w *e2b.Client, t api.Target) error { return w.Remove(ctx, t, path) },
		func(c *epp.Client) error { return c.Remove(ctx, id, path) })
}

// Move moves an entry.
func (x *execProvider) Move(ctx context.Context, id, source, destination string) error {
	return doData(ctx, x, id, api.ClassFilesystem, "move",
		func(w *e2b.Client, t api.Target) error { return w.Move(ctx, t, source, destination) },
		func(c *epp.Client) error { return c.Move(ctx, id, source, destination) })
}

// Exists reports whether there is such an entry.
func (x *execProvider) Exists(ctx context.Context, id, path string) (bool, error) {
	return onData(ctx, x, id, api.ClassFilesystem, "exists",
		func(w *e2b.Client, t api.Target) (bool, error) { return w.Exists(ctx, t, path) },
		func(c *epp.Client) (bool, error) { return c.Exists(ctx, id, path) })
}

// Read streams a file.
func (x *execProvider) Read(ctx context.Context, id, path string) (io.ReadCloser, error) {
	return onData(ctx, x, id, api.ClassFilesystem, "read",
		func(w *e2b.Client, t api.Target) (io.ReadCloser, error) { return w.Read(ctx, t, path) },
		func(c *epp.Client) (io.ReadCloser, error) { return c.Read(ctx, id, path) })
}

// Write streams a file.
func (x *execProvider) Write(ctx context.Context, id, path string, content io.Reader) error {
	return doData(ctx, x, id, api.ClassFilesystem, "write",
		func(w *e2b.Client, t api.Target) error { return w.Write(ctx, t, path, content) },
		func(c *epp.Client) error { return c.Write(ctx, id, path, content) })
}

// WatchDir streams the changes below a directory.
func (x *execProvider) WatchDir(ctx context.Context, id, path string, recursive bool) (api.WatchStream, error) {
	return onData(ctx, x, id, api.ClassFilesystem, "watch_dir",
		func(w *e2b.Client, t api.Target) (api.WatchStream, error) { return w.WatchDir(ctx, t, path, recursive) },
		func(c *epp.Client) (api.WatchStream, error) { return c.WatchDir(ctx, id, path, recursive) })
}

// UploadURL is E8004: EPP/1 has no method for it.
func (x *execProvider) UploadURL(ctx context.Context, id, path string) (string, error) {
	return ask(ctx, x, api.ClassFilesystem, "upload_url", func(c *epp.Client) (string, error) { return c.UploadURL(ctx, id, path) })
}

// DownloadURL is E8004: EPP/1 has no method for it.
func (x *execProvider) DownloadURL(ctx context.Context, id, path string) (string, error) {
	return ask(ctx, x, api.ClassFilesystem, "download_url", func(c *epp.Client) (string, error) { return c.DownloadURL(ctx, id, path) })
}

// RunCode is E8004: EPP/1 has no method for it.
func (x *execProvider) RunCode(ctx context.Context, id string, req api.CodeRequest) (*api.CodeResult, error) {
	return ask(ctx, x, api.ClassCode, "run_code", func(c *epp.Client) (*api.CodeResult, error) { return c.RunCode(ctx, id, req) })
}

// CreateContext is E8004: EPP/1 has no method for it.
func (x *execProvider) CreateContext(ctx context.Context, id, language string) (*api.CodeContext, error) {
	return ask(ctx, x, api.ClassCode, "create_context", func(c *epp.Client) (*api.CodeContext, error) { return c.CreateContext(ctx, id, language) })
}

// ListContexts is E8004: EPP/1 has no method for it.
func (x *execProvider) ListContexts(ctx context.Context, id string) ([]api.CodeContext, error) {
	return ask(ctx, x, api.ClassCode, "list_contexts", func(c *epp.Client) ([]api.CodeContext, error) { return c.ListContexts(ctx, id) })
}

// RestartContext is E8004: EPP/1 has no method for it.
func (x *execProvider) RestartContext(ctx context.Context, id, contextID string) error {
	return tell(ctx, x, api.ClassCode, "restart_context", func(c *epp.Client) error { return c.RestartContext(ctx, id, contextID) })
}

// RemoveContext is E8004: EPP/1 has no method for it.
func (x *execProvider) RemoveContext(ctx context.Context, id, contextID string) error {
	return tell(ctx, x, api.ClassCode, "remove_context", func(c *epp.Client) error { return c.RemoveContext(ctx, id, contextID) })
}

var _ api.Provider = (*execProvider)(nil)
