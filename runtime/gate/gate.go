// Package gate decides, before any I/O, whether a provider may be asked for a
// method: the declared features first, then, where the host is abx, the
// declared operations. The one table that it reads is api.Methods
// (spec/errors.md, "Feature by method").
package gate

import (
	"fmt"
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
)

// HostCLI names the host whose operations abx checks after the feature;
// plugins and Go programs name none and check the feature only.
const HostCLI = "cli"

// Gate answers for one provider. It is a value without state; its methods are
// safe for concurrent use.
type Gate struct {
	d    *api.Descriptor
	host string
}

// New makes the gate of a provider; host is HostCLI or "".
func New(d *api.Descriptor, host string) Gate { return Gate{d: d, host: host} }

// Check gives E8004 where the provider does not offer a method: none of its
// features is declared, or the host checks operations and none of the
// method's is listed. A method that is in no table is E8000.
func (g Gate) Check(class api.Class, name string) error {
	m, ok := api.LookupMethod(class, name)
	if !ok {
		return api.Errorf(api.CodeProvider, "%s has no method %q", class, name)
	}
	if !slices.ContainsFunc(m.Features, g.d.Supports) {
		return api.NotSupported(g.d.ID, m.Features[0], name)
	}
	return g.operation(m)
}

func (g Gate) operation(m api.Method) error {
	if g.host != HostCLI || len(m.Operations) == 0 {
		return nil
	}
	listed := func(op string) bool { return slices.Contains(g.d.Operations.CLI, op) }
	if slices.ContainsFunc(m.Operations, listed) {
		return nil
	}
	err := api.NotSupported(g.d.ID, g.declared(m), m.Name)
	err.Message = fmt.Sprintf("provider %q declares %q but does not offer the operation %q to abx (%s)", g.d.ID, err.Feature, m.Operations[0], m.Name)
	return err.With(fmt.Sprintf("use a provider that lists %q in [operations] cli", m.Operations[0]))
}

// declared is the feature that let the method through.
func (g Gate) declared(m api.Method) api.Feature {
	return m.Features[slices.IndexFunc(m.Features, g.d.Supports)]
}

// Require gives E8004 where a feature is not declared, methods or not.
func (g Gate) Require(f api.Feature) error {
	if g.d.Supports(f) {
		return nil
	}
	return api.NotSupported(g.d.ID, f, "require")
}
