package link

import (
	"errors"
	"fmt"
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
)

// code is that of every finding about linking (spec/errors.md).
const code = "E8010"

func problem(msg, hint string) diag.List {
	return diag.List{{Severity: diag.Error, Code: code, Msg: msg, Hint: hint}}
}

// ToolError is a failure of the go command, with what it wrote to stderr.
type ToolError struct {
	Args   []string // without the command's own path
	Stderr string
	Err    error
}

// Error gives the command, how it ended, and its stderr below.
func (e *ToolError) Error() string {
	return fmt.Sprintf("go %s: %v\n%s", strings.Join(e.Args, " "), e.Err, e.Stderr)
}

// Unwrap gives how the command ended.
func (e *ToolError) Unwrap() error { return e.Err }

// failed reports a step's failure; the go tool's own words follow as notes.
func failed(step string, err error) diag.List {
	var tool *ToolError
	if !errors.As(err, &tool) {
		return problem("cannot "+step+": "+err.Error(), "")
	}
	found := problem(fmt.Sprintf("cannot %s: go %s: %v", step, tool.Args[0], tool.Err), hintFor(tool.Stderr))
	for line := range strings.Lines(tool.Stderr) {
		if line = strings.TrimSpace(line); line != "" {
			found[0].Notes = append(found[0].Notes, diag.Note{Msg: line})
		}
	}
	return found
}

// hintFor knows the failures that a user can mend.
func hintFor(stderr string) string {
	switch {
	case strings.Contains(stderr, "module lookup disabled by GOPROXY=off"), strings.Contains(stderr, "missing go.sum entry"):
		return "run `go mod download` in abxgen's source once, with a network"
	case strings.Contains(stderr, "no space left on device"):
		return "make room, or point TMPDIR and GOCACHE elsewhere"
	}
	return ""
}
