// A provider without the kit's classes: plain objects in camelCase, over http
// by hand and over the kit's own where that is shorter.
var __abx_provider = {
  default: (kit) => ({
    async buildInfra(ctx) {
      const auth = ctx.headerKeyAuth(ctx.options.api_key, "X-API-Key");
      const http = ctx.http({ base_url: ctx.options.base_url, domain: ctx.options.domain, auth });
      const processes = new kit.ProcessProtocol(http);
      const files = new kit.FilesystemProtocol(http);
      return {
        auth,
        http_client: http,
        sandbox_protocol: {
          async create(config) {
            const body = { templateID: config.template, timeout: config.timeout, metadata: config.metadata, envVars: config.envVars };
            return (await http.platformRequest("POST", "/sandboxes", { json: body })).json();
          },
          async list({ limit, offset }) {
            return (await http.platformRequest("GET", "/sandboxes", { params: { limit, offset } })).json();
          },
          async getInfo(id) {
            try {
              return (await http.platformRequest("GET", "/sandboxes/" + id)).json();
            } catch (e) {
              if (e.status === 404) throw new kit.errors.SandboxNotFoundError("no " + id, { cause: e });
              throw e;
            }
          },
          async kill(id) {
            await http.platformRequest("DELETE", "/sandboxes/" + id);
          },
        },
        process_protocol: {
          start: (url, token, options) => processes.start(url, token, options),
        },
        filesystem_protocol: {
          readText: (url, token, { path }) => files.read(url, token, { path }),
          async uploadFile(url, token, { path, content }) {
            const form = { file: ["f", content] };
            await http.envdHttpRequest(url, "POST", "/files", { params: { path, username: "user" }, token, files: form });
          },
        },
      };
    },
  }),
};
