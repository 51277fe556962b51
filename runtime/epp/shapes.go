package epp

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// Init is what a host's initialize brings (spec/epp.md).
type Init struct {
	Protocol   string         `json:"protocol"`
	Host       NameVersion    `json:"host"`
	ProviderID string         `json:"provider_id"`
	Config     map[string]any `json:"config"` // raw values of declared fields
	Core       map[string]any `json:"core"`   // inherited core keys and http_timeout
	Locale     string         `json:"locale"`
	DataDir    string         `json:"data_dir"`

	// Log sends a line to the host's log; level is debug, info, warn or error.
	// The server sets it.
	Log func(level, message string) `json:"-"`
}

// NameVersion names a program.
type NameVersion struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type handshake struct {
	Protocol                 string        `json:"protocol"`
	Plugin                   NameVersion   `json:"plugin"`
	Features                 []api.Feature `json:"features"`
	OperationContractVersion int           `json:"operation_contract_version"`
	Operations               operations    `json:"operations"`
	WorkflowInputs           []string      `json:"workflow_inputs"`
	StartupModes             []string      `json:"startup_modes"`
}

type operations struct {
	CLI    []string `json:"cli"`
	Python []string `json:"python"`
}

// handshakeOf gives the answer to initialize; the host compares its lists with
// the manifest's, order included, so an absent list is an empty one.
func handshakeOf(d *api.Descriptor) handshake {
	return handshake{
		Protocol: "epp/1", Plugin: NameVersion{d.ID, d.Version}, Features: list(d.Features), OperationContractVersion: 1,
		Operations:     operations{list(d.Operations.CLI), list(d.Operations.Python)},
		WorkflowInputs: list(d.Workflow.Inputs), StartupModes: list(d.Workflow.Startups),
	}
}

func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// Record is a SandboxRecord. EnvdURL and EnvdToken are set only where the host
// may move the bytes itself.
type Record struct {
	SandboxID string            `json:"sandbox_id"`
	Template  string            `json:"template"`
	Status    string            `json:"status"`
	Metadata  map[string]string `json:"metadata"`
	CreatedAt string            `json:"created_at,omitempty"` // RFC 3339
	ExpiresAt string            `json:"expires_at,omitempty"` // RFC 3339
	Region    string            `json:"region,omitempty"`
	EnvdURL   string            `json:"envd_url,omitempty"`
	EnvdToken string            `json:"envd_access_token,omitempty"`
}

// RecordOf gives the record of a sandbox, without its data plane.
func RecordOf(s *api.SandboxInfo) Record {
	metadata := s.Metadata
	if metadata == nil {
		metadata = map[string]string{}
	}
	return Record{
		SandboxID: s.ID, Template: s.Template, Status: s.Status, Metadata: metadata,
		CreatedAt: stamp(s.StartedAt), ExpiresAt: stamp(s.EndAt), Region: s.Region,
	}
}

func (r Record) info() *api.SandboxInfo {
	return &api.SandboxInfo{
		ID: r.SandboxID, Template: r.Template, Status: r.Status, Metadata: r.Metadata, Region: r.Region,
		StartedAt: parseStamp(r.CreatedAt), EndAt: parseStamp(r.ExpiresAt), EnvdURL: r.EnvdURL, EnvdToken: api.NewSecret(r.EnvdToken),
	}
}

// Entry is a file or a folder; Type is "file" or "dir".
type Entry struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Type  string `json:"type"`
	Size  int64  `json:"size"`
	MTime string `json:"mtime,omitempty"` // RFC 3339
}

// EntryOf gives the entry of a file or folder.
func EntryOf(f *api.FileInfo) Entry {
	e := Entry{Name: f.Name, Path: f.Path, Type: "file", Size: f.Size, MTime: stamp(f.Modified)}
	if f.Type == api.TypeDirectory {
		e.Type = "dir"
	}
	return e
}

func (e Entry) info() api.FileInfo {
	f := api.FileInfo{Name: e.Name, Path: e.Path, Type: api.TypeFile, Size: e.Size, Modified: parseStamp(e.MTime)}
	if e.Type == "dir" || e.Type == api.TypeDirectory {
		f.Type = api.TypeDirectory
	}
	return f
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func parseStamp(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}
	}
	return t
}

// pid is a process id on this wire: a number where it is one, else text.
type pid api.PID

// MarshalJSON writes digits as a number.
func (p pid) MarshalJSON() ([]byte, error) {
	if n, err := strconv.ParseInt(string(p), 10, 64); err == nil && strconv.FormatInt(n, 10) == string(p) {
		return []byte(p), nil
	}
	return json.Marshal(string(p))
}

// UnmarshalJSON takes a number or text; null is none.
func (p *pid) UnmarshalJSON(raw []byte) error {
	if string(raw) == "null" {
		return nil
	}
	if raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(p))
	}
	var n json.Number
	err := json.Unmarshal(raw, &n)
	*p = pid(n)
	return err
}

type process struct {
	PID     pid    `json:"pid"`
	Command string `json:"command"`
	Status  string `json:"status"`
}
