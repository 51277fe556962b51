package emit

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// width is where comments wrap, in characters.
const width = 96

// text is a comment in the making: each line starts with "// ", so that no
// text of a manifest can become a directive, a build constraint or code.
type text struct{ lines []string }

// para adds a paragraph, wrapped, after an empty line where one went before.
func (t *text) para(words string) *text {
	if len(t.lines) > 0 {
		t.lines = append(t.lines, "//")
	}
	return t.more(words)
}

// more adds wrapped lines to the paragraph.
func (t *text) more(words string) *text { return t.wrap("//", "//", words) }

// wrap adds wrapped lines; the first begins with head, the others with rest.
func (t *text) wrap(head, rest, words string) *text {
	line, empty := head, true
	for _, word := range strings.Fields(clean(words)) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width && !stays(word) {
			t.lines = append(t.lines, line)
			line = rest
		}
		line += " " + word
		empty = false
	}
	if !empty {
		t.lines = append(t.lines, line)
	}
	return t
}

// list adds a list as go/doc knows it.
func (t *text) list(items []string) *text {
	t.lines = append(t.lines, "//")
	for _, item := range items {
		t.wrap("//   -", "//    ", item)
	}
	return t
}

// block adds preformatted lines after an empty one; go/doc shows them as they
// are.
func (t *text) block(lines []string) *text {
	t.lines = append(t.lines, "//")
	for _, line := range lines {
		t.lines = append(t.lines, "//\t"+strings.TrimRight(clean(line), " "))
	}
	return t
}

// head adds a heading.
func (t *text) head(words string) *text {
	t.lines = append(t.lines, "//", "// # "+clean(words))
	return t
}

// stays reports whether a word must not start a line: vet takes +build for a
// constraint, gofmt # for a heading.
func stays(word string) bool { return strings.HasPrefix(word, "+") || strings.HasPrefix(word, "#") }

// clean makes every control, formatting or separating character, and what Go
// source may not hold, a plain space.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) {
			return ' '
		}
		return r
	}, s)
}

// exact shows a name, as a Go string where it could not be told otherwise.
func exact(name string) string {
	if clean(name) != name {
		return strconv.Quote(name)
	}
	return name
}

// sentence ends a text with a full stop where it has no end of its own.
func sentence(s string) string {
	s = strings.TrimSpace(clean(s))
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, "。") {
		return s
	}
	return s + "."
}

// columns lines up rows of cells, two spaces apart.
func columns(rows [][]string) []string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	lines := make([]string, len(rows))
	for i, row := range rows {
		for j, cell := range row {
			lines[i] += cell + strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell)+2)
		}
	}
	return lines
}
