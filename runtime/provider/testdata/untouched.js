// A provider that only configures.
var __abx_provider = {
  default: (kit) => ({
    async buildInfra(ctx) {
      console.log("starting with", ctx.options.api_key);
      const auth = ctx.headerKeyAuth(ctx.options.api_key, "X-API-Key");
      const http = ctx.http({ base_url: ctx.options.base_url, domain: ctx.options.domain, auth });
      return {
        auth,
        http_client: http,
        endpoint: { base_url: ctx.options.base_url, domain: ctx.options.domain },
        sandbox_protocol: new kit.SandboxProtocol(http),
        process_protocol: new kit.ProcessProtocol(http),
        filesystem_protocol: new kit.FilesystemProtocol(http),
        code_interpreter_protocol: new kit.CodeInterpreterProtocol(http),
      };
    },
  }),
};
