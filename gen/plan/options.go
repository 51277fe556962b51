package plan

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
)

// Type is the Go type of an option.
type Type string

// The types, by field type; a secret field is TypeSecret whatever its type.
const (
	TypeString Type = "string"
	TypeInt    Type = "int"
	TypeFloat  Type = "float64"
	TypeBool   Type = "bool"
	TypeEnum   Type = "enum"   // a string type of its own with constants
	TypeURL    Type = "url"    // *url.URL
	TypePath   Type = "path"   // api.Path
	TypeList   Type = "list"   // []string
	TypeSecret Type = "secret" // api.Secret
)

// Option is one member of the Options struct.
type Option struct {
	Key   string // as in the manifest
	Field string // Go name
	Type  Type
	// Pointer is true where the zero value has a meaning of its own: a number
	// or boolean that is required or whose default is another one. nil is unset.
	Pointer bool
	Enum    *Enum // of TypeEnum
	Core    bool  // an inherited core key
	// Field's marks, for the doc comment.
	Required, Secret, Credential bool
	Default                      string // as shown to people, "" where none
	Description, DescriptionZH   string
	Variables                    []string // environment, the most specific first
}

// Marks are what a reader has to know of an option at a glance: "required,
// secret", or less.
func (o Option) Marks() string {
	var m []string
	if o.Required {
		m = append(m, "required")
	}
	if o.Secret {
		m = append(m, "secret")
	}
	return strings.Join(m, ", ")
}

// Enum is an enumeration type.
type Enum struct {
	Name    string
	Choices []Choice
}

// Choice is one constant of an enumeration.
type Choice struct{ Name, Value string }

func optionsOf(d *api.Descriptor, names []OptionNames) []Option {
	var out []Option
	for _, n := range names {
		f, ok := d.Field(n.Key)
		if !ok {
			out = append(out, coreOption(d, n))
			continue
		}
		out = append(out, fieldOption(d, f, n))
	}
	return out
}

func fieldOption(d *api.Descriptor, f api.Field, n OptionNames) Option {
	o := Option{
		Key: f.Key, Field: n.Field, Type: typeOf(f),
		Required: f.Required, Secret: f.Secret, Credential: f.Credential,
		Description: f.Description, DescriptionZH: f.DescZH,
		Variables: config.FieldEnv(d.ID, f),
	}
	if f.Default != nil {
		o.Default = shownDefault(config.Default(f))
	}
	o.Pointer = tellsZero(o.Type, f)
	if n.Type != "" {
		o.Enum = &Enum{Name: n.Type}
		for i, c := range n.Choices {
			o.Enum.Choices = append(o.Enum.Choices, Choice{c, f.Choices[i]})
		}
	}
	return o
}

var coreTypes = map[string]Type{config.KeyAPIKey: TypeSecret, config.KeyBaseURL: TypeURL, config.KeyDomain: TypeString}

func coreOption(d *api.Descriptor, n OptionNames) Option {
	secret := n.Key == config.KeyAPIKey
	return Option{
		Key: n.Key, Field: n.Field, Type: coreTypes[n.Key], Core: true, Secret: secret, Credential: secret,
		Description: "The core key " + n.Key + ", which this provider inherits.",
		Variables:   config.CoreEnv(d.ID, n.Key),
	}
}

var fieldTypes = map[string]Type{
	"string": TypeString, "int": TypeInt, "float": TypeFloat, "bool": TypeBool,
	"enum": TypeEnum, "url": TypeURL, "path": TypePath, "csv": TypeList,
}

func typeOf(f api.Field) Type {
	if f.Secret {
		return TypeSecret
	}
	if t, ok := fieldTypes[f.Type]; ok {
		return t
	}
	return TypeString
}

func isEnum(f api.Field) bool { return typeOf(f) == TypeEnum }

// tellsZero reports whether 0 or false has to be told from unset.
func tellsZero(t Type, f api.Field) bool {
	if t != TypeInt && t != TypeFloat && t != TypeBool {
		return false
	}
	switch v := config.Default(f).(type) {
	case nil:
		return f.Required
	case int64:
		return v != 0
	case float64:
		return v != 0
	case bool:
		return v
	}
	return true
}

func shownDefault(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	return fmt.Sprint(v)
}
