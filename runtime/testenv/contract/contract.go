// Package contract lets the published hosts judge an exec provider's folder:
// they install it, look it over, and run their own contract suite and a script
// of the public API against it. It is for tests; hosts are found as
// runtime/testenv finds them.
package contract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/manifest"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// Request says what is judged by which host.
type Request struct {
	Python string // testenv.SDK or testenv.SDK031
	Folder string // the provider's, as it is installed; it names the provider
	ID     string // "" the manifest's
	// Options are the provider's, by key; the host gets them as variables and
	// where it asks for options.
	Options map[string]string
	// Env is what the host's process has beside PATH, HOME and LANG: proxies, a CA.
	Env map[string]string
	// Direct says that the host moves the bytes itself; it then opens no stdin.
	Direct bool
	// MiB is the size of the file that the public API moves; 0: 5.
	MiB int
}

// patience bounds one run of the host.
const patience = 3 * time.Minute

// Host is a published host with the provider installed, in a home of its own.
type Host struct {
	Descriptor *api.Descriptor
	Home       string

	request Request
	python  string
}

// Install installs the folder into a fresh home. The host's own handshake with
// the plugin is part of it.
func Install(t testing.TB, r Request) *Host {
	t.Helper()
	python := testenv.Python(t, r.Python)
	m, found := manifest.Load(r.Folder)
	if m == nil {
		t.Fatalf("%s: %v", r.Folder, found.Err())
	}
	h := &Host{Descriptor: m.Descriptor(), Home: t.TempDir(), request: r, python: python}
	if r.ID != "" && r.ID != h.Descriptor.ID {
		t.Fatalf("the folder holds %q, not %q", h.Descriptor.ID, r.ID)
	}
	var receipt struct{ ID, Version string }
	h.providers(t, &receipt, "install", r.Folder, "--yes")
	if receipt.ID != h.Descriptor.ID || receipt.Version != h.Descriptor.Version {
		t.Fatalf("installed %+v", receipt)
	}
	return h
}

// Doctor fails the test unless each of the host's own checks is passed: the
// folder's integrity, the configuration, the handshake.
func (h *Host) Doctor(t testing.TB) {
	t.Helper()
	var report struct {
		OK     bool
		Checks []struct {
			Name   string
			OK     bool
			Detail string
		}
	}
	h.providers(t, &report, "doctor", h.Descriptor.ID)
	if !report.OK || len(report.Checks) != 4 {
		t.Fatalf("doctor: %+v", report)
	}
}

// providers runs the host's command line and reads its answer.
func (h *Host) providers(t testing.TB, answer any, args ...string) {
	t.Helper()
	said := h.Run(t, append([]string{"-m", "agent_sandbox.providers", "--json"}, args...)...)
	if err := json.Unmarshal([]byte(said.Stdout), answer); err != nil {
		t.Fatalf("%s: %v\n%s%s", args[0], said.Err, said.Stdout, said.Stderr)
	}
}

// Said is what a run of the host's Python gave. Err is nil also where the
// process was ended by a signal: the hosts' interpreter now and then dies so at
// its exit, with its work done, so that a run is judged by what it wrote.
type Said struct {
	Stdout, Stderr string
	Err            error
}

// Run runs the host's Python with the provider's options in its environment.
func (h *Host) Run(t testing.TB, args ...string) Said {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, h.python, args...)
	cmd.Dir, cmd.Env = h.Home, h.env()
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if ctx.Err() != nil {
		t.Fatalf("the host did not end in %v\n%s%s", patience, &stdout, &stderr)
	}
	if errors.As(err, &exit) && exit.ExitCode() < 0 {
		err = nil
	}
	return Said{stdout.String(), stderr.String(), err}
}

// env has no PATH to speak of: a plugin needs nothing of the machine, no
// Node.js above all.
func (h *Host) env() []string {
	vars := map[string]string{
		"PATH": filepath.Join(h.Home, "no-programs"), "HOME": h.Home, "LANG": "C.UTF-8",
		"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1",
	}
	for key, value := range h.request.Options {
		vars[config.EnvName(h.Descriptor.ID, key)] = value
	}
	maps.Copy(vars, h.request.Env)
	var env []string
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		env = append(env, name+"="+vars[name])
	}
	return env
}
