package toml10

import "github.com/abxgen/abxgen/runtime/diag"

// Kind is the type of a value.
type Kind int

// The kinds. Invalid is a value that could not be read and has its own
// diagnostic: whoever checks types lets it pass.
const (
	Invalid Kind = iota
	String
	Integer
	Float
	Bool
	Date
	Array
	TableKind
)

var kindNames = map[Kind]string{
	Invalid: "an unreadable value", String: "a string", Integer: "an integer", Float: "a float",
	Bool: "a boolean", Date: "a date or time", Array: "an array", TableKind: "a table",
}

// String gives the kind with its article: "a string", "an integer".
func (k Kind) String() string { return kindNames[k] }

// Value is one value of a document.
type Value struct {
	Kind  Kind
	Str   string // String: decoded; Date: as in the file
	Int   int64
	Float float64
	Bool  bool
	Items []*Value // Array
	Table *Table   // TableKind

	src *Source
	off int
}

// Pos is where the value begins; for a table that of its header or first key.
func (v *Value) Pos() diag.Pos { return v.src.Pos(v.off) }

// Entry is a key with its value.
type Entry struct {
	Key   string
	Value *Value

	src *Source
	off int
}

// Pos is where the key begins.
func (e *Entry) Pos() diag.Pos { return e.src.Pos(e.off) }

// Table holds entries in the order of the file.
type Table struct {
	Entries []*Entry
	index   map[string]*Entry
}

// Get finds a key by its exact name; nil where it is absent.
func (t *Table) Get(key string) *Entry {
	if t == nil {
		return nil
	}
	return t.index[key]
}

// Value finds a key's value; nil where it is absent.
func (t *Table) Value(key string) *Value {
	if e := t.Get(key); e != nil {
		return e.Value
	}
	return nil
}

func (t *Table) put(e *Entry) {
	if t.index == nil {
		t.index = map[string]*Entry{}
	}
	t.Entries = append(t.Entries, e)
	t.index[e.Key] = e
}

// Truthy reports whether Python takes the value for true.
func (v *Value) Truthy() bool {
	switch v.Kind {
	case String:
		return v.Str != ""
	case Integer:
		return v.Int != 0
	case Float:
		return v.Float != 0 // NaN is true
	case Bool:
		return v.Bool
	case Array:
		return len(v.Items) > 0
	case TableKind:
		return len(v.Table.Entries) > 0
	default:
		return true
	}
}
