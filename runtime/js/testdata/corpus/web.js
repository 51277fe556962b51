// # url building
const u = new URL("/v1/sandboxes", "https://api.example.com/base/"); u.searchParams.set("limit", 5); u.searchParams.append("state", "running,paused"); u.hash = "x"; console.log(u.href, u.toString() === u.href, u.toJSON(), new URL("?a=1", u).href, new URL("https://user@h.example/").username, new URL(u) !== u, new URL({ toString: () => "http://o/" }).href);
// # url with ports and trailing slashes
for (const s of ["https://api.example.com:443/v1/", "http://localhost:49983", "HTTP://LOCALHOST:80/A", "https://[::1]:8443/x", "https://a.b.c.example.com.", "https://example.com//double//", "https://example.com/%2F/..", "https://example.com/a;b=c/d,e", "https://ex.com/'\"<>`{}|^"]) { const u = new URL(s); console.log(u.href, u.origin, u.port, u.pathname); }
// # url query characters
const u = new URL("http://h/?a=b+c&d=%20e&f=é&g='&h=\"&i=<>#x"); console.log(u.search, [...u.searchParams.entries()], u.searchParams.toString()); u.searchParams.sort(); console.log(u.href); u.search = "k=%zz&l"; console.log([...u.searchParams], u.href);
// # url of other schemes
for (const s of ["data:text/plain;base64,aGk=", "blob:https://a/b", "urn:isbn:1", "about:blank", "tel:+1", "custom://host/path?q#h", "custom:///path", "file:///C:/x/../y", "file://host/p", "wss://h/p?x"]) { const u = new URL(s); console.log([u.href, u.origin, u.protocol, u.host, u.pathname].join(" ")); }
// # url equality and inspection
const util = require("util"); const u = new URL("https://a:b@c.d:1/e?f#g"); console.log(util.inspect(u), util.isDeepStrictEqual(new URL("http://a"), new URL("http://a/")), u instanceof URL, Object.keys(u), "href" in u, { ...u }, JSON.stringify([u]));
// # params from and to objects
const p = new URLSearchParams({ a: 1, b: "x y", c: undefined, d: null }); console.log(`${p}`, Object.fromEntries(p), new URLSearchParams([["a", "1"], ["a", "2"]]).getAll("a"), new URLSearchParams(new Map([["m", "n"]])).get("m"), new URLSearchParams("?x=1&&y").toString(), new URLSearchParams(p) + "", probe(() => new URLSearchParams([["a"]])), probe(() => new URLSearchParams([1])), new URLSearchParams(undefined) + "", new URLSearchParams(null) + "", new URLSearchParams(5) + "");
// # params with values and has
const p = new URLSearchParams("a=1&a=2&b=3"); console.log(p.has("a", "2"), p.has("a", "9"), p.size, (p.delete("a", "1"), p + ""), (p.set("b", "4"), p + ""), (p.set("new", "é&="), p + ""), p.get("none"), p.getAll("none"), [...p.keys()], [...p.values()], p.forEach((v, k, s) => s === p || console.log("bad")), probe(() => p.get()), probe(() => p.append("x")), Object.prototype.toString.call(p));
// # encode and decode a stream of text
const text = "aé€😀\u0000\ufeff", bytes = new TextEncoder().encode(text); for (let n = 1; n < 4; n++) { const d = new TextDecoder(); let out = ""; for (let i = 0; i < bytes.length; i += n) out += d.decode(bytes.subarray(i, i + n), { stream: true }); out += d.decode(); console.log(n, out === text, JSON.stringify(out)); }
// # decoder is reusable after an error
const d = new TextDecoder("utf-8", { fatal: true }); console.log(probe(() => d.decode(new Uint8Array([0xff]))), d.decode(new Uint8Array([0x61])), probe(() => { d.decode(new Uint8Array([0xe2]), { stream: true }); return d.decode(); }), d.decode(new Uint8Array([0x62])));
// # decoder inputs
const d = new TextDecoder(), b = new Uint8Array([97, 98, 99, 100]); console.log(d.decode(b.buffer), d.decode(b.subarray(1, 3)), d.decode(new DataView(b.buffer, 2)), d.decode(new Uint16Array(b.buffer)), d.decode(Buffer.from("bé")), d.decode(undefined), probe(() => d.decode("text")), probe(() => d.decode(5)), d.decode(new Uint8Array()));
// # decoder utf-16 and latin1
console.log(new TextDecoder("utf-16le").decode(new Uint8Array([0x61, 0, 0x3d, 0xd8, 0, 0xde])), new TextDecoder("latin1").decode(new Uint8Array([0xe9, 0x80, 0x41])), new TextDecoder("ISO-8859-1").encoding, new TextDecoder(" UTF8 ").encoding, probe(() => new TextDecoder("nope")), new TextDecoder("utf-16").encoding, JSON.stringify(new TextDecoder("utf-16le").decode(new Uint8Array([0x3d, 0xd8]))));
// # encodeInto small targets
const e = new TextEncoder(); for (const n of [0, 1, 2, 3, 4, 5, 8]) { const t = new Uint8Array(n); console.log(n, JSON.stringify(e.encodeInto("aé😀b", t)), [...t].join()); }
// # atob and btoa
console.log(btoa("hello"), atob("aGVsbG8="), atob(" aGVs bG8 "), btoa(""), btoa("ÿ"), probe(() => btoa("€")), probe(() => atob("a")), probe(() => atob("a===")), atob("YQ"), btoa(null), btoa(String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i))).length, probe(() => atob("ab=c")), probe(() => atob("****")));
// # event target details
const t = new EventTarget(), log = []; const h = { handleEvent(e) { log.push("object " + e.type + (this === h)); } }; t.addEventListener("a", h); t.addEventListener("a", h); t.addEventListener("a", function (e) { log.push("function " + (this === t) + e.target?.constructor.name); }, { once: true }); t.addEventListener("a", null);
console.log(t.dispatchEvent(new Event("a", { cancelable: true })), t.dispatchEvent(new Event("a")), log); t.removeEventListener("a", h); t.dispatchEvent(new Event("a")); console.log(log.length, probe(() => t.dispatchEvent({})), probe(() => t.addEventListener("x")), probe(() => new Event()));
const e = new Event("x", { cancelable: true }); t.addEventListener("x", (ev) => ev.preventDefault()); console.log(t.dispatchEvent(e), e.defaultPrevented, e.cancelable, e.bubbles, e.eventPhase, e.isTrusted, typeof e.timeStamp, e.composedPath().length);
// # custom events and subclasses
class Hub extends EventTarget { emit(n, detail) { return this.dispatchEvent(new CustomEvent(n, { detail })); } } const hub = new Hub(), got = []; hub.addEventListener("x", (e) => got.push(e.detail, e instanceof Event, e.type)); hub.emit("x", { a: 1 }); console.log(got, new CustomEvent("y").detail);
// # abort controller in use
const c = new AbortController(), log = []; c.signal.onabort = (e) => log.push("on " + e.type); c.signal.addEventListener("abort", () => log.push("listener")); console.log(c.signal.aborted, c.signal.reason); c.abort(); c.abort("again"); console.log(c.signal.aborted, c.signal.reason.name, c.signal.reason.code, c.signal.reason instanceof DOMException, c.signal.reason instanceof Error, log, probe(() => c.signal.throwIfAborted()), probe(() => new AbortSignal()), AbortSignal.abort("x").reason, AbortSignal.abort().reason.message);
// # abort signal timeout and any
const t = AbortSignal.timeout(5), c = new AbortController(), any = AbortSignal.any([t, c.signal]); console.log(any.aborted, AbortSignal.any([]).aborted, AbortSignal.any([AbortSignal.abort("now")]).reason); await new Promise((r) => any.addEventListener("abort", r)); console.log(any.reason.name, t.reason === any.reason, any.reason.code, c.signal.aborted, probe(() => AbortSignal.timeout(-1)), probe(() => AbortSignal.any(5)));
const d = new AbortController(), nested = AbortSignal.any([AbortSignal.any([d.signal]), t.aborted ? c.signal : t]); d.abort("why"); console.log(nested.aborted, nested.reason);
// # abort a wait
const wait = (ms, signal) => new Promise((resolve, reject) => { signal.throwIfAborted(); const id = setTimeout(resolve, ms, "done"); signal.addEventListener("abort", () => { clearTimeout(id); reject(signal.reason); }, { once: true }); });
const c = new AbortController(); setTimeout(() => c.abort(new RangeError("stop")), 2); console.log(await probe(() => wait(10_000, c.signal)), await wait(1, new AbortController().signal), await probe(() => wait(1, AbortSignal.abort())));
// # dom exceptions
const e = new DOMException("m", "AbortError"); console.log(e.name, e.message, e.code, String(e), e instanceof Error, Object.prototype.toString.call(e), new DOMException().name, new DOMException("x", "Own").code, new DOMException("x", { name: "DataCloneError", cause: 5 }).cause, DOMException.ABORT_ERR, ["TimeoutError", "NotFoundError", "SyntaxError", "InvalidStateError", "QuotaExceededError"].map((n) => new DOMException("", n).code));
// # structured clone
const o = { d: new Date(5), r: /x/gi, m: new Map([[{ k: 1 }, new Set([1])]]), b: new Uint8Array([1, 2]).subarray(1), e: new RangeError("e", { cause: "c" }), n: [null, undefined, NaN, -0, 1n], s: Object("str"), h: [, 1] }; o.self = o; const c = structuredClone(o);
console.log(c.self === c, c.d.getTime(), String(c.r), [...c.m.keys()][0], c.b, c.b.buffer.byteLength, c.e.name, c.e.message, c.e.cause, c.n, c.s instanceof String, 0 in c.h, Object.getPrototypeOf(structuredClone(new (class A { x = 1; })())) === Object.prototype, probe(() => structuredClone(() => {})), probe(() => structuredClone(Symbol())), probe(() => structuredClone({ f() {} })), probe(() => structuredClone(new WeakMap())), probe(() => structuredClone(Promise.resolve())), probe(() => structuredClone()));
// # structured clone transfers
const b = new ArrayBuffer(4), u = new Uint8Array(b), c = structuredClone({ u }, { transfer: [b] }); console.log(b.byteLength, u.length, c.u.length, probe(() => structuredClone(1, { transfer: [{}] })), structuredClone({ get x() { return 1; } }), structuredClone(Object.defineProperty({}, "hidden", { value: 1 })));
// # timers order
const out = []; setTimeout(() => out.push("b"), 2); setTimeout(() => out.push("a"), 1); setTimeout(() => out.push("zero")); setTimeout(() => out.push("neg"), -5); setTimeout(() => out.push("nan"), NaN); setTimeout(() => out.push("str"), "1"); await new Promise((r) => setTimeout(r, 20)); console.log(out.join());
// # timers from timers
const out = []; setTimeout(() => { out.push(1); setTimeout(() => out.push(3), 0); Promise.resolve().then(() => out.push(2)); }, 0); await new Promise((r) => setTimeout(r, 15)); console.log(out); const id = setInterval(() => { out.push("i"); if (out.length > 5) clearInterval(id); }, 1); await new Promise((r) => setTimeout(r, 40)); console.log(out.length);
// # timer handles
const t = setTimeout(() => {}, 1000); console.log(typeof +t, t.hasRef(), t.unref() === t, t.refresh() === t, t[Symbol.toPrimitive]() === +t); clearTimeout(+t); clearTimeout(t); clearTimeout(-1); clearInterval(String(+t)); let ran = false; const im = setImmediate(() => { ran = true; }); clearImmediate(im); await new Promise((r) => setTimeout(r, 3)); console.log(ran, await new Promise((r) => setImmediate(r, "arg")));
// # errors of the web's constructors
for (const f of [() => URL("x"), () => Headers(), () => new Request(), () => Response(), () => Blob(), () => FormData(), () => TextEncoder(), () => AbortController(), () => EventTarget(), () => ReadableStream(), () => new FormData(5), () => new Blob("x"), () => new Blob(5), () => new Headers(5), () => new Response(null, 5)]) console.log(probe(f) instanceof Object ? "made" : probe(f));
// # tags and names of the web's classes
for (const [n, v] of Object.entries({ URL: new URL("a:b"), URLSearchParams: new URLSearchParams(), Headers: new Headers(), Request: new Request("http://a"), Response: new Response(), Blob: new Blob(), File: new File([], "f"), FormData: new FormData(), AbortController: new AbortController(), AbortSignal: AbortSignal.abort(), Event: new Event("e"), EventTarget: new EventTarget(), TextEncoder: new TextEncoder(), TextDecoder: new TextDecoder(), ReadableStream: new ReadableStream(), DOMException: new DOMException() })) console.log(n, Object.prototype.toString.call(v), v.constructor.name, v.constructor === globalThis[n], typeof globalThis[n]);
// # globals are not enumerable
console.log(["URL", "fetch", "Buffer", "crypto", "Headers", "structuredClone", "setTimeout", "console"].map((n) => [n, n in globalThis, typeof globalThis[n]].join()), globalThis === globalThis.globalThis, typeof globalThis);
// # performance
const a = performance.now(); for (let i = 0; i < 1000; i++); const b = performance.now(); console.log(typeof a, a >= 0, b >= a, Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 5000);
// # console methods return nothing
console.log([console.debug, console.info, console.error, console.warn, console.trace, console.dir, console.table, console.group, console.groupEnd, console.time, console.timeEnd, console.count, console.assert].map((f) => typeof f).every((t) => t === "function"));
