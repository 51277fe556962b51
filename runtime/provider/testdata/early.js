// A provider that works while it starts: a key is exchanged by fetch and by
// ctx.http before buildInfra returns, and the auth object is its own.
var __abx_provider = {
  default: (kit) => ({
    async buildInfra(ctx) {
      const first = ctx.http({ base_url: ctx.options.base_url, auth: ctx.bearerAuth(ctx.options.api_key) });
      const before = (await first.platformRequest("GET", "/v2/sandboxes")).json();
      const again = await fetch(ctx.options.base_url + "/v2/sandboxes", { headers: { "X-API-Key": ctx.options.api_key } });
      console.log("found", before.length, (await again.json()).length, again.status);
      let key = "stale-key";
      const auth = {
        getHeaders: async () => ({ "X-API-Key": key }),
        refresh: async () => { console.log("refreshed"); key = ctx.options.api_key; },
      };
      const http = ctx.http({ base_url: ctx.options.base_url, domain: ctx.options.domain, auth, headers: { "X-Extra": "1" } });
      const [host, port] = ctx.options.dial.split(":");
      return {
        auth, http_client: http,
        sandbox_protocol: new kit.SandboxProtocol(http),
        process_protocol: new kit.ProcessProtocol(http),
        filesystem_protocol: new kit.FilesystemProtocol(http),
        envd_dial: [host, Number(port)],
        envd_auth: { allow_missing: true, basic_user: "user" },
      };
    },
  }),
};
