// A provider of which the test chooses by `dial` what it overrides of the lists.
var __abx_provider = {
  default: (kit) => ({
    async buildInfra(ctx) {
      const auth = ctx.headerKeyAuth(ctx.options.api_key, "X-API-Key");
      const http = ctx.http({ base_url: ctx.options.base_url, domain: ctx.options.domain, auth });
      const inner = new kit.SandboxProtocol(http);
      const own = {
        list: async (o) => { console.log("own list", JSON.stringify(o)); return inner.list(o); },
        list_v2: async (o) => { console.log("own list_v2", JSON.stringify(o)); return inner.list_v2(o); },
      };
      const chosen = {};
      for (const name of ctx.options.dial.split(",")) if (own[name]) chosen[name] = own[name];
      return { auth, http_client: http, sandbox_protocol: kit.e2b.overlay(inner, chosen) };
    },
  }),
};
