package js

import (
	"strings"
	"unicode/utf8"
)

// decodeUTF8 reads bytes as the Encoding Standard does: each longest part that
// could have begun a character becomes one U+FFFD, where Go makes one of each
// byte. With stream an unfinished character at the end is left over. ok is
// false where fatal forbids the replacement.
func decodeUTF8(b []byte, fatal, stream bool) (text string, rest []byte, ok bool) {
	if utf8.Valid(b) {
		return string(b), nil, true
	}
	var out strings.Builder
	for len(b) > 0 {
		if r, n := utf8.DecodeRune(b); r != utf8.RuneError || n > 1 {
			out.Write(b[:n])
			b = b[n:]
			continue
		}
		n := maximalPart(b)
		if stream && n == len(b) && unfinished(b) {
			return out.String(), b, true
		}
		if fatal {
			return "", nil, false
		}
		out.WriteRune(utf8.RuneError)
		b = b[n:]
	}
	return out.String(), nil, true
}

// maximalPart is how many of the bytes at the start of b could begin one
// character together, at least 1.
func maximalPart(b []byte) int {
	for n := min(3, len(b)); n > 1; n-- {
		if unfinished(b[:n]) {
			return n
		}
	}
	return 1
}

// unfinished tells whether b is the beginning of a character and not all of it.
func unfinished(b []byte) bool {
	if len(b) == 0 || len(b) > 3 || !utf8.RuneStart(b[0]) {
		return false
	}
	return !utf8.FullRune(b)
}
