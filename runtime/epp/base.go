package epp

import (
	"context"
	"io"

	"github.com/abxgen/abxgen/runtime/api"
)

// Base is a provider that can do nothing: each method is E8004. A plugin embeds
// it and writes the methods that it declares.
type Base struct{ D *api.Descriptor }

// Descriptor gives the descriptor.
func (b Base) Descriptor() *api.Descriptor { return b.D }

// Require gives E8004 where the descriptor does not declare the feature.
func (b Base) Require(f api.Feature) error {
	if !b.D.Supports(f) {
		return api.NotSupported(b.D.ID, f, "not declared")
	}
	return nil
}

// Close does nothing.
func (b Base) Close() error { return nil }

func (b Base) no(f api.Feature, method string) error { return api.NotSupported(b.D.ID, f, method) }

// The methods of api.Sandboxes.

// Create is E8004.
func (b Base) Create(context.Context, api.CreateRequest) (*api.SandboxInfo, error) {
	return nil, b.no(api.FeatureSandboxLifecycle, "create")
}

// List is E8004.
func (b Base) List(context.Context, api.ListRequest) (*api.ListPage, error) {
	return nil, b.no(api.FeatureSandboxLifecycle, "list")
}

// GetInfo is E8004.
func (b Base) GetInfo(context.Context, string) (*api.SandboxInfo, error) {
	return nil, b.no(api.FeatureSandboxLifecycle, "get_info")
}

// Connect is E8004.
func (b Base) Connect(context.Context, string) (*api.SandboxInfo, error) {
	return nil, b.no(api.FeatureSandboxLifecycle, "connect")
}

// IsRunning is E8004.
func (b Base) IsRunning(context.Context, string) (bool, error) {
	return false, b.no(api.FeatureSandboxLifecycle, "is_running")
}

// Kill is E8004.
func (b Base) Kill(context.Context, string) error { return b.no(api.FeatureSandboxLifecycle, "kill") }

// SetTimeout is E8004.
func (b Base) SetTimeout(context.Context, string, int) error {
	return b.no(api.FeatureSandboxTimeout, "set_timeout")
}

// Pause is E8004.
func (b Base) Pause(context.Context, string) error { return b.no(api.FeatureSandboxPause, "pause") }

// Resume is E8004.
func (b Base) Resume(context.Context, string) error { return b.no(api.FeatureSandboxPause, "resume") }

// PortURL is E8004.
func (b Base) PortURL(context.Context, string, int) (*api.PortURL, error) {
	return nil, b.no(api.FeaturePortsURL, "port_url")
}

// The methods of api.Processes.

// Start is E8004.
func (b Base) Start(context.Context, string, api.StartRequest) (api.ProcessStream, error) {
	return nil, b.no(api.FeatureExecRun, "start")
}

// ListProcesses is E8004.
func (b Base) ListProcesses(context.Context, string) ([]api.ProcessInfo, error) {
	return nil, b.no(api.FeatureProcessManage, "list_processes")
}

// ConnectToProcess is E8004.
func (b Base) ConnectToProcess(context.Context, string, api.PID) (api.ProcessStream, error) {
	return nil, b.no(api.FeatureProcessManage, "connect_to_process")
}

// ResizeProcess is E8004.
func (b Base) ResizeProcess(context.Context, string, api.PID, int, int) error {
	return b.no(api.FeatureProcessManage, "update")
}

// SendInput is E8004.
func (b Base) SendInput(context.Context, string, api.PID, []byte) error {
	return b.no(api.FeatureProcessManage, "send_input")
}

// CloseInput is E8004.
func (b Base) CloseInput(context.Context, string, api.PID) error {
	return b.no(api.FeatureProcessManage, "close_input")
}

// SendSignal is E8004.
func (b Base) SendSignal(context.Context, string, api.PID, int) error {
	return b.no(api.FeatureProcessManage, "send_signal")
}

// KillProcess is E8004.
func (b Base) KillProcess(context.Context, string, api.PID) error {
	return b.no(api.FeatureProcessManage, "kill")
}

// OpenTerminal is E8004.
func (b Base) OpenTerminal(context.Context, string, api.TerminalRequest) (api.Terminal, error) {
	return nil, b.no(api.FeaturePTY, "open_terminal")
}

// The methods of api.Files.

// Stat is E8004.
func (b Base) Stat(context.Context, string, string) (*api.FileInfo, error) {
	return nil, b.no(api.FeatureFilesRW, "stat")
}

// ListDir is E8004.
func (b Base) ListDir(context.Context, string, string) ([]api.FileInfo, error) {
	return nil, b.no(api.FeatureFilesRW, "list_dir")
}

// MakeDir is E8004.
func (b Base) MakeDir(context.Context, string, string) error {
	return b.no(api.FeatureFilesRW, "make_dir")
}

// Remove is E8004.
func (b Base) Remove(context.Context, string, string) error {
	return b.no(api.FeatureFilesRW, "remove")
}

// Move is E8004.
func (b Base) Move(context.Context, string, string, string) error {
	return b.no(api.FeatureFilesRW, "move")
}

// Exists is E8004.
func (b Base) Exists(context.Context, string, string) (bool, error) {
	return false, b.no(api.FeatureFilesRW, "exists")
}

// Read is E8004.
func (b Base) Read(context.Context, string, string) (io.ReadCloser, error) {
	return nil, b.no(api.FeatureFilesRW, "read")
}

// Write is E8004.
func (b Base) Write(context.Context, string, string, io.Reader) error {
	return b.no(api.FeatureFilesRW, "write")
}

// WatchDir is E8004.
func (b Base) WatchDir(context.Context, string, string, bool) (api.WatchStream, error) {
	return nil, b.no(api.FeatureFilesWatch, "watch_dir")
}

// UploadURL is E8004.
func (b Base) UploadURL(context.Context, string, string) (string, error) {
	return "", b.no(api.FeatureFilesTransfer, "upload_url")
}

// DownloadURL is E8004.
func (b Base) DownloadURL(context.Context, string, string) (string, error) {
	return "", b.no(api.FeatureFilesTransfer, "download_url")
}

// The methods of api.CodeInterpreter.

// RunCode is E8004.
func (b Base) RunCode(context.Context, string, api.CodeRequest) (*api.CodeResult, error) {
	return nil, b.no(api.FeatureCodeInterpret, "run_code")
}

// CreateContext is E8004.
func (b Base) CreateContext(context.Context, string, string) (*api.CodeContext, error) {
	return nil, b.no(api.FeatureCodeInterpret, "create_context")
}

// ListContexts is E8004.
func (b Base) ListContexts(context.Context, string) ([]api.CodeContext, error) {
	return nil, b.no(api.FeatureCodeInterpret, "list_contexts")
}

// RestartContext is E8004.
func (b Base) RestartContext(context.Context, string, string) error {
	return b.no(api.FeatureCodeInterpret, "restart_context")
}

// RemoveContext is E8004.
func (b Base) RemoveContext(context.Context, string, string) error {
	return b.no(api.FeatureCodeInterpret, "remove_context")
}

var _ api.Provider = Base{}
