package bundler

import (
	"net/url"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf16"

	"github.com/go-sourcemap/sourcemap"

	"github.com/abxgen/abxgen/runtime/diag"
)

// places translates offsets in a bundle to the author's files.
type places struct {
	*folder
	js    string
	lines []int // offset of each line's start
	m     *sourcemap.Consumer
	texts map[string][]string // lines of the author's files, as far as asked for

	engine     engine
	properties map[string]string // what \p{…} means, of those that the bundle names
	edits      []edit
	kept       *bool // see foreign
}

func (f *folder) places(js, sourceMap []byte) *places {
	p := &places{folder: f, js: string(js), lines: []int{0}, texts: map[string][]string{}, properties: map[string]string{}}
	for i, c := range p.js {
		if c == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	// A map that cannot be read leaves the file's name as the only place.
	p.m, _ = sourcemap.Parse("", sourceMap)
	return p
}

// at gives the author's place of a byte offset in the bundle.
func (p *places) at(offset int) diag.Pos {
	line := sort.Search(len(p.lines), func(i int) bool { return p.lines[i] > offset }) - 1
	return p.atLine(line+1, offset-p.lines[line])
}

// atLine gives the author's place of a line (from 1) and column (from 0) of the
// bundle, which is ASCII.
func (p *places) atLine(line, col int) diag.Pos {
	if p.m == nil {
		return diag.Pos{File: p.shown}
	}
	source, _, srcLine, srcCol, ok := p.m.Source(line, col)
	if !ok {
		return diag.Pos{File: p.shown}
	}
	if name, err := url.PathUnescape(source); err == nil { // esbuild writes names as addresses
		source = name
	}
	return diag.Pos{File: p.show(source), Line: srcLine, Col: p.characters(source, srcLine, srcCol) + 1}
}

// characters turns a source map's column, in units of UTF-16, into characters.
func (p *places) characters(source string, line, col int) int {
	lines, ok := p.texts[source]
	if !ok {
		text, _ := os.ReadFile(filepath.Join(p.copy, filepath.FromSlash(source)))
		lines = strings.Split(string(text), "\n")
		p.texts[source] = lines
	}
	if line < 1 || line > len(lines) {
		return col
	}
	n, units := 0, 0
	for _, r := range lines[line-1] {
		if units >= col {
			break
		}
		units += utf16.RuneLen(r)
		n++
	}
	return n
}
