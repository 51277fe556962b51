// # read and close
const s = new ReadableStream({ start(c) { c.enqueue("a"); c.enqueue("b"); c.close(); } });
const r = s.getReader();
console.log(s.locked, await r.read(), await r.read(), await r.read(), await r.closed);
r.releaseLock();
console.log(s.locked, probe(() => new ReadableStream(5)), await probe(() => r.read()));
// # pull and backpressure
let n = 0; const sizes = [];
const s = new ReadableStream({ pull(c) { sizes.push(c.desiredSize); c.enqueue(n++); if (n === 4) c.close(); } }, { highWaterMark: 2 });
await new Promise((r) => setTimeout(r, 2));
console.log(n);
const out = [], reader = s.getReader();
for (;;) { const { value, done } = await reader.read(); if (done) break; out.push(value); }
console.log(out, n, sizes);
// # async iteration
const s = new ReadableStream({ start(c) { for (const x of [1, 2, 3]) c.enqueue(x); c.close(); } });
const it = s[Symbol.asyncIterator](), out = [];
for (let r; !(r = await it.next()).done;) out.push(r.value);
console.log(out, s.locked, typeof s.values);
// # iteration return cancels
let why = "none";
const s = new ReadableStream({ pull(c) { c.enqueue(1); }, cancel(r) { why = r; } });
const it = s.values();
console.log(await it.next(), await it.return("enough"), why, s.locked, await it.next());
// # errors
const s = new ReadableStream({ start(c) { c.enqueue("x"); }, pull(c) { c.error(new Error("broken")); } });
const r = s.getReader();
console.log(await probe(() => r.read()), await probe(() => r.read()), await probe(() => r.closed));
const t = new ReadableStream({ start() { return Promise.reject(new RangeError("start")); } });
console.log(await probe(() => t.getReader().read()));
const u = new ReadableStream({ pull() { throw new TypeError("pull"); } });
console.log(await probe(() => u.getReader().read()));
// # cancel
let reason;
const s = new ReadableStream({ cancel(r) { reason = r; } });
console.log(await s.cancel("because"), reason, (await s.getReader().read()).done);
const locked = new ReadableStream(); locked.getReader();
console.log(await probe(() => locked.cancel()), probe(() => locked.getReader()));
// # tee
const s = new ReadableStream({ start(c) { c.enqueue("a"); c.enqueue("b"); c.close(); } });
const [x, y] = s.tee(), all = async (s) => { const out = [], r = s.getReader(); for (;;) { const { value, done } = await r.read(); if (done) return out; out.push(value); } };
console.log(await all(x), await all(y), s.locked);
// # controller after close
let c;
new ReadableStream({ start(x) { c = x; } });
c.close();
console.log(probe(() => c.enqueue(1)), probe(() => c.close()), c.desiredSize);
// # read waits
let c; const s = new ReadableStream({ start(x) { c = x; } }), r = s.getReader();
const p = r.read();
c.enqueue("later");
console.log(await p);
const q = r.read(); c.close();
console.log(await q, await r.closed);
// # from
console.log(typeof ReadableStream.from);
const s = ReadableStream.from([1, 2]), r = s.getReader();
console.log(await r.read(), await r.read(), await r.read());
// # tags
const s = new ReadableStream();
console.log(Object.prototype.toString.call(s), Object.prototype.toString.call(s.getReader()));
