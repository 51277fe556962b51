package manifest

import (
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

var fieldTypes = []string{"string", "int", "float", "bool", "enum", "path", "url", "csv"}

func (c *checker) fields() {
	config := c.top.sub("config", false, "")
	config.known("fields")
	all := config.sub("fields", false, "")
	if all.table == nil {
		return
	}
	for _, e := range all.table.Entries {
		if s := all.sub(e.Key, false, ""); s.table != nil {
			s.pos = e.Pos()
			c.m.Fields = append(c.m.Fields, s.field(e))
		}
	}
}

func (s section) field(e *toml10.Entry) Field {
	s.name = short(s.name)
	s.fieldKey(e)
	s.known("type", "required", "secret", "credential", "default", "description", "description_zh", "env", "choices")
	f := Field{Pos: e.Pos(), Field: api.Field{
		Key: e.Key, Type: s.fieldType(),
		Required: s.truth("required"), Secret: s.truth("secret"), Credential: s.truth("credential"),
		Description: s.text("description", "").Value, DescZH: s.text("description_zh", "").Value,
		Env: Values(s.fieldEnv()), Choices: Values(s.texts("choices")),
	}}
	s.enum(f)
	s.fieldDefault(&f)
	return f
}

func (s section) fieldKey(e *toml10.Entry) {
	switch {
	case !reKey.MatchString(e.Key):
		s.errorf(e.Pos(), "write lower-case letters, digits and _, a letter first", "%q is no name for a field", short(e.Key))
	case contains(coreKeys, e.Key):
		s.errorf(e.Pos(), "choose another name", "field %q would hide a core key", e.Key)
	case strings.HasPrefix(e.Key, "shortcuts"):
		s.errorf(e.Pos(), "choose another name", "a field's name may not begin with shortcuts")
	case strings.HasSuffix(e.Key, "\n"):
		s.warnf(e.Pos(), "remove it", "the field's name ends with a line break")
	}
}

func (s section) fieldType() string {
	t := s.text("type", "string")
	if !contains(fieldTypes, t.Value) && !s.unreadable("type") {
		hint := diag.DidYouMean(t.Value, fieldTypes)
		if hint == "" {
			hint = "write one of " + strings.Join(fieldTypes, ", ")
		}
		s.errorf(t.Pos, hint, "%s: unknown type %q", s.name, short(t.Value))
	}
	return t.Value
}

func (s section) fieldEnv() []Text {
	names := s.texts("env")
	for _, t := range names {
		if hostVariable(t.Value) {
			s.errorf(t.Pos, "name the vendor's own variable", "%s.env may not use the reserved name %q", s.name, short(t.Value))
		}
	}
	return names
}

// enum checks choices; the hosts upper-case a value before they look it up.
func (s section) enum(f Field) {
	v := s.table.Value("choices")
	if f.Type != "enum" || v != nil && v.Kind != toml10.Array {
		return
	}
	if v == nil || len(v.Items) == 0 {
		s.errorf(s.pos, `write choices = ["A", "B"]`, "%s: type enum needs choices", s.name)
		return
	}
	for _, t := range s.texts("choices") {
		if strings.ToUpper(t.Value) != t.Value {
			s.warnf(t.Pos, "write it in upper case", "%s: no value ever matches the choice %q, since the hosts upper-case what is given", s.name, short(t.Value))
		}
	}
}

// fieldDefault takes the default. It is never printed: it may be a secret that
// stands where it should not.
func (s section) fieldDefault(f *Field) {
	v := s.table.Value("default")
	if v == nil || v.Kind == toml10.Invalid || v.Kind == toml10.String && v.Str == "" {
		return
	}
	if f.Secret {
		s.errorf(v.Pos(), "remove it", "%s is secret and may not have a default", s.name)
		return
	}
	f.raw, f.Default = v, plain(v)
	switch v.Kind {
	case toml10.Date:
		s.warnf(v.Pos(), "put it in quotes", "%s.default is %s, which is used as text", s.name, v.Kind)
	case toml10.TableKind:
		f.Default = nil
		s.warnf(v.Pos(), "write a string, number, boolean or array", "%s.default is a table, which no field can hold", s.name)
	}
}

func (c *checker) auth() {
	s := c.top.sub("auth", false, "")
	s.known("any_of")
	v := s.table.Value("any_of")
	if v == nil || !s.is(v, "any_of", toml10.Array, "an array of arrays of strings") {
		return
	}
	keys, near := map[string]bool{}, InheritableKeys()
	for _, key := range near {
		keys[key] = true
	}
	for i, f := range c.m.Fields {
		keys[f.Key] = true
		if i < 100 { // enough to look through for each wrong one
			near = append(near, f.Key)
		}
	}
	for _, item := range v.Items {
		group := s.textsOf(item, "any_of[]")
		for _, t := range group {
			if !keys[t.Value] {
				s.errorf(t.Pos, diag.DidYouMean(t.Value, near), "auth.any_of names %q, which is no declared field", short(t.Value))
			}
		}
		c.m.AnyOf = append(c.m.AnyOf, group)
	}
}

// advice is what an experienced author would add.
func (c *checker) advice() {
	if c.m.Kind.Value != api.KindREST || contains(Values(c.m.Inherit), inheritable[0]) {
		return
	}
	for _, f := range c.m.Fields {
		if f.Key == "api_key" {
			return
		}
	}
	c.top.warnf(c.m.Kind.Pos, "declare [config.fields.api_key]", "a rest provider without a field named api_key has no key to send: every call would be E1001")
}
