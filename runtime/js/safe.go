package js

import (
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// safeGet reads something of a value whose getters may throw; nil then.
func safeGet(get func() goja.Value) (v goja.Value) {
	defer func() {
		if x := recover(); x != nil {
			if err, ok := x.(error); ok && uncatchable(err) {
				panic(x)
			}
			v = nil
		}
	}()
	return get()
}

// safeString is String of a value that may refuse to be one.
func safeString(v goja.Value) string {
	if v == nil {
		return ""
	}
	if sym, ok := v.(*goja.Symbol); ok {
		return clean("Symbol(" + sym.String() + ")")
	}
	s := safeGet(func() goja.Value { return v.ToString() })
	if s == nil {
		return "[value that cannot be shown]"
	}
	return clean(s.String())
}

// textOf is a string property of an error, "" where there is none.
func textOf(o *goja.Object, key string) string {
	v := safeGet(func() goja.Value { return o.Get(key) })
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return ""
	}
	return safeString(v)
}

// clean removes what could move a terminal's cursor or break a log's line, and
// bounds the length: messages come from provider code.
func clean(s string) string {
	const most = 8 << 10
	if len(s) > most {
		cut := most
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "…"
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029:
			return -1
		}
		return r
	}, s)
}
