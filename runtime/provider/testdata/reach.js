// A provider that reaches wherever it is told to: get_info(URL) fetches it,
// list() asks localhost by a second client of ctx.http, connect(URL)
// reports it as the address of the sandbox "sb".
var __abx_provider = {
  default: (kit) => ({
    async buildInfra(ctx) {
      const { base_url, domain, dial } = ctx.options;
      if (dial) await ctx.http({ base_url: dial }).platformRequest("GET", "/early");
      const http = ctx.http({ base_url, domain });
      const second = ctx.http({ base_url: base_url.replace("127.0.0.1", "localhost") });
      return {
        http_client: http,
        endpoint: { base_url, domain },
        sandbox_protocol: kit.e2b.overlay(new kit.SandboxProtocol(http), {
          async get_info(url) {
            const answer = await fetch(url);
            return { sandbox_id: "sb", template: answer.url };
          },
          async list_v2() {
            await second.platformRequest("GET", "/second");
            return [];
          },
          connect: (url) => ({ sandbox_id: "sb", envd_url: url, envd_access_token: "token" }),
        }),
        process_protocol: new kit.ProcessProtocol(http),
        filesystem_protocol: kit.e2b.overlay(new kit.FilesystemProtocol(http), {
          stat: (url, token) => new kit.FilesystemProtocol(http).stat(url, token, { path: "/" }),
        }),
      };
    },
  }),
};
