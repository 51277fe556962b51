// A provider whose every method returns what its option says: something that no
// method should return. get_info("sane") is all right.
var __abx_provider = {
  default: (kit) => {
    const methods = {
      sandbox: "create list list_v2 connect is_running kill set_timeout pause resume port_url",
      process: "start list_processes connect_to_process update send_input send_signal kill open_terminal",
      filesystem: "stat list_dir make_dir remove move read write exists watch_dir upload_url download_url",
      code_interpreter: "run_code create_context list_contexts restart_context remove_context",
    };
    const fail = () => { throw new Error("read\u001b[2J\nme"); };
    const proxy = (target, handler) => new Proxy(target, handler);
    const stream = (next, rest) => ({ [Symbol.asyncIterator]() { return { next, ...rest }; } });
    const chunk = { type: "stdout", data: "x", pid: 1, path: "/p" };
    const nest = (n) => { let a = { sandbox_id: "deep" }; for (let i = 0; i < n; i++) a = { a }; return a; };
    const values = {
      nothing: () => undefined,
      nan: () => NaN,
      negative: () => -1e308,
      symbol: () => Symbol("s"),
      symbol_inside: () => ({ sandbox_id: Symbol("s"), url: Symbol("u"), id: Symbol("i"), path: Symbol("p") }),
      function: () => () => ({ sandbox_id: "x" }),
      bigint: () => 10n ** 400n,
      bigint_inside: () => [{ sandbox_id: 10n ** 400n, pid: 10n ** 400n, id: 10n ** 400n, path: 10n ** 400n }],
      regexp: () => /x/,
      error: () => new Error("returned, not thrown"),
      weak: () => new WeakMap(),
      bad_date: () => new Date(NaN),
      class_itself: () => class { static sandbox_id = "x"; },
      getter: () => ({ get sandbox_id() { return fail(); }, get url() { return fail(); }, get type() { return fail(); } }),
      deep_getter: () => [{ a: [{ get b() { return fail(); } }] }],
      to_json: () => ({ toJSON: fail }),
      to_json_itself: () => ({ toJSON() { return this; } }),
      to_string: () => ({ sandbox_id: { toString: fail, valueOf: fail }, url: { toString: fail }, id: {}, path: {} }),
      revoked: () => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy; },
      revoked_function: () => { const r = Proxy.revocable(() => {}, {}); r.revoke(); return [r.proxy]; },
      revoked_inside: () => { const r = Proxy.revocable([], {}); r.revoke(); return { sandboxes: r.proxy, entries: r.proxy, id: r.proxy }; },
      throwing_proxy: () => proxy({}, { get: fail, ownKeys: fail, has: fail, getPrototypeOf: fail }),
      lying_keys: () => proxy({}, { ownKeys: () => ["a", "a"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) }),
      endless_proxy: () => { const p = proxy({}, { get: () => p, ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) }); return p; },
      lying_array: () => proxy([], { get: (t, key) => (key === "length" ? 2 ** 53 - 1 : key === "then" ? undefined : t[key]) }),
      negative_array: () => [proxy([], { get: (t, key) => (key === "length" ? -1 : t[key]) })],
      nan_array: () => [proxy([], { get: (t, key) => (key === "length" ? { valueOf: fail } : t[key]) })],
      growing_array: () => { const a = [{}]; Object.defineProperty(a, 0, { get() { a.push({}); return {}; } }); return a; },
      sparse: () => { const a = []; a.length = 2 ** 32 - 1; return a; },
      array_like: () => ({ length: 2 ** 53, 0: "x" }),
      long: () => new Array(1_100_000).fill(0),
      large: () => "x".repeat(2 << 20),
      deep: () => nest(50_000),
      cyclic: () => { const a = {}; a.a = a; return a; },
      cyclic_array: () => { const a = []; a.push(a); return a; },
      cyclic_map: () => { const m = new Map(); m.set("m", m); return m; },
      map_of_objects: () => new Map([[{ toString: fail }, 1]]),
      set_of_itself: () => { const s = new Set(); s.add(s); return s; },
      detached: () => { const b = new Uint8Array(8); b.buffer.transfer?.(); return [{ data: b }]; },
      own_proto: () => JSON.parse('{"__proto__":{"sandbox_id":"x","url":"u","id":"i","path":"p"},"constructor":{"prototype":{"x":1}}}'),
      inherited: () => Object.create({ sandbox_id: "x", url: "u", id: "i", path: "p", text: "t" }),
      never: () => new Promise(() => {}),
      never_inside: () => [{ then() {} }, new Promise(() => {})],
      late_reject: async () => { await null; throw undefined; },
      rejects_getter: () => Promise.reject({ get message() { return fail(); }, get code() { return fail(); }, get cause() { return fail(); } }),
      rejects_proxy: () => Promise.reject(proxy({}, { get: fail, getPrototypeOf: fail })),
      rejects_itself: () => { const e = new Error("e"); e.cause = e; return Promise.reject(e); },
      twice: () => ({ then(ok, no) { ok(undefined); ok({ sandbox_id: "second" }); no(new Error("third")); } }),
      throws_after: () => ({ then(ok) { ok(undefined); throw new Error("after"); } }),
      then_getter: () => ({ get then() { return fail(); } }),
      then_again: () => { const o = { then(ok) { setTimeout(() => ok(o), 1); } }; return o; },
      rejects_twice: () => ({ then(ok, no) { no(1); no(2); ok({}); setTimeout(() => no(3)); } }),
      iterator_getter: () => ({ get [Symbol.asyncIterator]() { return fail(); } }),
      iterator_throws: () => ({ [Symbol.asyncIterator]: fail }),
      iterator_nothing: () => ({ [Symbol.asyncIterator]() {} }),
      next_missing: () => stream(undefined),
      next_number: () => stream(() => 5),
      next_throws: () => stream(fail),
      next_rejects: () => stream(() => Promise.reject(fail)),
      next_getter: () => stream(() => ({ get done() { return fail(); } })),
      value_getter: () => stream(() => ({ done: false, get value() { return fail(); } })),
      value_cyclic: () => stream(() => { const value = {}; value.value = value; return { value }; }),
      value_wrong: () => stream(() => ({ value: { type: { toString: fail }, data: 5 } })),
      value_rejects: () => stream(() => ({ value: Promise.reject(new Error("inside")) })),
      ok_next_never: () => stream(() => new Promise(() => {})),
      ok_value_never: () => stream(() => ({ value: { then() {} } })),
      ok_endless: () => stream(() => ({ value: chunk })),
      ok_return_throws: () => stream(() => ({ value: chunk }), { return: fail, throw: fail }),
      ok_return_never: () => stream(() => ({ value: chunk }), { return: () => new Promise(() => {}) }),
      ok_return_lies: () => stream(() => ({ value: chunk }), { get return() { return fail(); } }),
      ok_after_end: () => { let n = 0; return stream(() => ({ done: n++ === 1, value: chunk })); },
      polluted: () => {
        for (const [o, keys] of [[Object.prototype, ["sandbox_id", "url", "id", "path", "code", "type", "toJSON", "get"]], [Array.prototype, ["sandboxes"]]]) {
          for (const key of keys) o[key] = "polluted";
        }
        return {};
      },
      broken_builtins: () => {
        Promise.prototype.then = fail; Array.prototype.map = fail; Array.prototype[Symbol.iterator] = fail;
        Object.keys = fail; Object.entries = fail; Reflect.apply = fail; Function.prototype.call = fail;
        return {};
      },
    };
    return {
      async buildInfra(ctx) {
        const http = ctx.http({ base_url: ctx.options.base_url });
        const infra = { http_client: http };
        for (const [cls, names] of Object.entries(methods)) {
          const o = (infra[cls + "_protocol"] = {});
          for (const name of names.split(" ")) o[name] = () => values[ctx.options.dial]();
        }
        infra.sandbox_protocol.get_info = (id) =>
          id === "sane" ? { sandbox_id: id, envd_url: "http://127.0.0.1:9", envd_access_token: "token" } : values[ctx.options.dial]();
        return infra;
      },
    };
  },
};
