package e2b

import (
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// ParseSandboxInfo reads a sandbox as any of the cousins or the kit writes it:
// sandboxID or sandbox_id, state or status, and so on (spec/kit.md,
// "Signatures"). Values are what encoding/json makes, or what crosses a guest's
// pipe. An object without an id is E8000.
func ParseSandboxInfo(m map[string]any) (*api.SandboxInfo, error) {
	f := fields(m)
	id := f.text("sandboxID", "sandbox_id", "sandboxId", "id")
	if id == "" {
		if inner := f.object("data", "sandbox", "result", "info"); inner != nil {
			return ParseSandboxInfo(inner)
		}
		return nil, api.Errorf(api.CodeProvider, "the answer holds no sandbox id")
	}
	return &api.SandboxInfo{
		ID:          id,
		Template:    f.text("templateID", "template", "template_id", "templateId"),
		Status:      statusOf(f.text("state", "status")),
		Metadata:    textMap(f.object("metadata")),
		EnvdURL:     f.text("envdUrl", "envd_url", "envdURL"),
		EnvdToken:   api.NewSecret(f.text("envdAccessToken", "envd_access_token")),
		EnvdVersion: f.text("envdVersion", "envd_version"),
		Domain:      f.text("domain"),
		Region:      f.text("region"),
		StartedAt:   f.when("startedAt", "started_at", "createdAt", "created_at"),
		EndAt:       f.when("endAt", "end_at", "expiresAt", "expires_at"),
		CPUCount:    int(f.number("cpuCount", "cpu_count")),
		MemoryMB:    int(f.number("memoryMB", "memory_mb", "memoryMb")),
	}, nil
}

// statusOf gives one of the statuses of spec/epp.md; what a backend does not
// say is running, as in the SDK.
func statusOf(s string) string {
	switch s = strings.ToLower(s); s {
	case "":
		return api.StatusRunning
	case "pending", "starting", "resuming":
		return api.StatusCreating
	case "terminated", "killed", "deleted":
		return api.StatusStopped
	case "terminating":
		return api.StatusStopping
	case "failed":
		return api.StatusError
	}
	return s
}

func textMap(f fields) map[string]string {
	out := make(map[string]string, len(f))
	for k, v := range f {
		out[k] = textOf(v)
	}
	return out
}

func parseInfo(body []byte) (*api.SandboxInfo, error) {
	m, err := decodeFields(body)
	if err != nil {
		return nil, api.Errorf(api.CodeProvider, "the control plane's answer is no JSON object").Because(err)
	}
	return ParseSandboxInfo(m)
}
