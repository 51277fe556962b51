package manifest

import (
	"slices"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// HostOptions say how a shipped manifest differs from its source.
type HostOptions struct {
	// Command makes it one of kind exec (epp/1) that starts this command,
	// whatever the source's kind is. Empty: the kind stays.
	Command []string
	// Platforms stand in place of the source's where not nil.
	Platforms []string
	// EnvPassthrough are added to the source's.
	EnvPassthrough []string
	// Without are left out besides the features that no published host knows.
	Without []api.Feature
	// WithoutCommands leaves [commands] out.
	WithoutCommands bool
	// SpawnsProcesses tells the host so, whatever the source says.
	SpawnsProcesses bool
}

// HostTOML writes the manifest in the dialect of the published hosts, which
// accept it (SDKVersion): with operation_contract_version, [operations] and
// [workflow], without what they do not know. It also gives the declared
// features that it left out, in the manifest's order. Unknown keys of the
// source are not carried over.
func (m *Manifest) HostTOML(o HostOptions) (text []byte, dropped []api.Feature) {
	h := host{m: m, o: o, kind: m.Kind.Value, protocol: m.Protocol}
	if len(o.Command) > 0 {
		h.kind, h.protocol = api.KindExec, protocols[api.KindExec]
	}
	h.top()
	h.runtime()
	dropped = h.features()
	h.contract()
	h.consent()
	h.fields()
	h.commands()
	return h.w.bytes(), dropped
}

// host is one writing.
type host struct {
	m              *Manifest
	o              HostOptions
	w              tomlWriter
	kind, protocol string
}

func (h *host) top() {
	m, w := h.m, &h.w
	w.key("manifest_version", int64(1))
	w.key("operation_contract_version", int64(1))
	w.table("provider")
	w.key("id", m.ID.Value)
	w.key("version", m.Version.Value)
	w.key("name", m.Name.Value)
	w.text("name_zh", m.NameZH.Value)
	w.text("description", m.Description.Value)
	w.text("license", m.License.Value)
	w.text("homepage", m.Homepage.Value)
	w.table("compat")
	w.key("protocol", h.protocol)
	if len(m.Requires) > 0 {
		w.table("compat", "requires")
		for _, r := range m.Requires {
			w.key(r.Component.Value, r.Spec.Value)
		}
	}
}

func (h *host) runtime() {
	m, w := h.m, &h.w
	w.table("runtime")
	w.key("kind", h.kind)
	switch {
	case len(h.o.Command) > 0:
		w.key("command", h.o.Command)
	case h.kind == api.KindExec:
		w.key("command", Values(m.Command))
	case h.kind == api.KindNode:
		w.key("entry", m.EntryFile.Value)
	}
	w.key("startup_timeout_ms", int64(m.StartupTimeout/time.Millisecond))
	w.key("call_timeout_ms", int64(m.CallTimeout/time.Millisecond))
	platforms := h.o.Platforms
	if platforms == nil {
		platforms = Values(m.Platforms)
	}
	w.list("platforms", platforms)
	if h.kind == api.KindREST {
		h.endpoint(m.Endpoint)
	}
}

func (h *host) endpoint(e *Endpoint) {
	w := &h.w
	w.table("endpoint")
	w.text("base_url", e.BaseURL.Value)
	w.text("domain", e.Domain.Value)
	w.table("endpoint", "auth")
	w.key("scheme", e.Scheme.Value)
	if e.Scheme.Value == "header" {
		w.key("header", e.Header.Value)
	}
	if len(e.Derive) > 0 {
		w.table("endpoint", "derive")
		for _, d := range e.Derive {
			w.key(d.Key.Value, d.Template.Value)
		}
	}
}

func (h *host) features() (dropped []api.Feature) {
	kept := []string{}
	for _, t := range h.m.Features {
		f := api.Feature(t.Value)
		if slices.Contains(hostUnknown, f) || slices.Contains(h.o.Without, f) {
			dropped = append(dropped, f)
			continue
		}
		kept = append(kept, t.Value)
	}
	h.w.table("features")
	h.w.key("supported", kept)
	return dropped
}

func (h *host) contract() {
	m, w := h.m, &h.w
	w.table("operations")
	w.key("cli", h.operations(m.Operations.CLI))
	w.key("python", h.operations(m.Operations.Python))
	w.table("workflow")
	w.key("inputs", m.Workflow.Inputs)
	w.key("startups", m.Workflow.Startups)
	w.list("source_placeholders", m.Workflow.SourcePlaceholders)
}

// operations drops what the hosts refuse of the shipped kind.
func (h *host) operations(all []string) []string {
	out := []string{}
	for _, op := range all {
		if !refusesOperation(h.kind, op) {
			out = append(out, op)
		}
	}
	return out
}

func (h *host) consent() {
	m, w := h.m, &h.w
	w.table("security")
	w.list("network", Values(m.Network))
	w.list("filesystem", Values(m.Filesystem))
	env := Values(m.EnvPassthrough)
	for _, name := range h.o.EnvPassthrough {
		if !contains(env, name) {
			env = append(env, name)
		}
	}
	w.list("env_passthrough", env)
	if m.SpawnsProcesses || h.o.SpawnsProcesses {
		w.key("spawns_processes", true)
	}
	w.table("core")
	w.key("inherit", Values(m.Inherit))
	if len(m.AnyOf) > 0 {
		w.table("auth")
		groups := make([]any, len(m.AnyOf))
		for i, g := range m.AnyOf {
			groups[i] = Values(g)
		}
		w.key("any_of", groups)
	}
}

func (h *host) fields() {
	w := &h.w
	for _, f := range h.m.Fields {
		w.table("config", "fields", f.Key)
		w.key("type", f.Type)
		for _, flag := range []struct {
			key string
			on  bool
		}{{"required", f.Required}, {"secret", f.Secret}, {"credential", f.Credential}} {
			if flag.on {
				w.key(flag.key, true)
			}
		}
		w.def(f.raw)
		w.text("description", f.Description)
		w.text("description_zh", f.DescZH)
		w.list("env", f.Env)
		w.list("choices", f.Choices)
	}
}

func (h *host) commands() {
	if len(h.m.Commands) == 0 || h.o.WithoutCommands {
		return
	}
	w := &h.w
	w.table("commands")
	w.key("protocol", commandProtocol)
	for _, c := range h.m.Commands {
		w.element("commands", "entries")
		w.key("id", c.ID.Value)
		w.key("description", c.Description.Value)
		w.key("description_zh", c.DescriptionZH.Value)
		w.key("effect", c.Effect)
		w.key("idempotent", c.Idempotent)
		w.key("input_schema", c.input)
		w.key("output_schema", c.output)
	}
}
