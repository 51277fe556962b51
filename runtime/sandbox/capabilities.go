package sandbox

import (
	"context"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// The Can interfaces name what a sandbox can. Each has a method HasX, which
// does nothing: a generated Sandbox has it only where its provider declares the
// feature, although it has every other method. So this compiles for providers
// with exec.run (or exec.stream) and files.rw, and for no others:
//
//	type needs interface {
//		sandbox.CanExec
//		sandbox.CanFiles
//	}
//
//	var _ needs = (*mycloud.Sandbox)(nil)

// CanLifecycle is a sandbox of a provider with api.FeatureSandboxLifecycle.
type CanLifecycle interface {
	ID() string
	Info(ctx context.Context) (*api.SandboxInfo, error)
	Running(ctx context.Context) (bool, error)
	Kill(ctx context.Context) error
	HasLifecycle()
}

// CanTimeout is a sandbox of a provider with api.FeatureSandboxTimeout.
type CanTimeout interface {
	SetTimeout(ctx context.Context, lifetime time.Duration) error
	HasTimeout()
}

// CanPause is a sandbox of a provider with api.FeatureSandboxPause.
type CanPause interface {
	Pause(ctx context.Context) error
	Resume(ctx context.Context) error
	HasPause()
}

// CanExec is a sandbox of a provider with api.FeatureExecRun or
// api.FeatureExecStream.
type CanExec interface {
	Exec(ctx context.Context, req api.StartRequest) (*Result, error)
	Start(ctx context.Context, req api.StartRequest) (*Process, error)
	HasExec()
}

// CanProcesses is a sandbox of a provider with api.FeatureProcessManage.
type CanProcesses interface {
	Processes() *Processes
	HasProcesses()
}

// CanTerminal is a sandbox of a provider with api.FeaturePTY.
type CanTerminal interface {
	Terminal(ctx context.Context, req api.TerminalRequest) (*Terminal, error)
	HasTerminal()
}

// CanFiles is a sandbox of a provider with api.FeatureFilesRW.
type CanFiles interface {
	Files() *Files
	HasFiles()
}

// CanWatch is a sandbox of a provider with api.FeatureFilesWatch: Files().Watch
// works.
type CanWatch interface {
	Files() *Files
	HasWatch()
}

// CanTransfer is a sandbox of a provider with api.FeatureFilesTransfer:
// Files().UploadURL and DownloadURL work.
type CanTransfer interface {
	Files() *Files
	HasTransfer()
}

// CanCode is a sandbox of a provider with api.FeatureCodeInterpret.
type CanCode interface {
	Code() *Code
	HasCode()
}

// CanPorts is a sandbox of a provider with api.FeaturePortsURL.
type CanPorts interface {
	Ports() *Ports
	HasPorts()
}
