// <%.Name%>: what this backend does otherwise than E2B. buildInfra is asked once, with
// the user's options; every call that nothing here changes is made without JavaScript.
// kit.d.ts beside this file has every name, with its doc, for your editor.

/** @type {import("./kit").Create} */
export default function create(kit) {
  return {
    async buildInfra(ctx) {
      // The fields of [config.fields], typed by the manifest. There is no process.env.
      const base_url = String(ctx.options.base_url);
      const domain = String(ctx.options.domain);

      // The key in a header of its own; ctx.bearerAuth(key) sends it as a bearer token.
      const auth = ctx.headerKeyAuth(String(ctx.options.api_key), "X-API-Key");
      const http = ctx.http({ base_url, domain, auth });

      // To change one call, lay a method over the kit's; the others stay as they are:
      //
      //   const inner = new kit.SandboxProtocol(http);
      //   const sandboxes = kit.e2b.overlay(inner, {
      //     async create(config, options) {
      //       return inner.create({ ...config, template: config.template ?? "base" }, options);
      //     },
      //   });
      //
      // What is thrown should be of kit.errors, which callers know by their codes:
      //
      //   throw new kit.errors.QuotaExceededError("no more sandboxes today");
      const sandboxes = new kit.SandboxProtocol(http);

      return {
        auth,
        http_client: http,
        endpoint: { base_url, domain },
        sandbox_protocol: sandboxes,
        process_protocol: new kit.ProcessProtocol(http),
        filesystem_protocol: new kit.FilesystemProtocol(http),
        code_interpreter_protocol: new kit.CodeInterpreterProtocol(http),
        // envd_dial: ["127.0.0.1", 8080],        every connection to a sandbox goes here
        // envd_auth: { allow_missing: true },    sandboxes may have no token
      };
    },
  };
}
