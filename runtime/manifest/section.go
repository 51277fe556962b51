package manifest

import (
	"fmt"
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest/internal/pep440"
	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

// The codes of spec/errors.md that a manifest can earn.
const (
	codeManifest = "E8014"
	codeVersion  = "E8013"
)

// section is one table while it is checked; table is nil where it is absent,
// and then every value is at its default and nothing more is reported.
type section struct {
	list  *diag.List
	name  string // dotted, "" at the top
	pos   diag.Pos
	table *toml10.Table
}

func (s section) path(key string) string {
	if s.name == "" {
		return key
	}
	return s.name + "." + key
}

func (s section) errorf(pos diag.Pos, hint, format string, args ...any) {
	s.list.Errorf(codeManifest, pos, hint, format, args...)
}

func (s section) warnf(pos diag.Pos, hint, format string, args ...any) {
	s.list.Warnf(codeManifest, pos, hint, format, args...)
}

// sub gives a table below; hint says what to write where a required one is missing.
func (s section) sub(key string, required bool, hint string) section {
	out := section{list: s.list, name: s.path(key), pos: s.pos}
	v := s.table.Value(key)
	if v == nil {
		if required && s.table != nil {
			s.errorf(s.pos, hint, "the [%s] table is missing", out.name)
		}
		return out
	}
	out.pos = v.Pos()
	if s.is(v, key, toml10.TableKind, "a table") {
		out.table = v.Table
	}
	return out
}

// is reports a value of another kind.
func (s section) is(v *toml10.Value, key string, kind toml10.Kind, wanted string) bool {
	if v.Kind != kind && v.Kind != toml10.Invalid {
		s.errorf(v.Pos(), "", "%s must be %s, not %s", s.path(key), wanted, v.Kind)
	}
	return v.Kind == kind
}

// text gives a string, or fallback where there is none.
func (s section) text(key, fallback string) Text {
	v := s.table.Value(key)
	if v == nil || !s.is(v, key, toml10.String, "a string") {
		return Text{fallback, s.pos}
	}
	return Text{v.Str, v.Pos()}
}

// need gives a string that must be there and not blank; ok says whether it is.
func (s section) need(key, hint string) (t Text, ok bool) {
	t = s.text(key, "")
	if s.table == nil {
		return t, false
	}
	v := s.table.Value(key)
	switch {
	case v == nil:
		s.errorf(s.pos, hint, "%s is required", s.path(key))
	case v.Kind == toml10.String && strings.TrimFunc(v.Str, pep440.Space) == "":
		s.errorf(v.Pos(), hint, "%s is required and must not be blank", s.path(key))
	default:
		return t, v.Kind == toml10.String
	}
	return t, false
}

// texts gives an array of strings, nil where it is absent or something else.
func (s section) texts(key string) []Text {
	v := s.table.Value(key)
	if v == nil {
		return nil
	}
	return s.textsOf(v, key)
}

func (s section) textsOf(v *toml10.Value, key string) []Text {
	if !s.is(v, key, toml10.Array, "an array of strings") {
		return nil
	}
	out := make([]Text, 0, len(v.Items))
	for _, item := range v.Items {
		if s.is(item, key+"[]", toml10.String, "a string") {
			out = append(out, Text{item.Str, item.Pos()})
		}
	}
	return out
}

// truth gives a flag as Python reads it: anything but false, 0 and what is
// empty is true.
func (s section) truth(key string) bool {
	v := s.table.Value(key)
	if v == nil || v.Kind == toml10.Invalid {
		return false
	}
	if v.Kind != toml10.Bool {
		s.warnf(v.Pos(), fmt.Sprintf("write %s = %t", key, v.Truthy()), "%s is %s, which the hosts read as %t", s.path(key), v.Kind, v.Truthy())
	}
	return v.Truthy()
}

// known warns about keys that nobody reads.
func (s section) known(keys ...string) {
	for _, e := range s.unknown(keys) {
		s.warnf(e.Pos(), diag.DidYouMean(e.Key, keys), "%q is not known, and no host reads it", short(s.path(e.Key)))
	}
}

// only refuses keys that are not known.
func (s section) only(keys ...string) {
	for _, e := range s.unknown(keys) {
		hint := diag.DidYouMean(e.Key, keys)
		if hint == "" {
			hint = "only " + strings.Join(keys, ", ") + " may be there"
		}
		s.errorf(e.Pos(), hint, "%q is not known", short(s.path(e.Key)))
	}
}

func (s section) unknown(keys []string) []*toml10.Entry {
	var out []*toml10.Entry
	if s.table == nil {
		return nil
	}
	for _, e := range s.table.Entries {
		if !contains(keys, e.Key) {
			out = append(out, e)
		}
	}
	return out
}
