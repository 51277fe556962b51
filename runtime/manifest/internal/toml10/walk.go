package toml10

import (
	"strconv"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"
)

// stack is how deep values may nest: an array counts 2 and an inline table 3,
// the frames that a Python host spends on them out of the thousand it has. Its
// installer gets to 483 arrays or 321 tables.
const stack = 960

func quote(s string) string {
	if utf8.RuneCountInString(s) > 80 {
		s = string([]rune(s)[:79]) + "…"
	}
	return strconv.Quote(s)
}

// keys reads the parts of a key.
func (b *builder) keys(it unstable.Iterator) []*Entry {
	var out []*Entry
	for it.Next() {
		n := it.Node()
		off := b.base + int(n.Raw.Offset)
		b.escapes(off, n.Raw)
		out = append(out, &Entry{Key: string(n.Data), src: b.src, off: off})
	}
	return out
}

// valueStart gives the offset of a key-value's value: only scalars carry one,
// so it is found from the end of the key.
func (b *builder) valueStart(n *unstable.Node) int {
	end := 0
	for it := n.Key(); it.Next(); {
		raw := it.Node().Raw
		end = b.base + int(raw.Offset+raw.Length)
	}
	end = b.src.skip(end, " \t")
	return b.src.skip(end+1, " \t") // over '='
}

// value reads a value that begins at off, inside cost frames; it gives the
// offset behind the value.
func (b *builder) value(n *unstable.Node, off, cost int) (*Value, int) {
	if cost > stack && !b.deep {
		b.deep = true
		b.errorf(off, "write it flatter", "arrays and inline tables are nested too deep")
	}
	v := &Value{src: b.src, off: off}
	switch n.Kind {
	case unstable.Array:
		v.Kind = Array
		return v, b.array(v, n, cost+2)
	case unstable.InlineTable:
		v.Kind, v.Table = TableKind, &Table{}
		return v, b.inline(v.Table, n, off+1, cost+3)
	default:
		b.scalar(v, n)
		return v, b.base + int(n.Raw.Offset+n.Raw.Length)
	}
}

func (b *builder) array(v *Value, n *unstable.Node, cost int) int {
	at := v.off + 1
	for it := n.Children(); it.Next(); {
		at = b.trivia(at)
		var item *Value
		item, at = b.value(it.Node(), at, cost)
		v.Items = append(v.Items, item)
	}
	return b.trivia(at) + 1
}

// trivia skips what may stand between the elements of an array.
func (b *builder) trivia(at int) int {
	for {
		at = b.src.skip(at, " \t\n,")
		if at >= len(b.src.data) || b.src.data[at] != '#' {
			return at
		}
		at = b.src.lineEnd(at)
	}
}

func (b *builder) inline(t *Table, n *unstable.Node, at, cost int) int {
	scopes := &scope{}
	flat := true
	for it := n.Children(); it.Next(); {
		flat = b.oneLine(at, flat)
		kv := it.Node()
		keys := b.keys(kv.Key())
		var v *Value
		v, at = b.value(kv.Value(), b.valueStart(kv), cost)
		b.assignInline(t, scopes, keys, v)
	}
	if comma := b.src.skip(at, " \t"); flat && n.Child().Valid() && b.src.data[comma] == ',' {
		b.errorf(comma, "remove the comma", "an inline table ends with a comma, which TOML 1.0 does not allow")
	} else {
		b.oneLine(at, flat)
	}
	return b.trivia(at) + 1
}

// oneLine refuses a line break between the parts of an inline table, which only
// TOML 1.1 allows; once a table.
func (b *builder) oneLine(at int, flat bool) bool {
	here := b.src.skip(at, " \t,")
	if !flat || here == b.trivia(at) {
		return flat
	}
	b.errorf(here, "write it on one line, or as a [table]", "an inline table is spread over lines, which TOML 1.0 does not allow")
	return false
}

// assignInline is assign inside an inline table, whose arrays nobody may open.
func (b *builder) assignInline(t *Table, s *scope, keys []*Entry, v *Value) {
	last := keys[len(keys)-1]
	s, frozen := s.walk(keys)
	if frozen {
		b.twice(keys, "lies below an inline table or array, which cannot be added to")
		return
	}
	t = nest(t, keys[:len(keys)-1], false)
	if t == nil {
		b.twice(keys, "lies below a value that is no table")
		return
	}
	if first := t.Get(last.Key); first != nil {
		b.twice(keys, "is written twice", first)
		return
	}
	s.frozen = v.Kind == Array || v.Kind == TableKind
	last.Value = v
	t.put(last)
}
