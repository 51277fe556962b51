package api

import (
	"strings"
	"testing"
)

func TestTextDecoderHoldsCutSequences(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"h\u20ac\U0001f600!", "h\u20ac\U0001f600!"},
		{"a\xffb", "a\uFFFDb"},
		{"cut \xe2\x82", "cut \uFFFD\uFFFD"},
		{"\xf0\x9fx", "\uFFFD\uFFFDx"},
		{"", ""},
	} {
		var d TextDecoder
		var got strings.Builder
		for i := range len(c.in) {
			got.WriteString(d.Decode([]byte{c.in[i]}))
		}
		got.WriteString(d.Flush())
		if got.String() != c.want {
			t.Errorf("%q byte by byte: %q, want %q", c.in, got.String(), c.want)
		}
	}
}

// However a text is cut, it comes out the same.
func FuzzTextDecoder(f *testing.F) {
	f.Add([]byte("\u20ac\xff\xe2\x82x\U0001f600"), 2)
	f.Fuzz(func(t *testing.T, in []byte, size int) {
		size = 1 + min(max(size, 0), 64)
		var d TextDecoder
		var got strings.Builder
		for rest := in; len(rest) > 0; {
			n := min(size, len(rest))
			got.WriteString(d.Decode(rest[:n]))
			rest = rest[n:]
		}
		got.WriteString(d.Flush())
		var whole TextDecoder
		if want := whole.Decode(in) + whole.Flush(); got.String() != want {
			t.Errorf("%q in pieces of %d: %q, want %q", in, size, got.String(), want)
		}
	})
}
