package manifest

import "github.com/abxgen/abxgen/runtime/manifest/internal/toml10"

// draft7 is the one $schema that a command's schema may name.
const draft7 = "http://json-schema.org/draft-07/schema#"

// What no schema may use: the hosts compile schemas of strangers, so nothing
// that fetches, recurses or runs a regular expression.
var (
	refusedKeywords = []string{"$ref", "$dynamicRef", "$recursiveRef", "$id", "$async", "pattern", "patternProperties", "format"}
	refusedKeys     = []string{"__proto__", "prototype", "constructor"}
)

// Where a schema holds further schemas: a table of them, one of them or an array,
// an array.
var (
	schemaTables = []string{"properties", "definitions", "$defs", "dependencies"}
	schemaPlaces = []string{
		"items", "additionalItems", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else",
	}
	schemaArrays = []string{"allOf", "anyOf", "oneOf"}
)

func (s section) schema(key string) (*toml10.Value, map[string]any) {
	v := s.table.Value(key)
	if v == nil {
		s.errorf(s.pos, `write `+key+` = { type = "object", additionalProperties = false }`, "%s is required", s.path(key))
		return nil, nil
	}
	if !s.is(v, key, toml10.TableKind, "a table (a JSON schema)") {
		return nil, nil
	}
	if key == "input_schema" {
		s.closed(v, key)
	}
	s.visit(v, key)
	schema, _ := plain(v).(map[string]any)
	return v, schema
}

// closed demands an object that takes nothing undeclared.
func (s section) closed(v *toml10.Value, key string) {
	kind, more := v.Table.Value("type"), v.Table.Value("additionalProperties")
	object := kind != nil && (kind.Kind == toml10.Invalid || kind.Kind == toml10.String && kind.Str == "object")
	shut := more != nil && (more.Kind == toml10.Invalid || more.Kind == toml10.Bool && !more.Bool)
	if !object || !shut {
		s.errorf(v.Pos(), `write type = "object" and additionalProperties = false`, "%s must be a closed object", s.path(key))
	}
}

// visit walks over a schema and those inside it.
func (s section) visit(v *toml10.Value, key string) {
	if v.Kind != toml10.TableKind {
		return
	}
	for _, e := range v.Table.Entries {
		switch {
		case contains(refusedKeywords, e.Key):
			s.errorf(e.Pos(), "remove it", "%s may not use %q", s.path(key), e.Key)
		case e.Key == "$schema" && e.Value.Kind != toml10.Invalid && (e.Value.Kind != toml10.String || e.Value.Str != draft7):
			s.errorf(e.Value.Pos(), "write "+draft7+" or leave $schema out", "%s must be JSON Schema draft 7", s.path(key))
		case contains(schemaTables, e.Key) && e.Value.Kind == toml10.TableKind:
			for _, child := range e.Value.Table.Entries {
				s.visit(child.Value, key)
			}
		case e.Value.Kind == toml10.Array && (contains(schemaPlaces, e.Key) || contains(schemaArrays, e.Key)):
			for _, child := range e.Value.Items {
				s.visit(child, key)
			}
		case contains(schemaPlaces, e.Key):
			s.visit(e.Value, key)
		}
	}
}
