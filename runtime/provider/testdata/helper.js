// A provider whose list of processes comes from a helper that it runs.
var __abx_provider = { default: (kit) => ({
  buildInfra(ctx) {
    const { base_url, domain, api_key } = ctx.options;
    const auth = ctx.headerKeyAuth(String(api_key), "X-API-Key");
    const http = ctx.http({ base_url, domain, auth });
    const inner = new kit.ProcessProtocol(http);
    return {
      auth, http_client: http, endpoint: { base_url, domain },
      sandbox_protocol: new kit.SandboxProtocol(http),
      filesystem_protocol: new kit.FilesystemProtocol(http),
      process_protocol: kit.e2b.overlay(inner, {
        async list_processes(url, token) {
          const it = (await inner.start(url, token, { cmd: "sleep", args: ["300"] }))[Symbol.asyncIterator]();
          const { value } = await it.next();
          console.log("helper " + value.pid);
          while (!(await it.next()).done) ;
          return [];
        },
      }),
    };
  },
}) };
