package bundler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest/server"
)

// infra is the whole of a provider but for what its tests are about.
const infra = `
const infra = (kit, ctx, more) => {
  const auth = ctx.headerKeyAuth(String(ctx.options.api_key), "X-API-Key");
  const http = ctx.http({ base_url: ctx.options.base_url, domain: "example.invalid", auth });
  return { auth, http_client: http, endpoint: { base_url: ctx.options.base_url, domain: "example.invalid" },
    sandbox_protocol: new kit.SandboxProtocol(http), process_protocol: new kit.ProcessProtocol(http),
    filesystem_protocol: new kit.FilesystemProtocol(http), code_interpreter_protocol: new kit.CodeInterpreterProtocol(http), ...more };
};
`

// patience is what a provider has that ends by itself, on any machine.
const patience = time.Minute

func probe(t *testing.T, provider string, fields ...api.Field) (*bundler.Bundle, string) {
	t.Helper()
	return probeWithin(t, patience, provider, fields...)
}

func probeWithin(t *testing.T, limit time.Duration, provider string, fields ...api.Field) (*bundler.Bundle, string) {
	t.Helper()
	t.Chdir(write(t, t.TempDir(), "-- p/provider.mjs --\n"+strings.TrimPrefix(provider, "\n")))
	b, problems := bundler.Make(t.Context(), "p", "provider.mjs", bundler.Options{
		Provider: "my-cloud", Fields: fields, Guest: server.InProcess, TempDir: t.TempDir(), ProbeLimit: limit,
	})
	return b, text(t, problems)
}

// What the provider overrides is known, by class, before anything is linked;
// the kit's own is_running asks get_info, so it needs JavaScript as well.
func TestProbeTellsOverrides(t *testing.T) {
	b, problems := probe(t, infra+`
export default (kit) => {
  class Boxes extends kit.SandboxProtocol { async getInfo(id) { return super.getInfo(id); } }
  return { buildInfra: async (ctx) => infra(kit, ctx, {
    sandbox_protocol: kit.e2b.overlay(new Boxes(ctx.http({})), { async list() { return []; } }),
  }) };
};
`, api.Field{Key: "api_key", Type: "string", Secret: true}, api.Field{Key: "base_url", Type: "url"})
	if b == nil || problems != "" {
		t.Fatal(problems)
	}
	got := map[string][]string{}
	for class, p := range b.Infra.Protocols {
		got[class] = p.Overridden
	}
	want := map[string][]string{"sandbox": {"get_info", "is_running", "list"}, "process": nil, "filesystem": nil, "code_interpreter": nil}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if b.Infra.BaseURL != "https://example.invalid" {
		t.Errorf("base URL %q", b.Infra.BaseURL)
	}
}

// Every field has a value in the form that it has at run time, and nothing else
// is there.
func TestProbeGivesPlaceholders(t *testing.T) {
	b, problems := probe(t, infra+`
export default (kit) => ({ async buildInfra(ctx) {
  throw new Error(JSON.stringify(ctx.options) + JSON.stringify(ctx.core));
} });
`,
		api.Field{Key: "s", Type: "string"}, api.Field{Key: "i", Type: "int"}, api.Field{Key: "f", Type: "float"},
		api.Field{Key: "b", Type: "bool"}, api.Field{Key: "u", Type: "url"}, api.Field{Key: "c", Type: "csv"},
		api.Field{Key: "e", Type: "enum", Choices: []string{"EU", "US"}}, api.Field{Key: "d", Type: "int", Default: int64(7)},
		api.Field{Key: "l", Type: "csv", Default: "a, b"}, api.Field{Key: "m", Type: "csv", Default: []any{"a", int64(2)}},
		api.Field{Key: "n", Type: "int", Default: "8"}, api.Field{Key: "p", Type: "path"})
	for _, want := range []string{`"s":"REPLACE_ME"`, `"i":1`, `"f":1`, `"b":false`, `"u":"https://example.invalid"`,
		`"c":"REPLACE_ME"`, `"e":"EU"`, `"d":7`, `"l":"a, b"`, `"m":"a,2"`, `"n":8,`, `"p":"/REPLACE_ME"`, `}{}`} {
		if !strings.Contains(problems, want) {
			t.Errorf("%s is not in %s", want, problems)
		}
	}
	if b == nil || b.Infra != nil || !strings.HasPrefix(problems, "p/provider.mjs:10:9: note: buildInfra fails with placeholder options") {
		t.Error("a throw in buildInfra is a note at its place:", problems)
	}
}

// What fails without any options is an error, at the author's place.
func TestProbeRefuses(t *testing.T) {
	for _, c := range []struct{ name, provider, want string }{
		{"throws when loaded", "import \"./x.mjs\";\nexport default () => {};\n-- p/x.mjs --\nconst é = 1; throw new RangeError(\"no\");\n",
			"p/x.mjs:1:20: E8014: the module fails when it is loaded: RangeError: no\n"},
		{"an absent global", "const a = 1;\nconst home = process.cwd();\nexport default () => home;\n",
			"p/provider.mjs:2:14: E8014: the module fails when it is loaded: ReferenceError: process is not available to providers\n"},
		{"no function", "const a = 1;\nexport default { a };\n", "p/provider.mjs:2:1: E8014: the module's default export is no function; write export default function create(kit) { … }\n"},
		{"no default", "export const create = () => {};\n", "p/provider.mjs:1:1: E8014: the module's default export is no function; write export default function create(kit) { … }\n"},
		{"throws in create", "export default (kit) => {\n  return new kit.Nothing();\n};\n",
			"p/provider.mjs:2:10: E8014: create(kit) fails: TypeError: Value is not an object: undefined\n"},
		{"a class, which the probe calls", "export default class {}\n", "p/provider.mjs: E8014: create(kit) fails: TypeError: Class constructor cannot be invoked without 'new'\n"},
		{"no buildInfra", "export default () => ({});\n",
			"p/provider.mjs: E8014: create(kit) fails: TypeError: create(kit) must return an object with buildInfra(ctx)\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if b, got := probe(t, c.provider); b != nil || got != c.want {
				t.Errorf("got  %swant %s", got, c.want)
			}
		})
	}
}

// A provider that never ends does not hold the build up.
func TestProbeIsBounded(t *testing.T) {
	b, got := probeWithin(t, time.Second, "for (;;) {}\nexport default () => {};\n")
	if want := "p/provider.mjs: E8014: the module fails when it is loaded: "; b != nil || !strings.HasPrefix(got, want) {
		t.Error(got)
	}
}
