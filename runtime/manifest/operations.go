package manifest

import (
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// opPrepare is the one operation that only a CLI can call.
const opPrepare = "template.prepare"

// derived are the operations that a feature stands for (spec/manifest.md).
var derived = map[api.Feature][]string{
	api.FeatureSandboxLifecycle: {"sandbox.create", "sandbox.get", "sandbox.list", "sandbox.delete"},
	api.FeatureSandboxTimeout:   {"sandbox.timeout"},
	api.FeatureSandboxPause:     {"sandbox.pause", "sandbox.resume"},
	api.FeatureExecRun:          {"exec.run"},
	api.FeatureExecStream:       {"exec.stream"},
	api.FeatureFilesRW:          {"files.read", "files.write", "files.list", "files.stat", "files.remove", "files.move"},
	api.FeaturePortsURL:         {"ports.resolve"},
	api.FeatureCodeInterpret: {
		"code.execute", "code.context.create", "code.context.execute", "code.context.list",
		"code.context.restart", "code.context.delete", "code.default-context.execute",
	},
}

var underived = []string{opPrepare, "code.stream", "code.results.structured"}

// Operations gives every known operation id.
func Operations() []string {
	var out []string
	for _, f := range api.Features() {
		out = append(out, derived[f]...)
	}
	return append(out, underived...)
}

// DeriveOperations gives the operations of features, in their order: what a
// manifest without [operations] means. The bridges of the exec and rest kinds
// refuse code.*, so those are left out there.
func DeriveOperations(kind string, features []api.Feature) []string {
	out := []string{}
	for _, f := range features {
		for _, op := range derived[f] {
			if !refusesOperation(kind, op) {
				out = append(out, op)
			}
		}
	}
	return out
}

func refusesOperation(kind, op string) bool {
	return (kind == api.KindExec || kind == api.KindREST) && strings.HasPrefix(op, "code.")
}

// contract reads operation_contract_version, [operations] and [workflow], or
// derives all three in the authoring dialect, which has none of them.
func (c *checker) contract() {
	top, parts := c.top, []string{"operation_contract_version", "operations", "workflow"}
	if !slices.ContainsFunc(parts, func(key string) bool { return top.table.Get(key) != nil }) {
		c.derive()
		return
	}
	const hint = "the three stand together: write all of them, or none and abxgen derives them"
	c.one(parts[0], "write "+parts[0]+" = 1 at the top; "+hint)
	c.operations(top.sub("operations", true, "write [operations] with cli = [] and python = []; "+hint))
	c.workflow(top.sub("workflow", true, "write [workflow] with inputs = [] and startups = []; "+hint))
}

func (c *checker) derive() {
	c.m.Authoring = true
	var features []api.Feature
	for _, f := range c.m.Features {
		features = append(features, api.Feature(f.Value))
	}
	ops := DeriveOperations(c.m.Kind.Value, features)
	c.m.Operations = api.Operations{CLI: ops, Python: slices.Clone(ops)}
	c.m.Workflow = api.Workflow{Inputs: []string{}, Startups: []string{}}
	c.top.list.Warnf(RuleAuthoring, c.top.pos, "abxgen derives them and writes them into what it ships",
		"operation_contract_version, [operations] and [workflow] are missing, and the published SDK (%s) refuses the file without them", SDKVersion)
}

func (c *checker) operations(s section) {
	s.only("cli", "python")
	c.m.Written = Written{CLI: c.consumer(s, "cli"), Python: c.consumer(s, "python")}
	c.m.Operations = api.Operations{CLI: Values(c.m.Written.CLI), Python: Values(c.m.Written.Python)}
}

func (c *checker) consumer(s section, key string) []Text {
	all := Operations()
	list := s.vocabulary(key, all, "operation")
	for _, op := range list {
		switch {
		case key == "python" && op.Value == opPrepare:
			s.errorf(op.Pos, "leave it in operations.cli only", "operations.python cannot hold %q: the SDK does not implement it", opPrepare)
		case refusesOperation(c.m.Kind.Value, op.Value):
			s.errorf(op.Pos, "remove it", "the hosts refuse operation %q of a provider of kind %q", op.Value, c.m.Kind.Value)
		}
	}
	return list
}

// vocabulary gives a required array of distinct words.
func (s section) vocabulary(key string, words []string, what string) []Text {
	if s.table != nil && s.table.Get(key) == nil {
		s.errorf(s.pos, "write "+key+" = []", "%s is missing", s.path(key))
	}
	out, first := []Text{}, map[string]diag.Pos{}
	for _, t := range s.texts(key) {
		pos, twice := first[t.Value]
		switch {
		case !contains(words, t.Value):
			s.errorf(t.Pos, diag.DidYouMean(t.Value, words), "unknown %s %q in %s", what, short(t.Value), s.path(key))
		case twice:
			s.list.Add(diag.Diag{
				Code: codeManifest, Pos: t.Pos, Msg: what + " \"" + t.Value + "\" stands twice in " + s.path(key), Hint: "remove one",
				Notes: []diag.Note{{Pos: pos, Msg: "the first one is here"}},
			})
		default:
			first[t.Value] = t.Pos
			out = append(out, t)
		}
	}
	return out
}
