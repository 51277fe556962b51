// E2B speaks the wire that the kit implements, so that little is left to say:
// where it is, how it wants the key, and that its sandboxes shall be secured.

const DOMAIN = "e2b.app";

// host gives an address's host; of one that is none, nothing: it is refused with
// the others where it is used.
function host(address) {
  return URL.canParse(address) ? new URL(address).host : "";
}

// endpoint fills in what the options leave out. A base_url of another cloud
// never goes with E2B's own domain: no token of that cloud reaches E2B.
function endpoint(options) {
  if (options.base_url) {
    const base_url = String(options.base_url);
    return { base_url, domain: String(options.domain || host(base_url).replace(/^api\./, "")) };
  }
  const domain = String(options.domain || DOMAIN);
  return { base_url: `https://api.${domain}`, domain };
}

export default function create(kit) {
  class Sandboxes extends kit.SandboxProtocol {
    // Only a secured sandbox has an access token; one without is open to
    // everybody who knows its id.
    create(config, options) {
      return super.create({ ...config, secure: config.secure ?? true }, options);
    }
  }

  return {
    async buildInfra(ctx) {
      const { base_url, domain } = endpoint(ctx.options);
      const auth = ctx.headerKeyAuth(String(ctx.options.api_key), "X-API-Key");
      const http = ctx.http({ base_url, domain, auth });
      return {
        auth,
        http_client: http,
        endpoint: { base_url, domain },
        sandbox_protocol: new Sandboxes(http),
        process_protocol: new kit.ProcessProtocol(http),
        filesystem_protocol: new kit.FilesystemProtocol(http),
        code_interpreter_protocol: new kit.CodeInterpreterProtocol(http),
      };
    },
  };
}
