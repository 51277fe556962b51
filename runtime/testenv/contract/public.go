package contract

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

//go:embed public_api.py
var publicAPI []byte

// PublicAPI runs a user's script against the provider: create, run, stream,
// input, signals, a terminal, files, ports, pause, a second client, E8004, kill.
// A step whose features are not declared has to be E8004 instead. It is judged
// by the report that the script writes.
func (h *Host) PublicAPI(t testing.TB) {
	t.Helper()
	dir := t.TempDir()
	script, file := filepath.Join(dir, "public_api.py"), filepath.Join(dir, "report.json")
	setup, err := json.Marshal(map[string]any{
		"provider": h.Descriptor.ID, "options": h.request.Options, "direct": h.request.Direct, "mib": cmp.Or(h.request.MiB, 5),
	})
	if err == nil {
		err = os.WriteFile(script, publicAPI, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	said := h.Run(t, script, string(setup), file)
	var report struct {
		Steps map[string]string // "ok", or what went wrong
		Ended bool
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &report)
	}
	if err != nil || !report.Ended || said.Err != nil {
		t.Errorf("the script did not come to its end: %v; %v\n%s%s", err, said.Err, said.Stdout, said.Stderr)
	}
	for _, step := range slices.Sorted(maps.Keys(report.Steps)) {
		if report.Steps[step] != "ok" {
			t.Errorf("%s: %s", step, report.Steps[step])
		}
	}
}
