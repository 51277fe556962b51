// The example to copy: an E2B-shaped backend with two ways of its own. One is
// mended in a subclass, the other in an overlay; every other call goes its
// ordinary way and never comes here.

export default function create(kit) {
  class Sandboxes extends kit.SandboxProtocol {
    // My Cloud has no default template and wants names without spaces around.
    create(config, options) {
      const template = String(config.template ?? "").trim() || "base";
      return super.create({ ...config, template }, options);
    }
  }

  return {
    async buildInfra(ctx) {
      const base_url = String(ctx.options.base_url);
      const domain = String(ctx.options.domain);
      const auth = ctx.headerKeyAuth(String(ctx.options.api_key), "X-API-Key");
      const http = ctx.http({ base_url, domain, auth, headers: { "X-Region": String(ctx.options.region) } });

      const inner = new Sandboxes(http);
      const sandboxes = kit.e2b.overlay(inner, {
        // It says "ready" where everybody else says "running".
        async get_info(id) {
          const info = await inner.get_info(id);
          return info.status === "ready" ? { ...info, status: "running" } : info;
        },
      });

      return {
        auth,
        http_client: http,
        endpoint: { base_url, domain },
        sandbox_protocol: sandboxes,
        process_protocol: new kit.ProcessProtocol(http),
        filesystem_protocol: new kit.FilesystemProtocol(http),
        code_interpreter_protocol: new kit.CodeInterpreterProtocol(http),
      };
    },
  };
}
