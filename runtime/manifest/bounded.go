package manifest

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

// bounded checks what holds for a whole entry of [commands]: JSON values only,
// at most 16 deep and 64 KiB long as the hosts write it.
func (s section) bounded(entry *toml10.Value) {
	s.json(entry, 0)
	if n := jsonLen(entry); n > maxCommandBytes {
		s.errorf(entry.Pos(), "shorten its schemas and descriptions", "%s exceeds 64 KiB", s.name)
	}
}

func (s section) json(v *toml10.Value, depth int) {
	if depth > maxCommandDepth {
		s.errorf(v.Pos(), "write it flatter", "%s is nested deeper than %d", s.name, maxCommandDepth)
		return
	}
	switch v.Kind {
	case toml10.TableKind:
		for _, e := range v.Table.Entries {
			if contains(refusedKeys, e.Key) {
				s.errorf(e.Pos(), "rename it", "%s may not have a key %q", s.name, e.Key)
			}
			s.json(e.Value, depth+1)
		}
	case toml10.Array:
		for _, item := range v.Items {
			s.json(item, depth+1)
		}
	case toml10.Date:
		s.errorf(v.Pos(), "put it in quotes", "%s holds a date, which JSON has not", s.name)
	case toml10.Float:
		if math.IsNaN(v.Float) || math.IsInf(v.Float, 0) {
			s.errorf(v.Pos(), "write a finite number", "%s holds a number that JSON has not", s.name)
		}
	}
}

// jsonLen is the length in bytes of a value as Python writes it without spaces
// and with all characters as they are.
func jsonLen(v *toml10.Value) int {
	switch v.Kind {
	case toml10.TableKind:
		n := 2 + max(0, len(v.Table.Entries)-1)
		for _, e := range v.Table.Entries {
			n += jsonStringLen(e.Key) + 1 + jsonLen(e.Value)
		}
		return n
	case toml10.Array:
		n := 2 + max(0, len(v.Items)-1)
		for _, item := range v.Items {
			n += jsonLen(item)
		}
		return n
	case toml10.Integer:
		return len(strconv.FormatInt(v.Int, 10))
	case toml10.Float:
		return len(tomlFloat(v.Float))
	case toml10.Bool:
		return len(strconv.FormatBool(v.Bool))
	default:
		return jsonStringLen(v.Str)
	}
}

func jsonStringLen(s string) int {
	n := 2
	for _, r := range s {
		switch {
		case strings.ContainsRune("\"\\\n\r\t\f\b", r):
			n += 2
		case r < 0x20:
			n += 6
		default:
			n += utf8.RuneLen(r)
		}
	}
	return n
}

// pythonFloat writes a finite float as Python's repr does.
func pythonFloat(f float64) string {
	e := strconv.FormatFloat(f, 'e', -1, 64)
	exp, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	if f != 0 && (exp < -4 || exp >= 16) {
		return e
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
