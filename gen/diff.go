package gen

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/abxgen/abxgen/gen/out"
)

// longest is the length of a line that people may want to read; a bundle has
// longer ones.
const longest = 1000

// unified shows a change as a unified diff, from what is there to what abxgen
// writes.
func unified(dir string, c out.Change) string {
	name := filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(c.Path)))
	before, after := "a/"+name, "b/"+name
	if c.Old == nil {
		before = "/dev/null"
	}
	if c.New == nil {
		after = "/dev/null"
	}
	if unreadable(c.Old) || unreadable(c.New) {
		return fmt.Sprintf("Binary files %s and %s differ\n", before, after)
	}
	_, hunks, _ := strings.Cut(string(diff.Diff(before, c.Old, after, c.New)), "\n@@ ")
	if hunks == "" { // one of the two is missing and the other empty
		return fmt.Sprintf("--- %s\n+++ %s\n", before, after)
	}
	return fmt.Sprintf("--- %s\n+++ %s\n@@ %s", before, after, visible(hunks))
}

func unreadable(content []byte) bool {
	for line := range bytes.Lines(content) {
		if len(line) > longest || bytes.IndexByte(line, 0) >= 0 {
			return true
		}
	}
	return false
}

// visible keeps what somebody wrote into a file from reaching the terminal as
// anything but text.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
