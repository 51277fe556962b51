package api

import (
	"context"
	"io"
	"io/fs"
)

// Provider is an opened provider: whatever its kind, its host calls it by
// sandbox id. Every method is gated by the declared features before any I/O
// (E8004). Methods are safe for concurrent use.
type Provider interface {
	Descriptor() *Descriptor
	// Require gives E8004 where the feature is not declared.
	Require(Feature) error

	Sandboxes
	Processes
	Files
	CodeInterpreter

	// Close ends what the provider holds: its guest, its connections. It may be
	// called again to end by force what a Close waits for.
	Close() error
}

// Sandboxes are the methods of the control plane.
type Sandboxes interface {
	Create(ctx context.Context, req CreateRequest) (*SandboxInfo, error)
	List(ctx context.Context, req ListRequest) (*ListPage, error)
	GetInfo(ctx context.Context, id string) (*SandboxInfo, error)
	Connect(ctx context.Context, id string) (*SandboxInfo, error)
	IsRunning(ctx context.Context, id string) (bool, error)
	Kill(ctx context.Context, id string) error // E2009 where it does not exist
	SetTimeout(ctx context.Context, id string, seconds int) error
	Pause(ctx context.Context, id string) error
	Resume(ctx context.Context, id string) error
	PortURL(ctx context.Context, id string, port int) (*PortURL, error)
}

// Processes are the methods of envd's process service.
type Processes interface {
	Start(ctx context.Context, id string, req StartRequest) (ProcessStream, error)
	ListProcesses(ctx context.Context, id string) ([]ProcessInfo, error)
	ConnectToProcess(ctx context.Context, id string, pid PID) (ProcessStream, error)
	ResizeProcess(ctx context.Context, id string, pid PID, cols, rows int) error
	SendInput(ctx context.Context, id string, pid PID, data []byte) error
	CloseInput(ctx context.Context, id string, pid PID) error
	SendSignal(ctx context.Context, id string, pid PID, signal int) error
	KillProcess(ctx context.Context, id string, pid PID) error
	OpenTerminal(ctx context.Context, id string, req TerminalRequest) (Terminal, error)
}

// Files are the methods of the sandbox's file system.
type Files interface {
	Stat(ctx context.Context, id, path string) (*FileInfo, error)
	ListDir(ctx context.Context, id, path string) ([]FileInfo, error)
	MakeDir(ctx context.Context, id, path string) error
	Remove(ctx context.Context, id, path string) error
	Move(ctx context.Context, id, source, destination string) error
	Exists(ctx context.Context, id, path string) (bool, error)
	// Read streams a file; the caller closes it.
	Read(ctx context.Context, id, path string) (io.ReadCloser, error)
	// Write streams a file, creating its folders.
	Write(ctx context.Context, id, path string, content io.Reader) error
	WatchDir(ctx context.Context, id, path string, recursive bool) (WatchStream, error)
	UploadURL(ctx context.Context, id, path string) (string, error)
	DownloadURL(ctx context.Context, id, path string) (string, error)
}

// CodeInterpreter are the methods of the code interpreter.
type CodeInterpreter interface {
	RunCode(ctx context.Context, id string, req CodeRequest) (*CodeResult, error)
	CreateContext(ctx context.Context, id, language string) (*CodeContext, error)
	ListContexts(ctx context.Context, id string) ([]CodeContext, error)
	RestartContext(ctx context.Context, id, contextID string) error
	RemoveContext(ctx context.Context, id, contextID string) error
}

// Linked is a provider that is part of a program: generated packages give one.
// It holds data only; opening it is the host's work.
type Linked struct {
	Descriptor *Descriptor
	Bundle     []byte // the provider's JavaScript; node only
	SourceMap  []byte
	Files      fs.FS    // exec only: the provider's folder; a file's mode tells whether it is a program
	Settings   Settings // what the build fixed
}
