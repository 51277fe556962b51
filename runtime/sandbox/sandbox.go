package sandbox

import (
	"context"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// Sandbox is the handle of one sandbox. It holds no connection and needs no
// closing; several handles of one sandbox are alike.
type Sandbox struct {
	api    api.Provider
	record api.SandboxInfo
}

// ID is the sandbox's id, as its provider knows it.
func (s *Sandbox) ID() string { return s.record.ID }

// String gives PROVIDER:ID, the reference of spec/config.md.
func (s *Sandbox) String() string { return s.api.Descriptor().ID + ":" + s.record.ID }

// Record is what was told when the handle was made, without asking again; only
// the id is known of a handle that Client.Sandbox made.
func (s *Sandbox) Record() api.SandboxInfo { return s.record }

// Info asks what is known of the sandbox now; E2009 where it is gone.
func (s *Sandbox) Info(ctx context.Context) (*api.SandboxInfo, error) {
	info, err := s.api.GetInfo(ctx, s.record.ID)
	if err != nil {
		return nil, err
	}
	record := public(info)
	return &record, nil
}

// Running reports whether the sandbox runs; one that is gone does not.
func (s *Sandbox) Running(ctx context.Context) (bool, error) {
	return s.api.IsRunning(ctx, s.record.ID)
}

// Kill ends the sandbox with all that is in it; E2009 where it is gone.
func (s *Sandbox) Kill(ctx context.Context) error { return s.api.Kill(ctx, s.record.ID) }

// SetTimeout sets how long the sandbox lives from now on, in whole seconds (a
// part of one counts as one). A time that is over is E8002: it would end the
// sandbox, which is what Kill is for.
func (s *Sandbox) SetTimeout(ctx context.Context, lifetime time.Duration) error {
	if lifetime <= 0 && s.api.Require(api.FeatureSandboxTimeout) == nil {
		return api.Errorf(api.CodeConfig, "%v is no lifetime of a sandbox", lifetime).With("give more than 0; Kill ends a sandbox at once")
	}
	seconds := lifetime / time.Second
	if lifetime%time.Second > 0 {
		seconds++
	}
	return s.api.SetTimeout(ctx, s.record.ID, int(seconds))
}

// Pause pauses the sandbox; its memory and files are kept.
func (s *Sandbox) Pause(ctx context.Context) error { return s.api.Pause(ctx, s.record.ID) }

// Resume goes on with a paused sandbox.
func (s *Sandbox) Resume(ctx context.Context) error { return s.api.Resume(ctx, s.record.ID) }

// Files are the sandbox's files.
func (s *Sandbox) Files() *Files { return &Files{s: s, ctx: context.Background()} }

// Code is the sandbox's code interpreter.
func (s *Sandbox) Code() *Code { return &Code{s} }

// Ports are the ports that programs in the sandbox listen on.
func (s *Sandbox) Ports() *Ports { return &Ports{s} }

// Processes are the programs that run in the sandbox, whoever started them.
func (s *Sandbox) Processes() *Processes { return &Processes{s} }

// Ports are the ports of a sandbox.
type Ports struct{ s *Sandbox }

// URL tells where a port of the sandbox answers, and which headers a request
// needs there.
func (p *Ports) URL(ctx context.Context, port int) (*api.PortURL, error) {
	return p.s.api.PortURL(ctx, p.s.record.ID, port)
}
