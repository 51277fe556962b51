//go:build unix

package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// tidy gives names to what differs from run to run, numbers the processes, and
// keeps of a terminal's output only what its user waited for.
func tidy(raw string) string {
	t := tidier{names: map[string]string{}, counts: map[string]int{}, processes: map[string]int{}, seen: map[string]string{}}
	var out strings.Builder
	for line := range strings.Lines(raw) {
		process, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		mark, text, _ := strings.Cut(rest, " ")
		n, ok := t.processes[process]
		if !ok {
			n = len(t.processes) + 1
			t.processes[process] = n
		}
		if mark == "<" {
			t.learn(text)
			if kept, terminal := t.terminal(text); terminal {
				for _, k := range kept {
					fmt.Fprintf(&out, "%d ? %s\n", n, k)
				}
				continue
			}
		}
		fmt.Fprintf(&out, "%s\n", strings.TrimSpace(fmt.Sprintf("%d %s %s", n, mark, t.rename(text))))
	}
	return out.String()
}

type tidier struct {
	names     map[string]string // JSON text to its name
	counts    map[string]int
	processes map[string]int
	seen      map[string]string // a terminal's output so far
}

// learn names the values that an answer brings.
func (t *tidier) learn(text string) {
	var m struct {
		Result struct {
			SandboxID string `json:"sandbox_id"`
			ProcessID string `json:"process_id"`
			Processes []struct {
				PID json.RawMessage `json:"pid"`
			} `json:"processes"`
		} `json:"result"`
	}
	if json.Unmarshal([]byte(text), &m) != nil {
		return
	}
	t.name("SANDBOX", m.Result.SandboxID)
	t.name("PROCESS", m.Result.ProcessID)
	for _, p := range m.Result.Processes {
		t.name("PID", string(p.PID))
	}
}

func (t *tidier) name(kind, value string) {
	if value == "" || t.names[value] != "" {
		return
	}
	t.counts[kind]++
	t.names[value] = fmt.Sprintf("$%s_%d", kind, t.counts[kind])
}

var (
	dataDir = regexp.MustCompile(`"data_dir": ?"[^"]*"`)
	pidIs   = regexp.MustCompile(`"pid": ?(\d+)`)
)

func (t *tidier) rename(text string) string {
	text = dataDir.ReplaceAllString(text, `"data_dir": "$$DATA"`)
	text = pidIs.ReplaceAllStringFunc(text, func(s string) string {
		number := pidIs.FindStringSubmatch(s)[1]
		return `"pid":"` + t.names[number] + `"`
	})
	for value, name := range t.names {
		text = strings.ReplaceAll(text, `"`+value+`"`, `"`+name+`"`)
	}
	return text
}

// awaited is what the scenarios wait for in a terminal.
var awaited = []string{"42-and", "20 90"}

// terminal gives what a terminal's output completes of that.
func (t *tidier) terminal(text string) (kept []string, is bool) {
	var m struct {
		Method string
		Params struct {
			ProcessID string `json:"process_id"`
			Data      string `json:"data_b64"`
		}
	}
	if json.Unmarshal([]byte(text), &m) != nil || m.Method != "pty.output" {
		return nil, false
	}
	data, _ := base64.StdEncoding.DecodeString(m.Params.Data) // it came from the encoder
	before := t.seen[m.Params.ProcessID]
	now := before + string(data)
	for _, a := range awaited {
		if strings.Contains(now, a) && !strings.Contains(before, a) {
			kept = append(kept, t.names[m.Params.ProcessID]+" "+a)
		}
	}
	t.seen[m.Params.ProcessID] = now
	return kept, true
}
