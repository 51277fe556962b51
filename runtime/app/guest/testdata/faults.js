// The faults of cases/05, in the form of a bundle.
var __abx_provider = (() => {
  const faults = {
    loop() { for (;;) {} },
    swallow() { for (;;) { try { for (;;) {} } catch { /* keep going */ } } },
    microtask() { const f = () => Promise.resolve().then(f); return f(); },
    redos() { return /^(a+)+\1$/.test("a".repeat(40) + "!"); },
    recurse() { const f = () => f() + 1; return f(); },
    alloc() { return "x".repeat(2 ** 40).length; },
    deepjson() { let a = []; for (let i = 0; i < 200000; i++) a = [a]; return JSON.stringify(a).length; },
    timer() { setInterval(() => {}, 10); return 0; },
    grow() { const all = []; for (;;) all.push(new Uint8Array(8 << 20)); },
    later() { setTimeout(() => { for (;;) {} }, 0); return 0; },
  };
  return { default(kit) {
    return { async buildInfra(ctx) {
      if (ctx.options.start) await faults[ctx.options.start]();
      if (ctx.options.refuse) throw new kit.errors.InvalidAPIKeyError("no such key");
      const http = ctx.http({ base_url: "http://127.0.0.1:8899", domain: "127.0.0.1" });
      return { http_client: http, sandbox_protocol: kit.e2b.overlay(new kit.SandboxProtocol(http), {
        async list(mode) { console.log("fault: " + mode); if (mode) await faults[mode](); return []; },
        async get_info(id) { return { sandbox_id: id, status: "running" }; },
        async connect(id) { return await http.platformRequest("GET", "/slow"); },
      }) };
    } };
  } };
})();
