// Everything through the package e2b: its own client of the control plane, its
// Connect client of envd, its streams.
import { CommandExitError, NotFoundError, Sandbox } from "e2b";

export default (kit) => ({
  buildInfra(ctx) {
    const { api_key: apiKey, base_url: apiUrl, sandbox_url: sandboxUrl } = ctx.options;
    const auth = ctx.headerKeyAuth(apiKey, "X-API-Key"), http = ctx.http({ base_url: apiUrl, domain: "devcloud.test", auth });
    const opts = { apiKey, apiUrl, sandboxUrl }, inner = new kit.SandboxProtocol(http);
    return {
      auth, http_client: http, endpoint: { base_url: apiUrl, domain: "devcloud.test" },
      sandbox_protocol: kit.e2b.overlay(inner, {
        async create(config) {
          const s = await Sandbox.create(config.template, { ...opts, timeoutMs: 60_000, metadata: config.metadata, envs: { FROM: "create" } });
          await story(s, ctx.log ?? console);
          return inner.get_info(s.sandboxId);
        },
        async kill(id) { await Sandbox.kill(id, opts); },
      }),
      process_protocol: new kit.ProcessProtocol(http), filesystem_protocol: new kit.FilesystemProtocol(http),
      code_interpreter_protocol: new kit.CodeInterpreterProtocol(http),
    };
  },
});

async function story(s) {
  const say = (what, ...of) => console.log(what, JSON.stringify(of));
  const r = await s.commands.run("echo out; echo err >&2; echo $FROM $ONE; basename $PWD", { envs: { ONE: "1" }, cwd: "/tmp" });
  say("run", r.stdout, r.stderr, r.exitCode);
  try { await s.commands.run("printf 'caf\\303'; sleep 0.05; printf '\\251'; exit 3"); } catch (e) { say("exit", e instanceof CommandExitError, e.exitCode, e.stdout); }
  let seen = "";
  await s.commands.run("echo a; echo b", { onStdout: (text) => { seen += text; } });
  say("seen", seen);
  const cat = await s.commands.run("cat; echo end", { background: true, stdin: true });
  await s.commands.sendStdin(cat.pid, "hello\n");
  await s.commands.closeStdin(cat.pid);
  say("stdin", (await cat.wait()).stdout);
  const binary = new Uint8Array(256_000).map((_, i) => i);
  await s.files.write("/tmp/bin", new Blob([binary]));
  const back = await s.files.read("/tmp/bin", { format: "bytes" });
  say("bytes", back.length, back.every((b, i) => b === (i & 255)));
  await s.files.write("d/ünï 文件 &?#%.txt", "grüße");
  say("text", await s.files.read("d/ünï 文件 &?#%.txt"), (await s.files.list("d")).map((e) => e.name));
  let streamed = 0;
  for await (const chunk of await s.files.read("/tmp/bin", { format: "stream" })) streamed += chunk.length;
  say("stream", streamed);
  try { await s.files.read("nothing"); } catch (e) { say("missing", e instanceof NotFoundError); }
  say("running", await s.isRunning(), (await s.getInfo()).metadata);
}
