package guest

import (
	"strings"

	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

// cause is why a guest ended.
type cause struct {
	deadline bool // time ran out
	quiet    bool // the core wanted it: no line in the log
	text     string
}

// maxLine bounds what of a foreign text goes into a message.
const maxLine = 300

// crash explains a guest that ended by itself, by what it left on stderr.
func crash(conn *Conn, exit error, l Limits) cause {
	var stderr string
	if conn.Stderr != nil {
		stderr = conn.Stderr()
	}
	if text := explain(stderr, l); text != "" {
		return cause{text: text}
	}
	if exit != nil {
		return cause{text: "it ended by itself (" + clean(exit.Error()) + ")"}
	}
	return cause{text: "it ended by itself"}
}

// explain finds the one line that matters in what Go's runtime prints when it
// dies (10 kB and more); "" where there is none.
func explain(stderr string, l Limits) string {
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		switch {
		case strings.Contains(line, "out of memory"), strings.Contains(line, "cannot allocate memory"):
			return memoryText(l)
		case strings.Contains(line, "stack exceeds"), strings.Contains(line, "stack overflow"):
			return "its calls nested too deep"
		case strings.HasPrefix(line, "panic: "), strings.HasPrefix(line, "fatal error: "):
			return "fault in the guest: " + clean(line)
		}
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n"); first != "" {
		return "it ended by itself: " + clean(first)
	}
	return ""
}

// clean makes a foreign text fit for one line of a log or message.
func clean(s string) string { return wire.Clean(s, maxLine) }

// report writes the one line about a guest's end.
func (s *session) report() {
	why := s.why()
	if why.quiet {
		return
	}
	s.c.host.Log("warn", "provider "+s.c.boot.Provider+": the guest that runs its JavaScript ended: "+why.text)
}

// Thrown is in the chain of an error that a provider's code threw: the author's
// file, line and column, for logs and for the build.
type Thrown = wire.Thrown
