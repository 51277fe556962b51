package diag

import (
	"fmt"
	"strings"
	"unicode"
)

// Clean makes text safe for one line of a terminal or log: a control or
// formatting character (bidirectional marks can hide text) becomes its \u
// escape, bytes that are no UTF-8 become U+FFFD.
func Clean(s string) string {
	if strings.IndexFunc(s, unsafeRune) < 0 {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !unsafeRune(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

func unsafeRune(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}
