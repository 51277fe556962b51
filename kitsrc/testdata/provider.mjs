// A provider that uses every part of the kit as an author would; tsc checks it
// against kit.d.ts.

/** @type {import("./kit").Create} */
export default function create(kit) {
  class Sandboxes extends kit.SandboxProtocol {
    /** @param {string} id */
    async getInfo(id) {
      const info = await super.get_info(id);
      return { ...info, envdUrl: info.envd_url };
    }
  }
  return {
    async buildInfra(ctx) {
      const base_url = String(ctx.options.base_url);
      const auth = ctx.headerKeyAuth(String(ctx.options.api_key), "X-API-Key");
      const http = ctx.http({ base_url, domain: "example.app", auth, headers: { "X-A": "1" }, timeout: 30 });
      const other = ctx.http({ baseUrl: base_url, auth: { async getHeaders() { return { A: "b" }; }, refresh() {} } });
      ctx.log.warn("built", (await other.platformRequest("GET", "/x", { params: { a: 1 } })).json().a);
      const inner = new kit.ProcessProtocol(http);
      return {
        auth,
        http_client: http,
        endpoint: { base_url, domain: "example.app" },
        sandbox_protocol: new Sandboxes(http),
        process_protocol: kit.e2b.overlay(inner, {
          /** @type {import("./kit").ProcessProtocol["start"]} */
          start(envdUrl, token, options) {
            if (!token.token) throw new kit.errors.TokenExpiredError("no token", { suggestion: "create again" });
            return inner.start(envdUrl, token, { ...options, cwd: "/" });
          },
        }),
        filesystemProtocol: new kit.FilesystemProtocol(http),
        code_interpreter_protocol: new kit.CodeInterpreterProtocol(http),
        envd_dial: ["127.0.0.1", 8080],
        envd_auth: { allow_missing: true, basic_user: "root" },
        close() {},
      };
    },
  };
}
