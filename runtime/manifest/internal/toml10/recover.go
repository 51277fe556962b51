package toml10

import (
	"bytes"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/abxgen/abxgen/runtime/diag"
)

// recover reports a syntax error at off, in text that was read from start on,
// and goes on behind it, so that the next one is found too. It goes on only
// where the error lies on the expression's own line: behind an open array or
// string whatever comes would be noise. lost says that a key or header was not
// read at all.
func (b *builder) recover(start, off int, message string) (next int, lost bool) {
	line := start
	if i := bytes.LastIndexByte(b.src.data[start:off], '\n'); i >= 0 {
		line += i + 1
	}
	end := b.src.lineEnd(off)
	var keys []*Entry
	if eq := bytes.IndexByte(b.src.data[line:end], '='); eq >= 0 && readable(b.src.data[start:line]) {
		keys = b.keyAt(line, b.src.data[line:line+eq])
	}
	if keys == nil {
		b.syntax(off, message)
		return -1, true
	}
	b.reading(keys)
	b.syntax(off, message)
	b.key = ""
	b.assign(keys, &Value{Kind: Invalid, src: b.src, off: off})
	if b.list.Count(diag.Error) >= maxSyntaxErrors {
		return -1, true
	}
	return end, false
}

// readable reports whether text ends between two expressions.
func readable(text []byte) bool {
	var p unstable.Parser
	p.Reset(text[:len(text):len(text)])
	for p.NextExpression() {
	}
	return p.Error() == nil
}

// keyAt reads the key of a line whose value is unreadable.
func (b *builder) keyAt(line int, key []byte) []*Entry {
	var p unstable.Parser
	p.Reset(append(bytes.Clone(key), "=0"...))
	if !p.NextExpression() || p.Expression().Kind != unstable.KeyValue {
		return nil
	}
	b.base = line
	return b.keys(p.Expression().Key())
}
