package local

import (
	"os"
	"path/filepath"
	"strings"
)

// running is what is kept of a process while it runs, so that every plugin
// process can list, reach and end it. It lies in ID/processes/KEY.json.
type running struct {
	PID     int    `json:"pid"`   // also of its group
	Stamp   string `json:"stamp"` // of its start, by which it is told from a later one
	Command string `json:"command"`
	Owner   int    `json:"owner"` // the plugin process that started it
	Key     string `json:"key"`
	Input   bool   `json:"input"` // KEY.in is its stdin

	dir string
}

func readProcesses(dir string) []*running {
	files, _ := filepath.Glob(filepath.Join(dir, "*.json")) // the pattern is well-formed
	var all []*running
	for _, file := range files {
		r := &running{dir: dir}
		if readJSON(file, r) == nil && r.PID > 1 && r.Key == strings.TrimSuffix(filepath.Base(file), ".json") {
			all = append(all, r)
		}
	}
	return all
}

func (r *running) file() string  { return filepath.Join(r.dir, r.Key+".json") }
func (r *running) input() string { return filepath.Join(r.dir, r.Key+".in") }

func (r *running) forget() {
	_ = os.Remove(r.file()) // with the sandbox's folder it may be gone already
	_ = os.Remove(r.input())
}

// alive reports whether the process runs and is the one that was started: a
// pid may belong to another one by now.
func (r *running) alive() bool { return r.Stamp != "" && startStamp(r.PID) == r.Stamp }

// kill ends the process with its group and what left that.
func (r *running) kill() {
	if r.alive() {
		_ = signalGroup(r.PID, killSignal) // one that is gone needs none
	}
	sweep(keyVar, r.Key)
}

// processes gives what runs in a sandbox.
func (s *store) processes(id string) []*running {
	var all []*running
	for _, r := range readProcesses(s.path(id, "processes")) {
		if r.alive() {
			all = append(all, r)
		}
	}
	return all
}

// sweepOrphans ends what was started by a plugin process that could not do so.
func (s *store) sweepOrphans(id string) {
	for _, r := range readProcesses(s.path(id, "processes")) {
		if !processExists(r.Owner) {
			r.kill()
			r.forget()
		}
	}
}
