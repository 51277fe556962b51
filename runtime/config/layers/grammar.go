package layers

import (
	"regexp"
	"strings"
)

// White space as that library means it, in a line and across lines.
const (
	inline = `[\t\x0b\x0c \x1c-\x1f\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]`
	across = `(?:` + inline + `|\n)`
)

var (
	spaces       = regexp.MustCompile(`^` + across + `*`)
	export       = regexp.MustCompile(`^export` + inline + `+`)
	quotedKey    = regexp.MustCompile(`^'([^']+)'`)
	plainKey     = regexp.MustCompile(`^((?:[^=#\s\x0b\x1c-\x1f\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}])+)`)
	blanks       = regexp.MustCompile(`^` + inline + `*`)
	equals       = regexp.MustCompile(`^(=` + inline + `*)`)
	singleQuoted = regexp.MustCompile(`(?s)^'((?:\\.|[^'\\])*)'`)
	doubleQuoted = regexp.MustCompile(`(?s)^"((?:\\.|[^"\\])*)"`)
	lineEnd      = regexp.MustCompile(`^(?:` + inline + `*#[^\n]*)?` + inline + `*(?:\n|$)`)
	comment      = regexp.MustCompile(inline + `+#.*`)
	trailing     = regexp.MustCompile(inline + `+$`)
	doubleEscape = regexp.MustCompile(`\\[\\'"abfnrtv]`)
	singleEscape = regexp.MustCompile(`\\[\\']`)
)

// parseBinding reads one binding or comment and its line's end; it reports
// false where the text is neither.
func parseBinding(text string) (b binding, rest string, ok bool) {
	text = export.ReplaceAllString(text, "")
	if b.key, text, ok = parseKey(text); !ok {
		return b, text, false
	}
	text = blanks.ReplaceAllString(text, "")
	if sign, after, isSet := take(equals, text); isSet {
		b.set = true
		if b.value, text, ok = parseValue(sign, after); !ok {
			return b, text, false
		}
	}
	end := lineEnd.FindString(text)
	if end == "" && text != "" {
		return b, text, false
	}
	return b, text[len(end):], true
}

// parseKey gives "" for a comment.
func parseKey(text string) (key, rest string, ok bool) {
	switch {
	case strings.HasPrefix(text, "#"):
		return "", text, true
	case strings.HasPrefix(text, "'"):
		return take(quotedKey, text)
	}
	return take(plainKey, text)
}

func parseValue(sign, text string) (value, rest string, ok bool) {
	switch {
	case len(sign) > 1 && strings.HasPrefix(text, "#"):
		return "", text, true
	case strings.HasPrefix(text, "'"):
		value, rest, ok = take(singleQuoted, text)
		return unescape(singleEscape, value), rest, ok
	case strings.HasPrefix(text, `"`):
		value, rest, ok = take(doubleQuoted, text)
		return unescape(doubleEscape, value), rest, ok
	}
	value, _, _ = strings.Cut(text, "\n")
	rest = text[len(value):]
	return trailing.ReplaceAllString(comment.ReplaceAllString(value, ""), ""), rest, true
}

// take gives what the first group matched at the start of text, and the rest.
func take(re *regexp.Regexp, text string) (match, rest string, ok bool) {
	m := re.FindStringSubmatch(text)
	if m == nil {
		return "", text, false
	}
	return m[1], text[len(m[0]):], true
}

var escapes = map[string]string{
	`\\`: `\`, `\'`: `'`, `\"`: `"`, `\a`: "\a", `\b`: "\b", `\f`: "\f", `\n`: "\n", `\r`: "\r", `\t`: "\t", `\v`: "\v",
}

func unescape(re *regexp.Regexp, text string) string {
	return re.ReplaceAllStringFunc(text, func(m string) string { return escapes[m] })
}
