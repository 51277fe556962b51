// A provider that changes a process method: no host may move its bytes itself.
export default function create(kit) {
  class Processes extends kit.ProcessProtocol {
    list_processes(...args) {
      return super.list_processes(...args);
    }
  }
  return {
    async buildInfra(ctx) {
      const base_url = String(ctx.options.base_url);
      const auth = ctx.headerKeyAuth(String(ctx.options.api_key), "X-API-Key");
      const http = ctx.http({ base_url, domain: "127.0.0.1", auth });
      return {
        auth,
        http_client: http,
        endpoint: { base_url, domain: "127.0.0.1" },
        sandbox_protocol: new kit.SandboxProtocol(http),
        process_protocol: new Processes(http),
        filesystem_protocol: new kit.FilesystemProtocol(http),
      };
    },
  };
}
