package cloud

import (
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/envd"
)

// The answers' objects (spec/e2b-wire.md, section 2), and envdUrl, which some
// E2B-shaped backends add.
type (
	shortRecord struct {
		Template     string  `json:"templateID"`
		ID           string  `json:"sandboxID"`
		Client       string  `json:"clientID"`
		EnvdVersion  string  `json:"envdVersion"`
		Token        string  `json:"envdAccessToken,omitempty"`
		TrafficToken *string `json:"trafficAccessToken"`
		Domain       *string `json:"domain"`
		EnvdURL      string  `json:"envdUrl,omitempty"`
	}
	listRecord struct {
		Template    string            `json:"templateID"`
		ID          string            `json:"sandboxID"`
		Client      string            `json:"clientID"`
		Started     string            `json:"startedAt"`
		End         string            `json:"endAt"`
		EnvdVersion string            `json:"envdVersion"`
		CPU         int               `json:"cpuCount"`
		Memory      int               `json:"memoryMB"`
		Disk        int               `json:"diskSizeMB"`
		Metadata    map[string]string `json:"metadata,omitempty"`
		State       string            `json:"state"`
	}
	detailRecord struct {
		listRecord
		Token     string    `json:"envdAccessToken,omitempty"`
		Domain    *string   `json:"domain"`
		EnvdURL   string    `json:"envdUrl,omitempty"`
		Lifecycle lifecycle `json:"lifecycle"`
	}
	lifecycle struct {
		AutoResume bool   `json:"autoResume"`
		OnTimeout  string `json:"onTimeout"`
	}
	metricRecord struct {
		Timestamp string  `json:"timestamp"`
		Unix      int64   `json:"timestampUnix"`
		CPU       int     `json:"cpuCount"`
		CPUUsed   float64 `json:"cpuUsedPct"`
		MemUsed   int64   `json:"memUsed"`
		MemTotal  int64   `json:"memTotal"`
		MemCache  int64   `json:"memCache"`
		DiskUsed  int64   `json:"diskUsed"`
		DiskTotal int64   `json:"diskTotal"`
	}
)

// What every sandbox is said to have.
const (
	clientID = "devcloud"
	cpuCount = 2
	memoryMB = 512
	diskMB   = 1024
)

func (c *Cloud) short(s *sandbox) shortRecord {
	return shortRecord{
		Template: s.template, ID: s.id, Client: clientID, EnvdVersion: envd.Version,
		Token: s.token, Domain: null(s.domain), EnvdURL: s.url,
	}
}

func listed(s *sandbox) listRecord {
	state, end := s.now()
	if end.IsZero() {
		end = time.Now().AddDate(100, 0, 0) // the field is required
	}
	return listRecord{
		Template: s.template, ID: s.id, Client: clientID, Started: stamp(s.started), End: stamp(end), EnvdVersion: envd.Version,
		CPU: cpuCount, Memory: memoryMB, Disk: diskMB, Metadata: s.metadata, State: state,
	}
}

func detailed(s *sandbox) detailRecord {
	d := detailRecord{listRecord: listed(s), Token: s.token, Domain: null(s.domain), EnvdURL: s.url}
	d.Lifecycle.OnTimeout = "kill"
	if s.autoPause {
		d.Lifecycle.OnTimeout = "pause"
	}
	return d
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

func null(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
