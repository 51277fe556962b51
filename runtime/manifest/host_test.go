package manifest

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/api"
)

func parsed(t *testing.T, name string, src []byte) *Manifest {
	t.Helper()
	m, found := Parse(name, src)
	if m == nil {
		t.Fatalf("%s: %s", name, text(found))
	}
	return m
}

// asPlugin is how a provider of any kind ships as an exec plugin.
var asPlugin = HostOptions{
	Command: []string{"./my-cloud"}, Platforms: []string{"linux-x64"}, EnvPassthrough: []string{"HTTPS_PROXY", "SSL_CERT_FILE"},
	Without: []api.Feature{api.FeatureFilesTransfer, api.FeatureFilesRW}, WithoutCommands: true,
}

func TestTheSDKAcceptsWhatIsShipped(t *testing.T) {
	sdk := theSDK(t)
	for name, src := range examples(t, "valid/*.toml") {
		m := parsed(t, name, src)
		for _, o := range []HostOptions{{}, asPlugin} {
			shipped, dropped := m.HostTOML(o)
			a := sdk.ask(t, shipped)
			if !a.OK || a.Authoring {
				t.Errorf("%s: %s\n%s", name, verdict(a), shipped)
				continue
			}
			if d := cmp.Diff(a.Model, model(t, parsed(t, name, shipped))); d != "" {
				t.Errorf("%s is read differently: %s", name, d)
			}
			features := a.Model["features"].([]any)
			for _, f := range dropped {
				if slices.Contains(features, any(string(f))) || !m.HasFeature(f) {
					t.Errorf("%s: %s was not dropped from %v", name, f, features)
				}
			}
			if slices.Contains(features, any("code.interpret")) || len(features)+len(dropped) != len(m.Features) {
				t.Errorf("%s: features %v, dropped %v", name, features, dropped)
			}
		}
	}
}

func TestHostDialectOfAnAuthoringManifest(t *testing.T) {
	m := parsed(t, "m.toml", examples(t, "valid/authoring-node.toml")["authoring-node"])
	shipped, dropped := m.HostTOML(HostOptions{})
	if d := cmp.Diff([]api.Feature{api.FeatureCodeInterpret}, dropped); d != "" {
		t.Error(d)
	}
	want := `manifest_version = 1
operation_contract_version = 1

[provider]
id = "my-cloud"
version = "0.1.0"
name = "My Cloud"
name_zh = "我的云"
description = "这个后端是什么。"
license = "Apache-2.0"

[compat]
protocol = "node/1"

[compat.requires]
sdk = ">=0.3"
cli = ">=0.3"

[runtime]
kind = "node"
entry = "provider.mjs"
startup_timeout_ms = 10000
call_timeout_ms = 60000

[features]
supported = ["sandbox.lifecycle", "exec.run", "files.rw"]

[operations]
cli = ["sandbox.create", "sandbox.get", "sandbox.list", "sandbox.delete", "exec.run", "files.read", "files.write", "files.list", "files.stat", "files.remove", "files.move", "code.execute", "code.context.create", "code.context.execute", "code.context.list", "code.context.restart", "code.context.delete", "code.default-context.execute"]
python = ["sandbox.create", "sandbox.get", "sandbox.list", "sandbox.delete", "exec.run", "files.read", "files.write", "files.list", "files.stat", "files.remove", "files.move", "code.execute", "code.context.create", "code.context.execute", "code.context.list", "code.context.restart", "code.context.delete", "code.default-context.execute"]

[workflow]
inputs = []
startups = []

[security]
network = ["api.example.com"]

[core]
inherit = []

[auth]
any_of = [["api_key"]]

[config.fields.api_key]
type = "string"
secret = true
credential = true
description = "API key. Set ABX_MY_CLOUD_API_KEY."
description_zh = "API 密钥。设置 ABX_MY_CLOUD_API_KEY。"
`
	if d := cmp.Diff(want, string(shipped)); d != "" {
		t.Error(d)
	}
}

func TestPluginOfANodeProvider(t *testing.T) {
	m := parsed(t, "m.toml", examples(t, "valid/node-full.toml")["node-full"])
	shipped, dropped := m.HostTOML(asPlugin)
	p := parsed(t, "shipped.toml", shipped)
	if d := cmp.Diff([]api.Feature{api.FeatureFilesRW}, dropped); d != "" {
		t.Error(d)
	}
	if p.Kind.Value != api.KindExec || p.Protocol != "epp/1" || !slices.Equal(Values(p.Command), asPlugin.Command) || p.Entry() != "" {
		t.Errorf("kind %s %s, command %v", p.Kind.Value, p.Protocol, Values(p.Command))
	}
	for _, op := range append(p.Operations.CLI, p.Operations.Python...) {
		if strings.HasPrefix(op, "code.") {
			t.Errorf("%s was shipped", op)
		}
	}
	if d := cmp.Diff([]string{"HTTPS_PROXY", "NO_PROXY", "_x1", "SSL_CERT_FILE"}, Values(p.EnvPassthrough)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(asPlugin.Platforms, Values(p.Platforms)); d != "" {
		t.Error(d)
	}
}

func TestDerivedOperations(t *testing.T) {
	for feature, want := range map[api.Feature]int{
		api.FeatureSandboxLifecycle: 4, api.FeatureSandboxTimeout: 1, api.FeatureSandboxPause: 2, api.FeatureExecRun: 1, api.FeatureExecStream: 1,
		api.FeatureFilesRW: 6, api.FeaturePortsURL: 1, api.FeatureCodeInterpret: 7, api.FeaturePTY: 0, api.FeatureFilesWatch: 0,
	} {
		if got := DeriveOperations(api.KindNode, []api.Feature{feature}); len(got) != want {
			t.Errorf("%s stands for %v, want %d", feature, got, want)
		}
	}
	if got := DeriveOperations(api.KindExec, api.Features()); slices.Contains(got, "code.execute") || len(got) != 16 {
		t.Errorf("exec: %v", got)
	}
	if n := len(Operations()); n != 26 {
		t.Errorf("%d operations are known, want 26", n)
	}
	for _, m := range api.Methods() {
		for _, op := range m.Operations {
			if !slices.Contains(Operations(), op) {
				t.Errorf("%s asks for the unknown operation %s", m.Name, op)
			}
		}
	}
}

func TestIDsOfNewProviders(t *testing.T) {
	for _, id := range slices.Concat(catalogIDs, reservedIDs, []string{"abx-x", "alicloud-x", "shortcutsx", "ab\n", "a", "A", "a_b", ""}) {
		if CheckNewID(id) == nil {
			t.Errorf("%q may be taken", id)
		}
	}
	for _, id := range []string{"my-cloud", "main", "type", "internal", "ab", "acme-test"} {
		if err := CheckNewID(id); err != nil {
			t.Error(err)
		}
	}
	for _, id := range catalogIDs {
		if err := CheckID(id); err != nil {
			t.Error(err)
		}
	}
}
