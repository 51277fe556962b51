//go:build unix

// Command record makes the transcripts that package conformance replays: it
// installs local-process behind a tee into the published host, lets a script
// use the host's public API, and writes down what went over the pipes. Run it
// at the repository's root: go run ./runtime/epp/conformance/record
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

const room = "runtime/epp/conformance"

func main() {
	var err error
	if len(os.Args) > 2 && os.Args[1] == "tee" {
		err = tee(os.Args[2])
	} else {
		err = record()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func record() error {
	home, err := os.MkdirTemp("", "record")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	folder := filepath.Join(home, "local-process")
	if err := pack(folder); err != nil {
		return err
	}
	if err := python(home, "-m", "agent_sandbox.providers", "install", folder, "--yes"); err != nil {
		return err
	}
	script, err := os.ReadFile(filepath.Join(room, "record", "scenarios.py"))
	if err != nil {
		return err
	}
	for _, m := range regexp.MustCompile(`(?m)^async def (\w+)\(\):\n    """(.*) Needs (.*)\."""$`).FindAllStringSubmatch(string(script), -1) {
		if err := scenario(home, m[1], m[2], m[3]); err != nil {
			return fmt.Errorf("%s: %w", m[1], err)
		}
	}
	return nil
}

// pack puts the provider behind the tee.
func pack(folder string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	tee, err := os.ReadFile(self)
	if err != nil {
		return err
	}
	manifest, err := os.ReadFile("examples/providers/local-process/abx-provider.toml")
	if err != nil {
		return err
	}
	text := strings.Replace(string(manifest), `["./local-process"]`, `["./record", "tee", "./local-process"]`, 1)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "record"), tee, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "abx-provider.toml"), []byte(text), 0o644); err != nil {
		return err
	}
	return command("go", "build", "-o", filepath.Join(folder, "local-process"), "./examples/providers/local-process").Run()
}

func scenario(home, name, about, needs string) error {
	log := filepath.Join(home, ".abx/providers/local-process/data/transcript")
	_ = os.Remove(log) // of the scenario before
	if err := python(home, filepath.Join(room, "record", "scenarios.py"), name); err != nil {
		return err
	}
	raw, err := os.ReadFile(log)
	if err != nil {
		return err
	}
	header := fmt.Sprintf("# %s\n# recorded from agent-sandbox-client 0.4.0a6 and local-process\n# needs: %s\n", about, needs)
	return os.WriteFile(filepath.Join(room, "testdata", name+".txt"), []byte(header+tidy(string(raw))), 0o644)
}

func python(home string, args ...string) error {
	path, err := filepath.Abs(".tools/sdk/bin/python")
	if err != nil {
		return err
	}
	cmd := command(path, args...)
	cmd.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin", "LANG=C.UTF-8"}
	return cmd.Run()
}

func command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd
}
