package server_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
)

// echo answers every effect with its own name and arguments.
func echo(_ context.Context, c guest.Call) (any, error) {
	return map[string]any{"sandbox_id": "sb", "envd_url": "https://old", "method": c.Method, "args": c.Args, "client": c.Client}, nil
}

func TestInfra(t *testing.T) {
	c := open(t, infra(`
    sandbox_protocol: overlay(new kit.SandboxProtocol(http), { async getInfo(id) { return { id }; } }),
    processProtocol: new kit.ProcessProtocol(http),
    filesystem_protocol: { async readText() { return ""; } },
    envd_dial: ["127.0.0.1", 8080], envdAuth: { allow_missing: true, basicUser: "root" }, close() {}`), newHost(nil))
	got := must[*guest.Infra](t)(c.Infra(t.Context()))
	want := &guest.Infra{
		BaseURL: "https://api.example.com", Domain: "example.com",
		Clients: []guest.HTTPClient{{
			BaseURL: "https://api.example.com", Domain: "example.com", AuthHeaders: map[string]string{"X-API-Key": "sk-test"},
		}},
		Protocols: map[string]guest.Protocol{
			"sandbox":    {Client: 0, Overridden: []string{"get_info", "is_running"}},
			"process":    {Client: 0},
			"filesystem": {Client: -1, Plain: true, Overridden: []string{"read_text"}},
		},
		MainClient: 0, EnvdDial: &guest.Dial{Host: "127.0.0.1", Port: 8080},
		EnvdAuth: guest.EnvdAuth{AllowMissing: true, BasicUser: "root"}, HasClose: true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

var everyMethod = module(`
  const camel = (n) => n.replace(/_([a-z0-9])/g, (_, x) => x.toUpperCase());
  const classes = { sandbox: kit.SandboxProtocol, process: kit.ProcessProtocol, filesystem: kit.FilesystemProtocol,
    code_interpreter: kit.CodeInterpreterProtocol };
  return { buildInfra(ctx) {
    const http = ctx.http({ base_url: "https://a", domain: "a" });
    const infra = { http_client: http };
    for (const [cls, Base] of Object.entries(classes)) {
      class Mine extends Base {}
      ctx.options[cls].forEach((name, n) => {
        const [mine, theirs] = n % 2 ? [name, camel(name)] : [camel(name), name];
        Mine.prototype[mine] = async function (...args) { return [name, Base.prototype[theirs] === Base.prototype[mine], this[theirs] === this[mine]]; };
      });
      infra[cls + "_protocol"] = new Mine(http);
    }
    return infra;
  } };`)

// TestEveryMethod overrides each method of the core's table in one casing and
// finds it, and the kit's own, by the other one.
func TestEveryMethod(t *testing.T) {
	options := map[string]any{}
	for _, m := range api.Methods() {
		list, _ := options[string(m.Class)].([]any)
		options[string(m.Class)] = append(list, m.Name)
	}
	c := openWith(t, guest.Boot{Bundle: everyMethod, Options: options}, newHost(nil))
	infra := must[*guest.Infra](t)(c.Infra(t.Context()))
	for class, names := range options {
		if got := len(infra.Protocols[class].Overridden); got != len(names.([]any)) {
			t.Errorf("%s: %d methods are overridden, the core knows %d", class, got, len(names.([]any)))
		}
	}
	for _, m := range api.Methods() {
		got := must[any](t)(c.Call(t.Context(), string(m.Class), m.Name))
		if diff := cmp.Diff([]any{m.Name, true, true}, got); diff != "" {
			t.Errorf("%s.%s: %s", m.Class, m.Name, diff)
		}
	}
}

func TestOverlay(t *testing.T) {
	host := newHost(echo)
	c := open(t, infra(`sandbox_protocol: (() => {
      const inner = new kit.SandboxProtocol(http);
      return overlay(inner, {
        async create(config, options) {
          const info = await inner.create({ ...config, template: "mine" }, options);
          return { ...info, envdUrl: "https://new", both: [info.sandbox_id, info.sandboxId], me: await this.getInfo("x") };
        },
        getInfo(id) { return inner.get_info(id + "!"); },
      });
    })()`), host)
	got := must[any](t)(c.Call(t.Context(), "sandbox", "create", map[string]any{"env_vars": map[string]any{"a_b": "1"}, "timeout": 5})).(map[string]any)
	if got["envdUrl"] != "https://new" || got["envd_url"] != nil {
		t.Errorf("the author's own envdUrl lost: %v", got)
	}
	if diff := cmp.Diff([]any{"sb", "sb"}, got["both"]); diff != "" {
		t.Error(diff)
	}
	want := []any{map[string]any{"template": "mine", "timeout": 5.0, "env_vars": map[string]any{"a_b": "1"}}, nil}
	if diff := cmp.Diff(want, got["args"]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]any{"x!"}, got["me"].(map[string]any)["args"]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"sandbox.create", "sandbox.get_info"}, host.asked()); diff != "" {
		t.Error(diff)
	}
}

func TestSuperInBothCasings(t *testing.T) {
	host := newHost(echo)
	c := open(t, module(`
  class Mine extends kit.SandboxProtocol {
    #calls = 0;
    async getInfo(id) { return [++this.#calls, (await super.getInfo(id)).method, (await super.get_info(id)).method]; }
    async set_timeout(id, s) { return [await this.getInfo(id), await this.get_info(id), (await super.setTimeout(id, s)).args]; }
  }
  class Deeper extends Mine { async get_info(id) { return ["deeper", ...(await super.get_info(id))]; } }
  return { buildInfra(ctx) {
    const http = ctx.http({ base_url: "https://a", domain: "a" });
    return { http_client: http, sandbox_protocol: new Deeper(http) };
  } };`), host)
	got := must[any](t)(c.Call(t.Context(), "sandbox", "set_timeout", "sb", 5))
	want := []any{[]any{"deeper", 1.0, "get_info", "get_info"}, []any{"deeper", 2.0, "get_info", "get_info"}, []any{"sb", 5.0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestDerived: a method of the kit that goes through another one in the SDK
// goes through the provider's own, and says so to the core.
func TestDerived(t *testing.T) {
	host := newHost(echo)
	c := open(t, infra(`
    filesystem_protocol: overlay(new kit.FilesystemProtocol(http), {
      async stat(url, token, { path }) { if (path === "/no") throw new kit.errors.FileNotFoundError("gone"); return { path, token: token.token, headers: token.getHeaders() }; },
      downloadFile: async (url, token, { path }) => new TextEncoder().encode("text of " + path),
    }),
    process_protocol: overlay(new kit.ProcessProtocol(http), { send_signal: async (url, token, o) => o.signal })`), host)
	infra := must[*guest.Infra](t)(c.Infra(t.Context()))
	want := []string{"download_file", "exists", "get_info", "read", "read_text", "stat"}
	if diff := cmp.Diff(want, infra.Protocols["filesystem"].Overridden); diff != "" {
		t.Error(diff)
	}
	token := map[string]any{"token": "tok", "sandbox_id": "sb"}
	call := func(class, method string, options map[string]any) any {
		return must[any](t)(c.Call(t.Context(), class, method, "https://envd", token, options))
	}
	info := call("filesystem", "get_info", map[string]any{"path": "/a"}).(map[string]any)
	if info["token"] != "tok" || info["headers"].(map[string]any)["X-Access-Token"] != "tok" {
		t.Errorf("the token manager came as %v", info)
	}
	got := []any{
		call("filesystem", "exists", map[string]any{"path": "/a"}), call("filesystem", "exists", map[string]any{"path": "/no"}),
		call("filesystem", "read_text", map[string]any{"path": "/a"}), call("process", "kill", map[string]any{"pid": 7}),
	}
	if diff := cmp.Diff([]any{true, false, "text of /a", 9.0}, got); diff != "" {
		t.Error(diff)
	}
	if asked := host.asked(); asked != nil {
		t.Errorf("the core was asked for %v", asked)
	}
}

func TestPlainObjectAsyncCreate(t *testing.T) {
	c := open(t, []byte(`var __abx_provider = { default: async (kit) => {
  await null;
  return { build_infra: (ctx) => Promise.resolve({
    sandbox_protocol: { getInfo: (id) => ({ then(ok) { ok({ id }); ok("twice"); } }), create: 5 },
  }) };
} };`), newHost(nil))
	infra := must[*guest.Infra](t)(c.Infra(t.Context()))
	want := guest.Protocol{Client: -1, Plain: true, Overridden: []string{"get_info"}}
	if diff := cmp.Diff(want, infra.Protocols["sandbox"]); diff != "" {
		t.Error(diff)
	}
	got := must[any](t)(c.Call(t.Context(), "sandbox", "get_info", "sb"))
	if diff := cmp.Diff(any(map[string]any{"id": "sb"}), got); diff != "" {
		t.Error(diff)
	}
}
