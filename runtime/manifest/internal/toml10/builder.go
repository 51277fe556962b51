package toml10

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/abxgen/abxgen/runtime/diag"
)

// code is the one code of everything wrong with a manifest's text.
const code = "E8014"

// builder joins expressions into a document.
type builder struct {
	src  *Source
	list diag.List

	root    *Table
	scopes  *scope
	table   *Table   // of the last header
	scope   *scope   // of the last header
	pending []*scope // tables of dotted keys; closed by the next header

	header string // dotted, of the last header
	key    string // dotted, of what is being read
	base   int    // offset of the text that the parser was given
	deep   bool   // already reported
}

func newBuilder(src *Source) *builder {
	b := &builder{src: src, root: &Table{}, scopes: &scope{}}
	b.table, b.scope = b.root, b.scopes
	return b
}

// errorf reports what is wrong with the value or key that is being read.
func (b *builder) errorf(off int, hint, format string, args ...any) {
	if b.key != "" {
		format, args = "%s: "+format, append([]any{b.key}, args...)
	}
	b.list.Errorf(code, b.src.Pos(off), hint, format, args...)
}

func (b *builder) expression(n *unstable.Node) {
	keys := b.keys(n.Key())
	switch n.Kind {
	case unstable.Table, unstable.ArrayTable:
		b.header = dotted(keys)
		for _, s := range b.pending {
			s.explicit = true
		}
		b.pending = nil
		b.open(keys, n.Kind == unstable.ArrayTable)
	case unstable.KeyValue:
		b.reading(keys)
		v, _ := b.value(n.Value(), b.valueStart(n), 0)
		b.assign(keys, v)
	}
	b.key = ""
}

// reading sets the name that errors carry.
func (b *builder) reading(keys []*Entry) {
	b.key = strings.TrimPrefix(b.header+"."+dotted(keys), ".")
	if r := []rune(b.key); len(r) > 80 {
		b.key = string(r[:79]) + "…"
	}
}

func dotted(keys []*Entry) string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.Key
	}
	return strings.Join(names, ".")
}

// open opens a [table] or [[table]]. One that may not be opened gets a table
// of its own, so that its keys are still read and nothing follows from them.
func (b *builder) open(keys []*Entry, list bool) {
	b.table, b.scope = &Table{}, &scope{}
	last := keys[len(keys)-1]
	s, frozen := b.scopes.walk(keys)
	switch {
	case frozen:
		b.twice(keys, "is already written as a value")
		return
	case !list && s.explicit:
		b.twice(keys, "is declared twice")
		return
	}
	parent := nest(b.root, keys[:len(keys)-1], true)
	if parent == nil {
		b.twice(keys, "lies below a value that is no table")
		return
	}
	t := openTable(parent, last, list)
	if t == nil {
		b.twice(keys, "is already written as a value")
		return
	}
	if list {
		*s = scope{}
	}
	s.explicit = true
	b.table, b.scope = t, s
}

// openTable gives the table of a header's last key, nil where a value is there.
func openTable(parent *Table, key *Entry, list bool) *Table {
	if !list {
		return nest(parent, []*Entry{key}, true)
	}
	fresh := &Value{Kind: TableKind, Table: &Table{}, src: key.src, off: key.off}
	e := parent.Get(key.Key)
	switch {
	case e == nil:
		key.Value = &Value{Kind: Array, Items: []*Value{fresh}, src: key.src, off: key.off}
		parent.put(key)
	case e.Value.Kind != Array:
		return nil
	default:
		e.Value.Items = append(e.Value.Items, fresh)
	}
	return fresh.Table
}

// assign puts `key = value` or `a.b.key = value` below the last header.
func (b *builder) assign(keys []*Entry, v *Value) {
	s, frozen := b.scope, false
	for i, k := range keys[:len(keys)-1] {
		s = s.child(k.Key)
		if s.explicit {
			b.twice(keys[:i+1], "is already a table of its own")
			return
		}
		b.pending = append(b.pending, s)
		frozen = frozen || s.frozen
	}
	last := keys[len(keys)-1]
	if frozen {
		b.twice(keys, "lies below an inline table or array, which cannot be added to")
		return
	}
	t := nest(b.table, keys[:len(keys)-1], true)
	if t == nil {
		b.twice(keys, "lies below a value that is no table")
		return
	}
	if first := t.Get(last.Key); first != nil {
		b.twice(keys, "is written twice", first)
		return
	}
	if v.Kind == Array || v.Kind == TableKind {
		s.child(last.Key).frozen = true
	}
	last.Value = v
	t.put(last)
}

// twice reports a key that clashes with an earlier one.
func (b *builder) twice(keys []*Entry, what string, first ...*Entry) {
	d := diag.Diag{
		Code: code, Pos: keys[len(keys)-1].Pos(),
		Msg: "key " + quote(dotted(keys)) + " " + what, Hint: "write it once, in one form",
	}
	for _, f := range first {
		d.Notes = append(d.Notes, diag.Note{Pos: f.Pos(), Msg: "the first one is here"})
	}
	b.list.Add(d)
}
