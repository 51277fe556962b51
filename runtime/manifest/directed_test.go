package manifest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// directedCase is one line of testdata/directed.txt carried out.
type directedCase struct {
	name string
	src  []byte
}

// directed reads testdata/directed.txt, whose first lines explain its form.
func directed(t testing.TB) []directedCase {
	t.Helper()
	script, err := os.ReadFile(filepath.Join("testdata", "directed.txt"))
	if err != nil {
		t.Fatal(err)
	}
	valid := examples(t, "valid/*.toml")
	var base string
	var out []directedCase
	for _, line := range strings.Split(string(script), "\n") {
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "@"):
			base = line[1:]
			if valid[base] == nil {
				t.Fatalf("no example %s", base)
			}
		default:
			text := string(valid[base])
			for _, edit := range strings.Split(line, " ;; ") {
				text = carryOut(t, text, edit)
			}
			out = append(out, directedCase{base + ": " + line, []byte(text)})
		}
	}
	return out
}

func carryOut(t testing.TB, text, edit string) string {
	t.Helper()
	switch {
	case strings.HasPrefix(edit, "+"):
		return text + "\n" + unquote(t, edit[1:]) + "\n"
	case strings.HasPrefix(edit, "^"):
		return unquote(t, edit[1:]) + "\n" + text
	case strings.HasPrefix(edit, "~"):
		old, fresh, _ := strings.Cut(edit[1:], " => ")
		if !strings.Contains(text, unquote(t, old)) {
			t.Fatalf("%s: nothing to replace", edit)
		}
		return strings.Replace(text, unquote(t, old), unquote(t, fresh), 1)
	}
	drop := strings.HasPrefix(edit, "-")
	edit = strings.TrimPrefix(edit, "-")
	header, rest, _ := strings.Cut(edit, " ")
	lines := strings.Split(text, "\n")
	from, to := block(lines, header)
	if drop && rest == "" {
		if from == to {
			t.Fatalf("no table %s", header)
		}
		return strings.Join(append(lines[:from:from], lines[to:]...), "\n")
	}
	if from == to {
		lines = append(lines, header)
		from, to = len(lines)-1, len(lines)
	}
	return strings.Join(setKey(lines, from, to, rest, drop), "\n")
}

// unquote reads "…" as Go does, for text over several lines.
func unquote(t testing.TB, s string) string {
	t.Helper()
	if !strings.HasPrefix(s, "\"") {
		return s
	}
	out, err := strconv.Unquote(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return out
}

// block gives the lines of a table, its header included; [] is the top.
func block(lines []string, header string) (from, to int) {
	if header != "[]" {
		for from < len(lines) && lines[from] != header {
			from++
		}
	}
	to = min(from+1, len(lines))
	for to < len(lines) && !strings.HasPrefix(lines[to], "[") {
		to++
	}
	return from, to
}

func setKey(lines []string, from, to int, assignment string, drop bool) []string {
	key, _, _ := strings.Cut(assignment, " = ")
	at, end := to, to
	for i := from; i < to; i++ {
		if strings.HasPrefix(lines[i], key+" = ") {
			at, end = i, i+1
			for strings.HasSuffix(lines[at], "[") && lines[end-1] != "]" {
				end++
			}
		}
	}
	out := append([]string{}, lines[:at]...)
	if !drop {
		out = append(out, assignment)
	}
	return append(out, lines[end:]...)
}
