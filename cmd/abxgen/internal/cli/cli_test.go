package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

// A terminal shows the running step, and then its time in place of it.
func TestProgressOnATerminal(t *testing.T) {
	for _, c := range []struct{ color, want string }{
		{"", "\r\x1b[K  link …\r\x1b[K  link \x1b[2m1.5 s\x1b[0m\n"},
		{"NO_COLOR", "\r\x1b[K  link …\r\x1b[K  link 1.5 s\n"},
	} {
		var b bytes.Buffer
		now := time.Unix(0, 0)
		s := &State{Stderr: &b, Terminal: true, Environ: func(name string) string {
			if name == c.color {
				return "1"
			}
			return ""
		}}
		p := s.progress(false)
		p.now = func() time.Time { return now }
		end := p.step("link")
		now = now.Add(1500 * time.Millisecond)
		end()
		if b.String() != c.want {
			t.Errorf("%q: got %q", c.color, b.String())
		}
	}
}

// An interrupted command says so, and nothing else of what it broke off.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	t.Chdir(t.TempDir())
	s := &State{
		Args: []string{"generate", "--quiet", "--providers", "e2b-compatible,nowhere", "-o", "out"}, Stdout: &stdout, Stderr: &stderr,
		Environ: func(string) string { return "" },
	}
	code := Run(ctx, s)
	errors := ""
	for line := range strings.Lines(stderr.String()) {
		if !strings.Contains(line, "warning") {
			errors += line
		}
	}
	if code != exitFinding || errors != "E8010: interrupted; nothing was written\n" {
		t.Errorf("exit code %d\n%s", code, stderr.String())
	}
}

// No word of a list gets lost: a line's end parts as a comma does, and a quote
// is part of a folder's name.
func TestListOfProviders(t *testing.T) {
	var stdout, stderr bytes.Buffer
	t.Chdir(t.TempDir())
	s := &State{
		Args:   []string{"generate", "--quiet", "--providers", "nowhere\nneither\n", "--providers", ` nor,./a "b" c `, "-o", "out"},
		Stdout: &stdout, Stderr: &stderr, Environ: func(string) string { return "" },
	}
	code := Run(t.Context(), s)
	for _, want := range []string{
		`there is no provider "nowhere"`, `there is no provider "neither"`, `there is no provider "nor"`,
		`a "b" c/abx-provider.toml: E8014: the file does not exist`,
	} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("no word of %s", want)
		}
	}
	if code != exitFinding || strings.Count(stderr.String(), "\n") != 4 {
		t.Errorf("exit code %d\n%s", code, stderr.String())
	}
}
