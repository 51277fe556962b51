package manifest

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

// tomlWriter writes TOML 1.0 in the order of its calls, which no library's
// encoder keeps for tables.
type tomlWriter struct{ b bytes.Buffer }

func (w *tomlWriter) bytes() []byte { return w.b.Bytes() }

func (w *tomlWriter) table(keys ...string) { w.header("[", keys, "]") }

func (w *tomlWriter) element(keys ...string) { w.header("[[", keys, "]]") }

func (w *tomlWriter) header(open string, keys []string, end string) {
	for i, k := range keys {
		keys[i] = tomlKey(k)
	}
	fmt.Fprintf(&w.b, "\n%s%s%s\n", open, strings.Join(keys, "."), end)
}

func (w *tomlWriter) key(key string, v any) {
	w.b.WriteString(tomlKey(key) + " = ")
	w.value(v)
	w.b.WriteByte('\n')
}

// text leaves an empty string out.
func (w *tomlWriter) text(key, s string) {
	if s != "" {
		w.key(key, s)
	}
}

// list leaves an empty array out.
func (w *tomlWriter) list(key string, list []string) {
	if len(list) > 0 {
		w.key(key, list)
	}
}

func (w *tomlWriter) value(v any) {
	switch v := v.(type) {
	case string:
		w.b.WriteString(tomlString(v))
	case []string:
		list := make([]any, len(v))
		for i, s := range v {
			list[i] = s
		}
		w.array(list)
	case []any:
		w.array(v)
	case *toml10.Value:
		w.read(v)
	default:
		fmt.Fprint(&w.b, v) // int64, bool
	}
}

// read writes a value that was read.
func (w *tomlWriter) read(v *toml10.Value) {
	switch v.Kind {
	case toml10.String:
		w.value(v.Str)
	case toml10.Date:
		w.b.WriteString(v.Str)
	case toml10.Float:
		w.b.WriteString(tomlFloat(v.Float))
	case toml10.Array:
		list := make([]any, len(v.Items))
		for i, item := range v.Items {
			list[i] = item
		}
		w.array(list)
	case toml10.TableKind:
		w.inline(v.Table)
	default:
		w.value(plain(v))
	}
}

func (w *tomlWriter) array(list []any) {
	w.b.WriteByte('[')
	for i, item := range list {
		if i > 0 {
			w.b.WriteString(", ")
		}
		w.value(item)
	}
	w.b.WriteByte(']')
}

// def writes a field's default, nil for none.
func (w *tomlWriter) def(v *toml10.Value) {
	if v == nil {
		return
	}
	if v.Kind != toml10.TableKind || len(v.Table.Entries) == 0 {
		w.key("default", v)
		return
	}
	eachLeaf(v.Table, []string{"default"}, func(key []string, v *toml10.Value) {
		w.dotted(key, v)
		w.b.WriteByte('\n')
	})
}

// inline writes a table with dotted keys, which do not nest and so read at any
// depth.
func (w *tomlWriter) inline(t *toml10.Table) {
	w.b.WriteByte('{')
	separator := " "
	eachLeaf(t, nil, func(key []string, v *toml10.Value) {
		w.b.WriteString(separator)
		w.dotted(key, v)
		separator = ", "
	})
	w.b.WriteString(" }")
}

func (w *tomlWriter) dotted(key []string, v *toml10.Value) {
	for i, k := range key {
		if i > 0 {
			w.b.WriteByte('.')
		}
		w.b.WriteString(tomlKey(k))
	}
	w.b.WriteString(" = ")
	w.read(v)
}

// eachLeaf gives what is no table, or an empty one, with its path, which holds
// until yield returns.
func eachLeaf(t *toml10.Table, path []string, yield func([]string, *toml10.Value)) {
	for _, e := range t.Entries {
		at := append(path, e.Key)
		if e.Value.Kind == toml10.TableKind && len(e.Value.Table.Entries) > 0 {
			eachLeaf(e.Value.Table, at, yield)
			continue
		}
		yield(at, e.Value)
	}
}

var reBareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func tomlKey(s string) string {
	if reBareKey.MatchString(s) {
		return s
	}
	return tomlString(s)
}

func tomlString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < 0x20 || r == 0x7F:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func tomlFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(f, 'f', -1, 64)), "+")
	default:
		return pythonFloat(f)
	}
}
