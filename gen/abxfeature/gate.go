package abxfeature

import (
	"go/types"
	"strings"
	"unicode"

	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
)

// The packages of abxgen's runtime that programs have values of.
const (
	apiPath     = "github.com/abxgen/abxgen/runtime/api"
	sandboxPath = "github.com/abxgen/abxgen/runtime/sandbox"
)

// gateOf gives the features that stand before a method, any of which is
// enough; nil for a method of something else, or one that needs none.
func gateOf(on *types.TypeName, name string) []api.Feature {
	if on == nil || on.Pkg() == nil {
		return nil
	}
	switch {
	case on.Pkg().Path() == apiPath:
		return apiGate(name)
	case on.Pkg().Path() != sandboxPath && generatedBy(on.Pkg()) == nil:
		return nil
	}
	for _, m := range plan.Methods() {
		if m.On == on.Name() && m.Name == name {
			return m.Gate.Features
		}
	}
	return nil
}

// kitNames are the methods of api.Provider that the kit names differently.
var kitNames = map[string]struct {
	class api.Class
	name  string
}{
	"ResizeProcess": {api.ClassProcess, "update"},
	"CloseInput":    {api.ClassProcess, "send_stdin"},
	"KillProcess":   {api.ClassProcess, "kill"},
	"Kill":          {api.ClassSandbox, "kill"},
}

// apiGate is the gate of a method of api.Provider.
func apiGate(name string) []api.Feature {
	kit, ok := kitNames[name]
	if !ok {
		kit.name = snake(name)
	}
	for _, m := range api.Methods() {
		if m.Name == kit.name && (kit.class == "" || m.Class == kit.class) {
			return m.Features
		}
	}
	return nil
}

// snake spells PortURL port_url.
func snake(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if unicode.IsUpper(r) && lower {
			b.WriteByte('_')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
