// Fails in the way that the id asks for.
import { deep } from "./lib/deep.mjs";

const ways = {
  deep: (ctx) => deep(ctx.options.api_key),
  text: () => { throw "only text"; },
  nothing: () => Promise.reject(),
  fetch: (ctx) => fetch(ctx.options.base_url),
  quota: (_, kit) => { throw new kit.errors.QuotaExceededError("full"); },
  wrapped: (_, kit) => { throw new Error("outer", { cause: new kit.errors.SandboxNotFoundError("gone") }); },
  lost: () => { Promise.reject(new RangeError("nobody waits")); },
  late: async () => {
    const p = Promise.reject(new RangeError("handled later"));
    await new Promise((r) => setTimeout(r, 5));
    await p.catch(() => {});
  },
  console: (ctx) => {
    console.debug("d"); console.info("key %s", ctx.options.api_key); console.error("bell\u0007 and\u001b[31m red", { a: [1] });
  },
};

export default (kit) => ({
  buildInfra(ctx) {
    const { api_key, base_url } = ctx.options;
    const auth = ctx.headerKeyAuth(api_key, "X-API-Key"), http = ctx.http({ base_url, domain: "example.com", auth });
    return {
      auth, http_client: http, endpoint: { base_url, domain: "example.com" },
      sandbox_protocol: kit.e2b.overlay(new kit.SandboxProtocol(http), {
        async get_info(id) {
          await ways[id](ctx, kit);
          return { sandbox_id: id, status: "running" };
        },
      }),
      process_protocol: new kit.ProcessProtocol(http), filesystem_protocol: new kit.FilesystemProtocol(http),
      code_interpreter_protocol: new kit.CodeInterpreterProtocol(http),
    };
  },
});
