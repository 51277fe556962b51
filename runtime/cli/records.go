package cli

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// record is a SandboxRecord of spec/epp.md without envd_access_token, which is
// a key and is not printed.
type record struct {
	SandboxID string            `json:"sandbox_id"`
	Template  string            `json:"template"`
	Status    string            `json:"status"`
	Metadata  map[string]string `json:"metadata"`
	CreatedAt string            `json:"created_at,omitempty"`
	ExpiresAt string            `json:"expires_at,omitempty"`
	Region    string            `json:"region,omitempty"`
	EnvdURL   string            `json:"envd_url,omitempty"`
}

func recordOf(s *api.SandboxInfo) record {
	r := record{
		SandboxID: s.ID, Template: s.Template, Status: s.Status, Metadata: s.Metadata,
		CreatedAt: rfc3339(s.StartedAt), ExpiresAt: rfc3339(s.EndAt), Region: s.Region, EnvdURL: s.EnvdURL,
	}
	if r.Metadata == nil {
		r.Metadata = map[string]string{}
	}
	return r
}

func rfc3339(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// pairs shows a record to people, without what is empty.
func (c record) pairs() [][]string {
	rows := [][]string{{"sandbox", c.SandboxID}, {"template", c.Template}, {"status", c.Status}, {"created", c.CreatedAt}, {"expires", c.ExpiresAt}, {"region", c.Region}}
	for _, key := range slices.Sorted(maps.Keys(c.Metadata)) {
		rows = append(rows, []string{"metadata", key + "=" + c.Metadata[key]})
	}
	return slices.DeleteFunc(rows, func(row []string) bool { return row[1] == "" })
}

func (c record) row() []string {
	var notes []string
	for _, key := range slices.Sorted(maps.Keys(c.Metadata)) {
		notes = append(notes, key+"="+c.Metadata[key])
	}
	return []string{c.SandboxID, c.Template, c.Status, c.CreatedAt, c.ExpiresAt, strings.Join(notes, ",")}
}

var recordHeader = []string{"SANDBOX", "TEMPLATE", "STATUS", "CREATED", "EXPIRES", "METADATA"}

// entry is an Entry of spec/epp.md.
type entry struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Type  string `json:"type"` // file or dir
	Size  int64  `json:"size"`
	MTime string `json:"mtime,omitempty"`
}

func entryOf(f *api.FileInfo) entry {
	e := entry{Name: f.Name, Path: f.Path, Type: "file", Size: f.Size, MTime: rfc3339(f.Modified)}
	if f.Type == api.TypeDirectory {
		e.Type = "dir"
	}
	return e
}

func (e entry) row() []string {
	return []string{e.Type, strconv.FormatInt(e.Size, 10), e.MTime, e.Name}
}

var entryHeader = []string{"TYPE", "SIZE", "MODIFIED", "NAME"}
