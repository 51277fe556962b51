// # write and close
const log = [];
const s = new WritableStream({ start(c) { log.push("start", typeof c.error, c.signal.aborted); }, async write(x) { log.push("write " + x); }, close() { log.push("close"); } });
const w = s.getWriter();
console.log(s.locked, w.desiredSize, probe(() => s.getWriter()));
await w.ready; await w.write("a"); w.write("b"); console.log(w.desiredSize); await w.ready;
console.log(await w.close(), await w.closed, w.desiredSize, log);
console.log(await probe(() => w.close()));
w.releaseLock();
console.log(s.locked, await probe(() => w.write(1)), probe(() => w.desiredSize));
// # writes wait for each other
const log = []; let release;
const s = new WritableStream({ write(x) { log.push("begin " + x); return new Promise((r) => { release = () => { log.push("end " + x); r(); }; }); } }, { highWaterMark: 2 });
const w = s.getWriter(), tick = () => new Promise((r) => setTimeout(r, 2));
w.write(1); w.write(2); let ready = false;
w.ready.then(() => { ready = true; });
await tick(); console.log(log, w.desiredSize, ready);
release(); await tick(); console.log(log, w.desiredSize, ready);
release(); await tick(); console.log(log, w.desiredSize);
// # errors of the sink
const s = new WritableStream({ write(x) { if (x === "bad") throw new RangeError("bad chunk"); } });
const w = s.getWriter(); w.closed.catch(() => {});
await w.write("good");
console.log(await probe(() => w.write("bad")), await probe(() => w.write("after")), await probe(() => w.closed), await probe(() => w.ready), w.desiredSize);
const t = new WritableStream({ start() { return Promise.reject(new TypeError("start")); } }).getWriter();
console.log(await probe(() => t.write(1)), await probe(() => t.closed));
const u = new WritableStream({ close() { throw new Error("close"); } }).getWriter();
console.log(await probe(() => u.close()), await probe(() => u.closed));
let c; const v = new WritableStream({ start(x) { c = x; } }).getWriter();
c.error(new SyntaxError("outside")); console.log(await probe(() => v.write(1)), await probe(() => v.closed));
// # abort
const log = []; let signal;
const s = new WritableStream({ start(c) { signal = c.signal; }, write(x) { log.push(x); return new Promise((r) => setTimeout(r, 3)); }, abort(r) { log.push("abort " + r); } });
const w = s.getWriter(); w.closed.catch(() => {}); w.ready.catch(() => {});
const writes = [w.write(1), w.write(2)].map((p) => p.then(() => "ok", (e) => "failed " + e));
await new Promise((r) => setTimeout(r, 1));
console.log(await w.abort("enough"), signal.aborted, signal.reason, await Promise.all(writes), log, await probe(() => w.closed), await w.abort("again"));
const locked = new WritableStream(); locked.getWriter();
console.log(await probe(() => locked.abort()), await probe(() => locked.close()), await new WritableStream().abort("x"));
// # constructors
console.log(probe(() => new WritableStream(5)), probe(() => new WritableStream({ type: "bytes" })), probe(() => new WritableStream({}, { highWaterMark: -1 })), Object.prototype.toString.call(new WritableStream()), Object.prototype.toString.call(new TransformStream()), new WritableStream({}, new CountQueuingStrategy({ highWaterMark: 7 })).getWriter().desiredSize, new ByteLengthQueuingStrategy({ highWaterMark: 9 }).size(new Uint8Array(4)), new CountQueuingStrategy({ highWaterMark: 3 }).size(), probe(() => new CountQueuingStrategy()), probe(() => new CountQueuingStrategy({})));
// # transform
const t = new TransformStream({ start(c) { c.enqueue("first"); }, transform(x, c) { if (x !== "skip") { c.enqueue(x + "1"); c.enqueue(x + "2"); } }, flush(c) { c.enqueue("last"); } });
const w = t.writable.getWriter(), out = [];
(async () => { for (const x of ["a", "skip", "skip", "b"]) await w.write(x); await w.close(); })();
for await (const x of t.readable) out.push(x);
console.log(out, await w.closed);
// # identity and backpressure
const t = new TransformStream(), w = t.writable.getWriter(), r = t.readable.getReader();
let done = false;
console.log(w.desiredSize);
w.write("x").then(() => { done = true; });
await new Promise((r) => setTimeout(r, 2));
console.log(done, w.desiredSize, await r.read());
await new Promise((r) => setTimeout(r, 2));
console.log(done, w.desiredSize);
const closed = w.close();
console.log(await r.read(), await closed);
// # transform errors
const t = new TransformStream({ transform() { throw new RangeError("no"); } });
const w = t.writable.getWriter(), r = t.readable.getReader(); w.closed.catch(() => {}); w.ready.catch(() => {}); r.closed.catch(() => {});
const p = probe(() => r.read());
console.log(await probe(() => w.write(1)), await p, await probe(() => w.write(2)));
const u = new TransformStream({ flush() { throw new TypeError("flush"); } }), x = u.writable.getWriter(); x.closed.catch(() => {});
const q = probe(() => u.readable.getReader().read());
console.log(await probe(() => x.close()), await q);
const v = new TransformStream({ transform(_, c) { c.terminate(); } }), y = v.writable.getWriter(), z = v.readable.getReader(); y.closed.catch(() => {}); y.ready.catch(() => {});
const read = z.read(); await probe(() => y.write(1)); console.log(await read, await probe(() => y.write(2)));
let c; const e = new TransformStream({ start(x) { c = x; } }); c.error(new Error("outside"));
console.log(await probe(() => e.readable.getReader().read()), c.desiredSize);
// # cancel and abort cross a transform
const t = new TransformStream(), w = t.writable.getWriter(); w.closed.catch(() => {}); w.ready.catch(() => {});
await t.readable.cancel(new Error("enough"));
console.log(await probe(() => w.write(1)), await probe(() => w.closed));
const u = new TransformStream(), r = u.readable.getReader(); r.closed.catch(() => {});
await u.writable.abort(new RangeError("stop"));
console.log(await probe(() => r.read()));
// # text streams
const bytes = new TextEncoder().encode("grüße 😀!"), parts = [bytes.subarray(0, 3), bytes.subarray(3, 11), bytes.subarray(11)];
const source = () => new ReadableStream({ start(c) { for (const p of parts) c.enqueue(p); c.close(); } });
let text = ""; const d = new TextDecoderStream();
for await (const x of source().pipeThrough(d)) text += x;
console.log(text, d.encoding, d.fatal, d.ignoreBOM);
const back = [];
for await (const x of new ReadableStream({ start(c) { c.enqueue("a\ud83d"); c.enqueue("\ude00b"); c.close(); } }).pipeThrough(new TextEncoderStream())) back.push(...x);
console.log(new TextDecoder().decode(new Uint8Array(back)), new TextEncoderStream().encoding);
console.log(await probe(async () => { for await (const x of new ReadableStream({ start(c) { c.enqueue(new Uint8Array([255])); c.close(); } }).pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))); }), probe(() => new TextDecoderStream("nope")));
// # lines of a stream
class Lines extends TransformStream { constructor() { let rest = ""; super({ transform(s, c) { const lines = (rest + s).split("\n"); rest = lines.pop(); for (const l of lines) c.enqueue(l); }, flush(c) { if (rest) c.enqueue(rest); } }); } }
const out = [];
for await (const l of ReadableStream.from(["a\nb", "c\n", "\nd"]).pipeThrough(new Lines())) out.push(l);
console.log(out);
// # pipe to
const got = [];
const src = () => new ReadableStream({ start(c) { c.enqueue(1); c.enqueue(2); c.close(); } });
const dst = () => new WritableStream({ write(x) { got.push(x); }, close() { got.push("close"); }, abort(e) { got.push("abort " + e.message); } });
await src().pipeTo(dst()); await src().pipeTo(dst(), { preventClose: true });
console.log(got);
const bad = new ReadableStream({ start(c) { c.error(new Error("source")); } });
console.log(await probe(() => bad.pipeTo(dst())), got.at(-1));
let cancelled; const endless = new ReadableStream({ pull(c) { c.enqueue(1); }, cancel(r) { cancelled = r; } });
console.log(await probe(() => endless.pipeTo(new WritableStream({ write() { throw new RangeError("full"); } }))), cancelled?.message, endless.locked);
const ac = new AbortController(); ac.abort(new Error("stop"));
console.log(await probe(() => src().pipeTo(dst(), { signal: ac.signal })), got.at(-1));
// # fetch body through a decoder
const r = new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array([104, 105])); c.close(); } }));
let text = ""; for await (const x of r.body.pipeThrough(new TextDecoderStream())) text += x;
console.log(text, r.bodyUsed);
