// A provider whose get_info(code) runs code, the body of an async function of
// base, and gives what it returns as JSON in template.
var __abx_provider = {
  default: (kit) => ({
    buildInfra(ctx) {
      const { base_url, domain } = ctx.options, http = ctx.http({ base_url, domain });
      return {
        http_client: http, endpoint: { base_url, domain },
        sandbox_protocol: kit.e2b.overlay(new kit.SandboxProtocol(http), {
          async get_info(code) {
            const text = async (r) => [r.status, r.redirected, await r.text()].join(" ");
            const failed = (p) => p.then(() => "no failure", (e) => [e.name, e.code, e.message].filter(Boolean).join(" "));
            const result = await (0, eval)(`(async (base, text, failed) => { ${code} })`)(base_url, text, failed);
            return { sandbox_id: "sb", template: JSON.stringify(result) };
          },
        }),
      };
    },
  }),
};
