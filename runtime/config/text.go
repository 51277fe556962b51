package config

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Text gives a value of a TOML or JSON document as the published host writes
// it: true is "True", 3.0 "3.0", a date its ISO form. It reports false for
// tables and anything else without a text form.
func Text(raw any) (string, bool) {
	switch v := raw.(type) {
	case string:
		return v, true
	case bool:
		if v {
			return "True", true
		}
		return "False", true
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return floatText(v), true
	case time.Time:
		return v.Format("2006-01-02 15:04:05.999999-07:00"), true
	}
	return "", false
}

// floatText is the shortest text that reads back as v, in the host's style:
// always with a point or an exponent, exponents from 1e16 up and below 1e-4.
func floatText(v float64) string {
	e := strconv.FormatFloat(v, 'e', -1, 64)
	_, exp, ok := strings.Cut(e, "e")
	if !ok { // an infinity or no number
		return strings.ToLower(strings.TrimPrefix(e, "+"))
	}
	if n, err := strconv.Atoi(exp); err != nil || n < -4 || n >= 16 {
		return e
	}
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// space is white space as the host understands it: Unicode's, and the four
// information separators.
func space(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

func strip(s string) string { return strings.TrimFunc(s, space) }
