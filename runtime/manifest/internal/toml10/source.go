package toml10

import (
	"bytes"
	"sort"

	"github.com/abxgen/abxgen/runtime/diag"
)

// step is how far apart the marks of Source lie.
const step = 256

// Source turns offsets in a text into places.
type Source struct {
	file  string
	data  []byte // CR LF already LF, as tomllib does it before it parses
	lines []int  // offset of each line's first byte
	marks []int  // characters before each multiple of step: a line may be 256 KiB long
}

func newSource(file string, data []byte) *Source {
	s := &Source{file: file, data: data, lines: []int{0}}
	for i, c := range data {
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	chars := 0
	for i := 0; i <= len(data); i += step {
		s.marks = append(s.marks, chars)
		chars += characters(data[i:min(i+step, len(data))])
	}
	return s
}

// characters counts the bytes that begin one.
func characters(data []byte) (n int) {
	for _, c := range data {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

func (s *Source) before(off int) int {
	mark := off / step
	return s.marks[mark] + characters(s.data[mark*step:off])
}

// Pos gives the place of an offset, its column in characters.
func (s *Source) Pos(off int) diag.Pos {
	off = max(0, min(off, len(s.data)))
	line := sort.SearchInts(s.lines, off+1)
	return diag.Pos{File: s.file, Line: line, Col: s.before(off) - s.before(s.lines[line-1]) + 1}
}

// lineEnd gives the offset of the line's LF, or the end of the text.
func (s *Source) lineEnd(off int) int {
	if i := bytes.IndexByte(s.data[off:], '\n'); i >= 0 {
		return off + i
	}
	return len(s.data)
}

// skip gives the first offset from off on whose byte is not in set.
func (s *Source) skip(off int, set string) int {
	for off < len(s.data) && bytes.IndexByte([]byte(set), s.data[off]) >= 0 {
		off++
	}
	return off
}
