package toml10

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/abxgen/abxgen/runtime/diag"
)

// Source turns offsets in a text into places.
type Source struct {
	file  string
	data  []byte // CR LF already LF, as tomllib does it before it parses
	lines []int  // offset of each line's first byte

	// The last place given: places are mostly asked for from front to back,
	// and a line may be 256 KiB long.
	lastOff, lastLine, lastCol int
}

func newSource(file string, data []byte) *Source {
	s := &Source{file: file, data: data, lines: []int{0}, lastLine: 1, lastCol: 1}
	for i, c := range data {
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// Pos gives the place of an offset, its column in characters.
func (s *Source) Pos(off int) diag.Pos {
	off = max(0, min(off, len(s.data)))
	line := sort.SearchInts(s.lines, off+1)
	from, col := s.lines[line-1], 1
	if line == s.lastLine && off >= s.lastOff {
		from, col = s.lastOff, s.lastCol
	}
	col += utf8.RuneCount(s.data[from:off])
	s.lastOff, s.lastLine, s.lastCol = off, line, col
	return diag.Pos{File: s.file, Line: line, Col: col}
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
