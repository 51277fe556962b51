package plan

import (
	"reflect"
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/sandbox"
)

// The types whose methods are gated. Provider and Sandbox are types of each
// generated package, the others of runtime/sandbox.
const (
	OnProvider  = "Provider"
	OnSandbox   = "Sandbox"
	OnFiles     = "Files"
	OnCode      = "Code"
	OnPorts     = "Ports"
	OnProcesses = "Processes"
	OnProcess   = "Process"
)

// Method is one gated method.
type Method struct {
	On       string
	Name     string // Go
	Gate     api.Method
	Declared bool   // any one of Gate.Features is
	Does     string // "creates a sandbox"
	Params   []Param
	Results  []reflect.Type
	// Opens is the type of runtime/sandbox that the method gives, whose methods
	// are gated each; there is no Gate then. "" for every other method.
	Opens string
}

// String gives Type.Method.
func (m Method) String() string { return m.On + "." + m.Name }

// Param is a parameter.
type Param struct {
	Name string
	Type reflect.Type
}

// call ties a method to the kit's method that gates it.
type call struct {
	on, name string
	class    api.Class
	kit      string
	params   []string
	does     string
}

// under are the types of runtime/sandbox behind each name.
var under = map[string]reflect.Type{
	OnProvider:  reflect.TypeFor[*sandbox.Client](),
	OnSandbox:   reflect.TypeFor[*sandbox.Sandbox](),
	OnFiles:     reflect.TypeFor[*sandbox.Files](),
	OnCode:      reflect.TypeFor[*sandbox.Code](),
	OnPorts:     reflect.TypeFor[*sandbox.Ports](),
	OnProcesses: reflect.TypeFor[*sandbox.Processes](),
	OnProcess:   reflect.TypeFor[*sandbox.Process](),
}

// Methods gives every gated method, as a provider sees it that declares
// nothing, signatures read from runtime/sandbox.
func Methods() []Method { return methodsOf(&api.Descriptor{}) }

func methodsOf(d *api.Descriptor) []Method {
	out := make([]Method, len(calls))
	for i, c := range calls {
		m, _ := under[c.on].MethodByName(c.name)
		out[i] = Method{On: c.on, Name: c.name, Does: c.does, Params: params(c, m.Type), Results: results(m.Type)}
		if c.kit == "" {
			out[i].Opens = c.name
			continue
		}
		out[i].Gate, _ = api.LookupMethod(c.class, c.kit)
		out[i].Declared = slices.ContainsFunc(out[i].Gate.Features, d.Supports)
	}
	for i, m := range out {
		if m.Opens != "" {
			out[i].Declared = slices.ContainsFunc(out, func(o Method) bool { return o.On == m.Opens && o.Declared })
		}
	}
	return out
}

func params(c call, t reflect.Type) []Param {
	var out []Param
	for i, name := range c.params {
		out = append(out, Param{name, t.In(i + 1)}) // 0 is the receiver
	}
	return out
}

func results(t reflect.Type) []reflect.Type {
	var out []reflect.Type
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return out
}
