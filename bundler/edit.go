package bundler

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// An edit replaces bytes [from, to) of the bundle, which are of one line, by
// text without a line break.
type edit struct {
	from, to int
	text     string
}

// edited applies edits that do not overlap to a bundle, and moves the columns
// of its source map accordingly: every place of the author stays right.
func edited(js, sourceMap []byte, edits []edit) (newJS, newMap []byte, err error) {
	if len(edits) == 0 {
		return js, sourceMap, nil
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var out []byte
	moves := map[int][]move{} // by line
	at, line, lineStart := 0, 0, 0
	for _, e := range edits {
		for i := at; i < e.from; i++ {
			if js[i] == '\n' {
				line, lineStart = line+1, i+1
			}
		}
		out = append(append(out, js[at:e.from]...), e.text...)
		moves[line] = append(moves[line], move{from: e.from - lineStart, to: e.to - lineStart, by: len(e.text) - (e.to - e.from)})
		at = e.to
	}
	out = append(out, js[at:]...)
	newMap, err = moved(sourceMap, moves)
	return out, newMap, err
}

// A move says that what began on its line at column to or later begins by
// columns later, and what began behind from is gone.
type move struct{ from, to, by int }

// moved rewrites the mappings of a source map.
func moved(sourceMap []byte, moves map[int][]move) ([]byte, error) {
	var m map[string]json.RawMessage
	var mappings string
	if err := json.Unmarshal(sourceMap, &m); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(m["mappings"], &mappings); err != nil {
		return nil, err
	}
	lines := strings.Split(mappings, ";")
	for n, ms := range moves {
		if n < len(lines) {
			lines[n] = movedLine(lines[n], ms)
		}
	}
	text, err := json.Marshal(strings.Join(lines, ";"))
	if err != nil {
		return nil, err
	}
	m["mappings"] = text
	return json.Marshal(m)
}

// movedLine rewrites one line's segments; of each only the first field, the
// column's distance from the one before, changes. A segment within a replaced
// part moves to that part's start, for the later ones count on its other fields.
func movedLine(line string, moves []move) string {
	segments := strings.Split(line, ",")
	before, after := 0, 0
	for i, s := range segments {
		step, rest, ok := vlq(s)
		if !ok {
			continue
		}
		before += step
		column := before
		for _, m := range moves {
			switch {
			case before >= m.to:
				column += m.by
			case before > m.from:
				column -= before - m.from
			}
		}
		segments[i] = appendVLQ(column-after) + rest
		after = column
	}
	return strings.Join(segments, ",")
}

const vlqDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// vlq reads the first number of a segment.
func vlq(s string) (value int, rest string, ok bool) {
	for i, shift := 0, 0; i < len(s) && shift < 32; i, shift = i+1, shift+5 {
		digit := strings.IndexByte(vlqDigits, s[i])
		value |= digit & 31 << shift
		if digit&32 == 0 {
			if value&1 != 0 {
				return -(value >> 1), s[i+1:], true
			}
			return value >> 1, s[i+1:], true
		}
	}
	return 0, s, false
}

func appendVLQ(value int) string {
	v := value << 1
	if value < 0 {
		v = -value<<1 | 1
	}
	var out []byte
	for ; v > 31; v >>= 5 {
		out = append(out, vlqDigits[v&31|32])
	}
	return string(append(out, vlqDigits[v]))
}
