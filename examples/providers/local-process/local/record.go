package local

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// record is what is kept of a sandbox.
type record struct {
	ID       string            `json:"id"`
	Template string            `json:"template"`
	Metadata map[string]string `json:"metadata"`
	Envs     map[string]string `json:"envs"`
	Created  time.Time         `json:"created"`
	Expires  time.Time         `json:"expires"`
}

// defaultLife is a sandbox's lifetime where its creator names none.
const defaultLife = 300 * time.Second

func newRecord(req api.CreateRequest) *record {
	life := req.Timeout
	if life <= 0 {
		life = defaultLife
	}
	now := time.Now().UTC()
	return &record{
		ID: strings.ToLower(rand.Text()), Template: req.Template, Metadata: req.Metadata, Envs: req.Envs,
		Created: now, Expires: now.Add(life),
	}
}

func (r *record) info() *api.SandboxInfo {
	return &api.SandboxInfo{
		ID: r.ID, Template: r.Template, Status: api.StatusRunning, Metadata: r.Metadata,
		StartedAt: r.Created, EndAt: r.Expires,
	}
}

// cursor sorts as the sandboxes were made.
func (r *record) cursor() string { return fmt.Sprintf("%020d-%s", r.Created.UnixNano(), r.ID) }

// validID keeps ids from being paths: they are what newRecord makes.
func validID(id string) bool {
	return id != "" && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// readJSON and writeJSON keep a value in a file; a reader meets the old one or
// the new one, never half of it.
func readJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

func writeJSON(path string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	temp := filepath.Join(filepath.Dir(path), "."+rand.Text())
	if err := os.WriteFile(temp, data, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, path)
}

// newOwner names this plugin process among all there were.
func newOwner() string { return strings.ToLower(rand.Text()) }
