package toml10

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/abxgen/abxgen/runtime/diag"
)

// maxSyntaxErrors ends the reading of a text that is no TOML at all.
const maxSyntaxErrors = 20

// Parse reads a document. The list holds what is wrong with its text; whole
// says whether every key was read, so that a missing one is really missing.
func Parse(file string, text []byte) (root *Table, whole bool, list diag.List) {
	src := newSource(file, bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	b := newBuilder(src)
	if !b.checkBytes() {
		return b.root, false, b.list
	}
	whole = true
	for at := 0; at >= 0; {
		var lost bool
		at, lost = b.read(at)
		whole = whole && !lost
	}
	return b.root, whole, b.list
}

// checkBytes refuses what no line can be blamed for.
func (b *builder) checkBytes() bool {
	data := b.src.data
	if bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")) {
		b.errorf(0, "save it as UTF-8 without a BOM", "the file begins with a byte order mark")
		return false
	}
	if !utf8.Valid(data) {
		off := 0
		for off < len(data) {
			r, n := utf8.DecodeRune(data[off:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			off += n
		}
		b.errorf(off, "save it as UTF-8", "byte 0x%02X is not UTF-8", data[off])
		return false
	}
	if off := bytes.IndexByte(data, '\r'); off >= 0 {
		b.errorf(off, "end lines with LF or CR LF", "a carriage return stands alone")
		return false
	}
	return true
}

// read takes expressions from at on until the end (-1) or an error, behind
// which it gives the offset to go on from.
func (b *builder) read(at int) (next int, lost bool) {
	var p unstable.Parser
	b.base = at
	p.Reset(b.src.data[at:len(b.src.data):len(b.src.data)])
	for p.NextExpression() {
		b.expression(p.Expression())
	}
	var perr *unstable.ParserError
	if !errors.As(p.Error(), &perr) {
		return -1, false
	}
	off := at + int(p.Range(perr.Highlight).Offset)
	return b.recover(at, off, perr.Message)
}

var (
	reLibraryRune = regexp.MustCompile(`U\+[0-9A-F]{4,6}( '.*')?`)
	curly         = "\u2018\u2019\u201A\u201C\u201D\u201E\u00AB\u00BB\uFF02\uFF07"
)

// syntax reports what the parser did not understand. It names bytes where
// people see characters, so the character is put in.
func (b *builder) syntax(off int, message string) {
	at := off
	if strings.HasPrefix(message, "invalid escape") {
		at++ // behind the backslash
	}
	r, n := utf8.DecodeRune(b.src.data[min(at, len(b.src.data)):])
	switch named := reLibraryRune.MatchString(message); {
	case n == 0:
	case named:
		message = reLibraryRune.ReplaceAllLiteralString(message, diag.Clean(fmt.Sprintf("%#U", r)))
	case r < ' ':
		message += fmt.Sprintf(" (%U)", r)
	}
	b.errorf(off, syntaxHint(message, r), "%s", message)
}

func syntaxHint(message string, r rune) string {
	switch {
	case strings.ContainsRune(curly, r):
		return `write straight quotes, "like this"`
	case strings.HasPrefix(message, "unexpected character"), strings.HasPrefix(message, "expected newline"):
		return `write text in quotes, "like this", and one key a line`
	default:
		return ""
	}
}
