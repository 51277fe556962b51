package plan

import (
	"go/doc"
	"go/token"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
)

// Names are the Go names of one provider's package. They are made once, for
// all providers of a plan together, by name.
type Names struct {
	Package string
	Options []OptionNames // as keys gives them
}

// OptionNames are the names of one option.
type OptionNames struct {
	Key     string
	Field   string   // of the Options struct
	Type    string   // the enumeration's type, "" where the option is none
	Choices []string // its constants, in the order of the choices
}

// name makes every name. Names are identifiers, exported where they have to
// be, unique in their scope, and depend on nothing but the descriptors.
func name(ds []*api.Descriptor) []Names {
	packages := packageNames(ds)
	names := make([]Names, len(ds))
	for i, d := range ds {
		names[i] = Names{Package: packages[i], Options: optionNames(d)}
	}
	return names
}

// packageNames drops the hyphens of each id (my-cloud, mycloud) and helps up
// names that Go or Windows refuse (type, typeprovider). Where two ids of the
// plan would meet in one name, it stays with the id that is spelled so, and the
// others keep their hyphens as underscores, which no id holds.
func packageNames(ds []*api.Descriptor) []string {
	wanted := map[string]int{}
	for _, d := range ds {
		wanted[plainPackage(d.ID)]++
	}
	names := make([]string, len(ds))
	for i, d := range ds {
		names[i] = plainPackage(d.ID)
		if wanted[names[i]] > 1 && names[i] != d.ID {
			names[i] = markedPackage(d.ID)
		}
	}
	return names
}

func plainPackage(id string) string {
	plain := strings.ReplaceAll(id, "-", "")
	if refused(plain) {
		return plain + "provider"
	}
	return plain
}

// markedPackage tells any two ids apart. A package x_test would be taken for a
// test, so an underscore more ends it; no id ends in a hyphen.
func markedPackage(id string) string {
	marked := strings.ReplaceAll(id, "-", "_")
	if refused(marked) || strings.HasSuffix(marked, "_test") {
		return marked + "_"
	}
	return marked
}

// refusedNames are folders that the go command does not import from or skips,
// and packages that it ignores (documentation) or that cannot be imported.
var refusedNames = []string{"main", "init", "internal", "vendor", "testdata", "documentation", "std", "cmd", "all", "unsafe"}

// refused reports whether a package or folder cannot or should not be called
// so: Go's words and predeclared names, what the go command keeps for itself,
// and the device names of Windows, which the go command refuses everywhere.
func refused(name string) bool {
	return token.IsKeyword(name) || doc.IsPredeclared(name) || slices.Contains(refusedNames, name) || device(name)
}

func device(name string) bool {
	if n := len(name) - 1; n == 3 && name[n] >= '0' && name[n] <= '9' {
		return name[:n] == "com" || name[:n] == "lpt"
	}
	return slices.Contains([]string{"con", "prn", "aux", "nul"}, name)
}

// reservedTop are the exported names of every generated package, and those
// that it may get.
var reservedTop = []string{
	"ID", "Version", "Options", "Provider", "Sandbox", "Capabilities", "New", "FromEnvironment", "Linked", "Features", "Table",
	"Sandboxes", "Process", "Processes", "Files", "Code", "CodeInterpreter", "Terminal", "Command", "Ports",
}

// reservedOptions are the members that every Options struct has or may get.
var reservedOptions = []string{"Log", "HTTPTimeout", "Transport", "Exec", "String", "GoString", "Format", "MarshalJSON", "UnmarshalJSON", "Validate"}

// optionNames names a provider's options: fields first, so that a type keeps
// its name when a choice is added.
func optionNames(d *api.Descriptor) []OptionNames {
	top, members := newScope(reservedTop), newScope(reservedOptions)
	var names []OptionNames
	for _, key := range keys(d) {
		n := OptionNames{Key: key, Field: members.claim(exported(key))}
		if f, ok := d.Field(key); ok && isEnum(f) {
			n.Type = top.claim(exported(key))
		}
		names = append(names, n)
	}
	for i, n := range names {
		if n.Type != "" {
			names[i].Choices = choiceNames(top, n, d)
		}
	}
	return names
}

func choiceNames(top *scope, n OptionNames, d *api.Descriptor) []string {
	f, _ := d.Field(n.Key)
	var names []string
	for _, choice := range f.Choices {
		names = append(names, top.claim(n.Type+choiceWord(choice)))
	}
	return names
}

// choiceWord makes the second half of a constant's name from any text.
func choiceWord(choice string) string {
	if word := exported(choice); word != "" {
		return word
	}
	return "Choice"
}

// keys gives the keys of a provider's options: the fields in the manifest's
// order, then the core keys that it inherits.
func keys(d *api.Descriptor) []string {
	var out []string
	for _, f := range d.Fields {
		out = append(out, f.Key)
	}
	for _, key := range config.Inheritable() {
		if d.Inherits(key) {
			out = append(out, key)
		}
	}
	return out
}
