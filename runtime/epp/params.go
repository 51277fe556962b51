package epp

import (
	"math"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// The params of the host's requests (spec/epp.md). One struct serves the
// methods whose params overlap; what a method does not send stays zero. Null
// is absent.
type params struct {
	SandboxID string `json:"sandbox_id"`

	// sandbox.create, set_timeout, list
	Template       string            `json:"template"`
	Timeout        *float64          `json:"timeout"` // seconds: of the sandbox's life, or of the command
	Metadata       map[string]string `json:"metadata"`
	Envs           map[string]string `json:"envs"`
	CPU            *float64          `json:"cpu"`
	Memory         *float64          `json:"memory"`
	Disk           *float64          `json:"disk"`
	GPU            *string           `json:"gpu"`
	RequestTimeout *float64          `json:"request_timeout"` // seconds
	Secure         *bool             `json:"secure"`
	Options        map[string]any    `json:"options"`
	Limit          *float64          `json:"limit"`
	Status         string            `json:"status"`
	Cursor         string            `json:"cursor"`

	// exec.*
	Cmd  string            `json:"cmd"`
	Args []string          `json:"args"`
	Env  map[string]string `json:"env"`
	Cwd  string            `json:"cwd"`
	User string            `json:"user"`

	// process.*, pty.*
	PID       pid      `json:"pid"`
	ProcessID pid      `json:"process_id"`
	Data      string   `json:"data"`
	DataB64   []byte   `json:"data_b64"`
	Signal    *float64 `json:"signal"`
	Cols      float64  `json:"cols"`
	Rows      float64  `json:"rows"`

	// files.*, ports.url
	Path        string  `json:"path"`
	Source      string  `json:"source"`
	Destination string  `json:"destination"`
	ContentB64  []byte  `json:"content_b64"`
	Port        float64 `json:"port"`
}

func (p *params) create() api.CreateRequest {
	return api.CreateRequest{
		Template: p.Template, Timeout: seconds(p.Timeout), Metadata: p.Metadata, Envs: p.Envs,
		CPU: whole(p.CPU), Memory: whole(p.Memory), Disk: whole(p.Disk), GPU: p.GPU, Secure: p.Secure,
		RequestTimeout: seconds(p.RequestTimeout), Options: p.Options,
	}
}

func (p *params) start() api.StartRequest {
	return api.StartRequest{Cmd: p.Cmd, Args: p.Args, Env: p.Env, Cwd: p.Cwd, User: p.User, Timeout: seconds(p.Timeout)}
}

func (p *params) list() api.ListRequest {
	req := api.ListRequest{Status: p.Status, Cursor: p.Cursor}
	if n := whole(p.Limit); n != nil && *n > 0 {
		req.Limit = *n
	}
	return req
}

// seconds turns a number of seconds into a duration; absent, negative and
// absurd ones are 0, "no limit".
func seconds(s *float64) time.Duration {
	if s == nil || !(*s > 0) || *s > math.MaxInt32 {
		return 0
	}
	return time.Duration(*s * float64(time.Second))
}

func whole(n *float64) *int {
	if n == nil {
		return nil
	}
	i := int(*n)
	return &i
}
