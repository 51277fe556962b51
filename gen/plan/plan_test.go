package plan_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/sandbox"
)

func one(t *testing.T, d *api.Descriptor) plan.Provider {
	t.Helper()
	p, found := plan.New([]plan.Source{{Descriptor: d, Manifest: "/somewhere/my-cloud/abx-provider.toml", Digest: "sha256:1"}})
	if found != nil {
		t.Fatal(found)
	}
	return p.Providers[0]
}

func TestOptions(t *testing.T) {
	rows := []struct {
		field   api.Field
		typ     plan.Type
		pointer bool
		def     string
	}{
		{api.Field{Type: "string"}, plan.TypeString, false, ""},
		{api.Field{Type: "string", Default: "x\ny"}, plan.TypeString, false, `"x\ny"`},
		{api.Field{Type: "int"}, plan.TypeInt, false, ""},
		{api.Field{Type: "int", Default: int64(0)}, plan.TypeInt, false, "0"},
		{api.Field{Type: "int", Default: int64(3)}, plan.TypeInt, true, "3"},
		{api.Field{Type: "int", Default: "4"}, plan.TypeInt, true, "4"},
		{api.Field{Type: "int", Default: "many"}, plan.TypeInt, true, `"many"`},
		{api.Field{Type: "int", Required: true}, plan.TypeInt, true, ""},
		{api.Field{Type: "float", Default: 0.5}, plan.TypeFloat, true, "0.5"},
		{api.Field{Type: "bool"}, plan.TypeBool, false, ""},
		{api.Field{Type: "bool", Default: true}, plan.TypeBool, true, "true"},
		{api.Field{Type: "bool", Default: false}, plan.TypeBool, false, "false"},
		{api.Field{Type: "enum", Choices: []string{"A"}, Default: "a"}, plan.TypeEnum, false, `"A"`},
		{api.Field{Type: "path"}, plan.TypePath, false, ""},
		{api.Field{Type: "url", Default: "https://x"}, plan.TypeURL, false, `"https://x"`},
		{api.Field{Type: "csv", Default: []any{"a", "b"}}, plan.TypeList, false, `"a,b"`},
		{api.Field{Type: "int", Secret: true}, plan.TypeSecret, false, ""},
		{api.Field{Type: "enum", Secret: true, Choices: []string{"A"}}, plan.TypeSecret, false, ""},
	}
	for _, r := range rows {
		r.field.Key = "key"
		o := one(t, &api.Descriptor{ID: "my-cloud", Fields: []api.Field{r.field}}).Options[0]
		if o.Type != r.typ || o.Pointer != r.pointer || o.Default != r.def || (o.Enum != nil) != (r.typ == plan.TypeEnum) {
			t.Errorf("%+v: %s, pointer %v, default %s, enum %v", r.field, o.Type, o.Pointer, o.Default, o.Enum)
		}
	}
}

func TestInheritedCoreKeysAreOptions(t *testing.T) {
	p := one(t, &api.Descriptor{ID: "my-cloud", Inherit: []string{"sandbox_domain", "sandbox_api_key"}, Fields: []api.Field{{Key: "a", Type: "string", Env: []string{"OTHER"}}}})
	var got [][]string
	for _, o := range p.Options {
		got = append(got, append([]string{o.Field, string(o.Type)}, o.Variables...))
	}
	want := [][]string{
		{"A", "string", "ABX_MY_CLOUD_A", "OTHER"},
		{"SandboxAPIKey", "secret", "ABX_MY_CLOUD_SANDBOX_API_KEY", "ABX_SANDBOX_API_KEY"},
		{"SandboxDomain", "string", "ABX_MY_CLOUD_SANDBOX_DOMAIN", "ABX_SANDBOX_DOMAIN"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// plain are the exported methods that need no feature, by type.
var plain = map[string]string{
	plan.OnProvider: "API Close Features Require Sandbox",
	plan.OnSandbox:  "ID Record String",
	plan.OnFiles:    "Dir Sub WithContext",
	plan.OnProcess:  "Kill PID Release Wait",
}

// Every exported method of runtime/sandbox is planned or needs no feature, and
// every gate of api.Methods has a method, but for those that are another's twin.
func TestMethodsAreThoseOfTheRuntime(t *testing.T) {
	gated, planned := map[string]bool{}, map[string]bool{}
	for _, m := range plan.Methods() {
		planned[m.String()] = true
		gated[string(m.Gate.Class)+"."+m.Gate.Name] = true
		if (len(m.Gate.Features) == 0) != (m.Opens != "") || m.Declared {
			t.Errorf("%s has gate %v", m, m.Gate)
		}
	}
	for on, typ := range types {
		for i := range typ.NumMethod() {
			name := typ.Method(i).Name
			if !planned[on+"."+name] && !slices.Contains(strings.Fields(plain[on]), name) {
				t.Errorf("%s.%s is neither planned nor plain", on, name)
			}
			delete(planned, on+"."+name)
		}
	}
	if len(planned) > 0 {
		t.Errorf("planned and not there: %v", planned)
	}
	twins := strings.Fields("sandbox.list_v2 sandbox.application_endpoint filesystem.upload_file filesystem.download_file " +
		"filesystem.get_info filesystem.read_text filesystem.rename process.send_input process.send_stdin")
	for _, m := range api.Methods() {
		if name := string(m.Class) + "." + m.Name; !gated[name] && !slices.Contains(twins, name) {
			t.Errorf("%s stands behind no method", name)
		}
	}
}

// types are the types of runtime/sandbox, by the names of the plan.
var types = map[string]reflect.Type{
	plan.OnProvider: reflect.TypeFor[*sandbox.Client](), plan.OnSandbox: reflect.TypeFor[*sandbox.Sandbox](),
	plan.OnFiles: reflect.TypeFor[*sandbox.Files](), plan.OnCode: reflect.TypeFor[*sandbox.Code](), plan.OnPorts: reflect.TypeFor[*sandbox.Ports](),
	plan.OnProcesses: reflect.TypeFor[*sandbox.Processes](), plan.OnProcess: reflect.TypeFor[*sandbox.Process](),
}

// Every feature with methods has one capability, and no other.
func TestCapabilitiesAreTheFeaturesWithMethods(t *testing.T) {
	covered := map[api.Feature]bool{}
	for _, c := range plan.Capabilities() {
		for _, f := range c.Features {
			covered[f] = true
		}
	}
	for _, m := range api.Methods() {
		for _, f := range m.Features {
			if !covered[f] {
				t.Errorf("%s has no capability", f)
			}
		}
	}
	p := one(t, &api.Descriptor{ID: "my-cloud", Features: []api.Feature{api.FeatureExecStream, api.FeatureSessions}})
	for _, c := range p.Capabilities {
		if c.Declared != (c.Name == "Exec") {
			t.Errorf("%s is declared: %v", c.Name, c.Declared)
		}
	}
}

func TestStartNeedsOneOfTwoFeatures(t *testing.T) {
	for _, r := range []struct {
		features []api.Feature
		want     bool
	}{{nil, false}, {[]api.Feature{api.FeatureExecRun}, true}, {[]api.Feature{api.FeatureExecStream}, true}} {
		p := one(t, &api.Descriptor{ID: "my-cloud", Features: r.features})
		i := slices.IndexFunc(p.Methods, func(m plan.Method) bool { return m.String() == "Sandbox.Start" })
		if p.Methods[i].Declared != r.want {
			t.Errorf("with %v Start is declared: %v", r.features, p.Methods[i].Declared)
		}
	}
}

func TestSupportHasEveryFeature(t *testing.T) {
	p := one(t, &api.Descriptor{ID: "my-cloud", Features: []api.Feature{api.FeaturePTY, api.FeatureSessions}})
	without := strings.Fields("templates.read templates.build templates.deploy ports.domain storage.mount network.vpc sessions")
	for i, f := range api.Features() {
		row := p.Support[i]
		if row.Feature != f || row.Declared != (f == api.FeaturePTY || f == api.FeatureSessions) || (len(row.Methods) == 0) != slices.Contains(without, string(f)) {
			t.Errorf("row of %s is %+v", f, row)
		}
	}
}

func TestAnIDWithALineBreakIsRefused(t *testing.T) {
	_, found := plan.New([]plan.Source{{Descriptor: &api.Descriptor{ID: "my-cloud\n"}, Pos: diag.Pos{File: "m.toml", Line: 4, Col: 6}}})
	if len(found) != 1 || !strings.HasPrefix(found[0].String(), "m.toml:4:6: E8014: provider.id ends with a line break") {
		t.Errorf("got %v", found)
	}
}

func TestOneIDTwice(t *testing.T) {
	source := func(id, file string) plan.Source {
		return plan.Source{Descriptor: &api.Descriptor{ID: id}, Manifest: file, Pos: diag.Pos{File: file, Line: 4, Col: 6}}
	}
	_, found := plan.New([]plan.Source{source("e2b", "a/m.toml"), source("x1", "b/m.toml"), source("e2b", "c/m.toml")})
	want := "c/m.toml:4:6: E8003: provider e2b is chosen twice; name each provider once, or give one of them another id"
	if len(found) != 1 || found[0].String() != want || found[0].Notes[0].Pos.String() != "a/m.toml:4:6" {
		t.Errorf("got %v", found)
	}
}

func TestManifestIsNamedTheSameEverywhere(t *testing.T) {
	const want = "e2b/abx-provider.toml"
	for _, file := range []string{"/home/a/e2b/abx-provider.toml", "copy-of-e2b/abx-provider.toml", "./abx-provider.toml"} {
		p, _ := plan.New([]plan.Source{{Descriptor: &api.Descriptor{ID: "e2b"}, Manifest: file}})
		if got := p.Providers[0].Manifest; got != want {
			t.Errorf("%s is shown as %s", file, got)
		}
	}
}
