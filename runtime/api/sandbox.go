package api

import "time"

// CreateRequest asks for a sandbox. Zero values mean the defaults.
type CreateRequest struct {
	Template       string        // "base"
	Timeout        time.Duration // lifetime, whole seconds; 300 s
	Metadata       map[string]string
	Envs           map[string]string
	CPU            *int    // cores
	Memory         *int    // MB
	Disk           *int    // MB
	GPU            *string // e.g. "A10"
	Secure         *bool
	AutoPause      bool
	RequestTimeout time.Duration  // of the HTTP request; 0: the client's own
	Options        map[string]any // the call's non-secret provider options
}

// Statuses of a sandbox (spec/epp.md, SandboxRecord).
const (
	StatusCreating = "creating"
	StatusRunning  = "running"
	StatusPaused   = "paused"
	StatusPausing  = "pausing"
	StatusStopping = "stopping"
	StatusStopped  = "stopped"
	StatusError    = "error"
)

// SandboxInfo is what is known of one sandbox (spec/kit.md).
type SandboxInfo struct {
	ID          string
	Template    string
	Status      string
	Metadata    map[string]string
	EnvdURL     string // where the backend reported one
	EnvdToken   Secret
	EnvdVersion string
	Domain      string
	Region      string
	StartedAt   time.Time
	EndAt       time.Time
	CPUCount    int
	MemoryMB    int
}

// ListRequest selects sandboxes.
type ListRequest struct {
	Status string // "" all
	Limit  int    // of this page; 0: 100
	Offset int
	Cursor string // of an earlier page's Next
}

// ListPage is one page of sandboxes; Next is empty at the end.
type ListPage struct {
	Sandboxes []SandboxInfo
	Next      string
}

// PortURL is where a port of a sandbox answers.
type PortURL struct {
	URL     string
	Headers map[string]string
}

// Target is what a data-plane call needs to know of its sandbox.
type Target struct {
	SandboxID   string
	EnvdURL     string // "" means built from Domain (or the client's domain)
	Token       string // envd access token
	Domain      string
	EnvdVersion string
}

// Target gives the data-plane address of the sandbox.
func (s *SandboxInfo) Target() Target {
	return Target{SandboxID: s.ID, EnvdURL: s.EnvdURL, Token: s.EnvdToken.Reveal(), Domain: s.Domain, EnvdVersion: s.EnvdVersion}
}
