package api

import "unicode/utf8"

// TextDecoder turns a stream of bytes into text: a UTF-8 sequence that is cut
// between two pieces is held until it is whole, and bytes that are no UTF-8
// become U+FFFD (spec/epp.md, exec.output). The zero value is ready.
type TextDecoder struct{ held []byte }

// Decode gives the text that p completes.
func (d *TextDecoder) Decode(p []byte) string {
	p = append(d.held, p...)
	cut := len(p) - pending(p)
	d.held = append([]byte(nil), p[cut:]...)
	return valid(p[:cut])
}

// Flush gives what is held at the end: a sequence that never became whole.
func (d *TextDecoder) Flush() string {
	text := valid(d.held)
	d.held = nil
	return text
}

// valid gives text in which each byte that is no UTF-8 is U+FFFD.
func valid(p []byte) string {
	if utf8.Valid(p) {
		return string(p)
	}
	return string([]rune(string(p)))
}

// pending counts the bytes at p's end that begin a sequence and may become one.
func pending(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if tail := p[len(p)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}
