package cli

import (
	"fmt"
	"io"
	"time"
)

// A progress tells of steps: with their times on a terminal, where the running
// one is shown as well; elsewhere one plain line a step as it begins, the same
// in every run.
type progress struct {
	w        io.Writer // nil: silent
	terminal bool
	color    bool
	now      func() time.Time
}

func (s *State) progress(quiet bool) *progress {
	p := &progress{w: s.Stderr, terminal: s.Terminal, color: s.Environ("NO_COLOR") == "", now: time.Now}
	if quiet {
		p.w = nil
	}
	return p
}

// step begins a step and gives what ends it.
func (p *progress) step(name string) (end func()) {
	switch {
	case p.w == nil:
		return func() {}
	case !p.terminal:
		fmt.Fprintln(p.w, name)
		return func() {}
	}
	start := p.now()
	fmt.Fprintf(p.w, "\r\x1b[K  %s …", name)
	return func() {
		took := fmt.Sprintf("%.1f s", p.now().Sub(start).Seconds())
		if p.color {
			took = "\x1b[2m" + took + "\x1b[0m"
		}
		fmt.Fprintf(p.w, "\r\x1b[K  %s %s\n", name, took)
	}
}
