// A generated SDK client with fetch: retries, timeouts, headers, pages, errors,
// server-sent events.
import { Runloop } from "@runloop/api-client";

export default (kit) => ({
  buildInfra(ctx) {
    const { api_key, base_url } = ctx.options;
    const client = new Runloop({ bearerToken: api_key, baseURL: base_url, maxRetries: 2, timeout: 5_000 });
    const auth = ctx.headerKeyAuth(api_key, "X-API-Key"), http = ctx.http({ base_url, domain: "example.com", auth });
    const info = (d) => ({ sandbox_id: d.id, status: d.status === "running" ? "running" : "paused", template: d.blueprint_id ?? "base", metadata: d.metadata ?? {} });
    return {
      auth, http_client: http, endpoint: { base_url, domain: "example.com" },
      sandbox_protocol: kit.e2b.overlay(new kit.SandboxProtocol(http), {
        async create(config) {
          const made = info(await client.devboxes.create({ name: config.template, metadata: config.metadata }));
          try { await client.devboxes.retrieve("none"); } catch (e) { console.log("error", e.constructor.name, e.status, e.message); }
          const texts = [];
          for await (const event of await client.devboxes.executions.streamStdoutUpdates(made.sandbox_id, "x1", {})) texts.push(event.output);
          console.log("events", texts.join("|"));
          return made;
        },
        async list() {
          const all = [];
          for await (const d of client.devboxes.list({ limit: 1 })) all.push(info(d));
          return all;
        },
      }),
      process_protocol: new kit.ProcessProtocol(http), filesystem_protocol: new kit.FilesystemProtocol(http),
      code_interpreter_protocol: new kit.CodeInterpreterProtocol(http),
    };
  },
});
