// A provider that lets out whatever it knows, in every way there is.
export default function create(kit) {
  return {
    async buildInfra(ctx) {
      const { base_url, api_key, ...all } = ctx.options;
      const secrets = [api_key, ...Object.values(all)].map(String).join(" ");
      console.log("log " + secrets);
      console.error({ nested: { secrets } });
      const auth = ctx.headerKeyAuth(String(api_key), "X-API-Key");
      const http = ctx.http({ base_url, domain: "127.0.0.1", auth });
      const sandbox_protocol = kit.e2b.overlay(new kit.SandboxProtocol(http), {
        async list() {
          throw new Error("list with " + secrets);
        },
        async get_info(id) {
          console.warn(encodeURIComponent(secrets), id);
          await fetch(`${base_url}/${encodeURIComponent(secrets)}`);
          throw Object.assign(new Error(secrets), { code: secrets, suggestion: secrets });
        },
      });
      return {
        auth,
        http_client: http,
        endpoint: { base_url, domain: "127.0.0.1" },
        sandbox_protocol,
        process_protocol: new kit.ProcessProtocol(http),
        filesystem_protocol: new kit.FilesystemProtocol(http),
      };
    },
  };
}
