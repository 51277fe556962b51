package e2b

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// processMessage is a message of Start and of Connect.
type processMessage struct {
	Event struct {
		Start *struct {
			PID json.Number `json:"pid"` // some write it as text
		} `json:"start"`
		Data      *dataEvent `json:"data"`
		End       *endEvent  `json:"end"`
		Keepalive *struct{}  `json:"keepalive"`
	} `json:"event"`
}

// dataEvent holds one of its members, base64 on the wire.
type dataEvent struct {
	Stdout []byte `json:"stdout"`
	Stderr []byte `json:"stderr"`
	PTY    []byte `json:"pty"`
}

func (d *dataEvent) chunk() (api.Chunk, bool) {
	switch {
	case len(d.Stdout) > 0:
		return api.Chunk{Kind: api.ChunkStdout, Data: d.Stdout}, true
	case len(d.Stderr) > 0:
		return api.Chunk{Kind: api.ChunkStderr, Data: d.Stderr}, true
	case len(d.PTY) > 0:
		return api.Chunk{Kind: api.ChunkPTY, Data: d.PTY}, true
	}
	return api.Chunk{}, false
}

// endEvent leaves out what is zero: an exit code of 0, and exited of a program
// that a signal ended.
type endEvent struct {
	ExitCode *int   `json:"exitCode"`
	Status   string `json:"status"`
}

func (e *endEvent) chunk() api.Chunk {
	c := api.Chunk{Kind: api.ChunkExit, Signal: signalOf(e.Status)}
	switch {
	case c.Signal != 0:
		c.ExitCode = -1
	case e.ExitCode != nil:
		c.ExitCode = *e.ExitCode
	default:
		c.ExitCode = lastNumber(e.Status)
	}
	return c
}

// lastNumber reads "exit status 3"; what ends in no number is 0, as in the SDK.
func lastNumber(status string) int {
	n, err := strconv.Atoi(status[strings.LastIndexByte(status, ' ')+1:])
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// signals are the texts of a Linux process state, as envd's language prints
// them: "signal: killed", perhaps followed by " (core dumped)".
var signals = map[string]int{
	"hangup": 1, "interrupt": 2, "quit": 3, "illegal instruction": 4, "trace/breakpoint trap": 5,
	"aborted": 6, "bus error": 7, "floating point exception": 8, "killed": 9, "user defined signal 1": 10,
	"segmentation fault": 11, "user defined signal 2": 12, "broken pipe": 13, "alarm clock": 14,
	"terminated": 15, "stack fault": 16, "child exited": 17, "continued": 18, "stopped (signal)": 19,
	"stopped": 20, "stopped (tty input)": 21, "stopped (tty output)": 22, "urgent I/O condition": 23,
	"CPU time limit exceeded": 24, "file size limit exceeded": 25, "virtual timer expired": 26,
	"profiling timer expired": 27, "window changed": 28, "I/O possible": 29, "power failure": 30,
	"bad system call": 31,
}

func signalOf(status string) int {
	name, ok := strings.CutPrefix(status, "signal: ")
	if !ok {
		return 0
	}
	name = strings.TrimSuffix(name, " (core dumped)")
	if n, ok := signals[name]; ok {
		return n
	}
	if rest, ok := strings.CutPrefix(name, "signal "); ok { // a real-time one
		return lastNumber(rest)
	}
	return 0
}
