// # order
const out = [];
setTimeout(() => out.push("t2"), 120); setTimeout(() => out.push("t1"), 60); setTimeout(() => out.push("t0"), 0);
queueMicrotask(() => out.push("m1")); Promise.resolve().then(() => out.push("m2")).then(() => out.push("m4")); queueMicrotask(() => out.push("m3"));
out.push("sync");
await new Promise((r) => setTimeout(r, 180));
console.log(out.join());
// # microtasks between timers
const out = [];
setTimeout(() => { out.push("a"); Promise.resolve().then(() => out.push("a micro")); queueMicrotask(() => out.push("a queued")); }, 1);
setTimeout(() => out.push("b"), 1);
await new Promise((r) => setTimeout(r, 10));
console.log(out.join());
// # immediates
const out = [];
await new Promise((r) => setTimeout(() => { setImmediate(() => out.push("immediate")); setTimeout(() => { out.push("timeout"); r(); }, 5); Promise.resolve().then(() => out.push("micro")); }, 1));
console.log(out.join());
// # timer arguments and objects
const t = setTimeout((...a) => console.log(a), 1, 1, "two", { three: 3 });
console.log(typeof t, t.hasRef(), typeof t[Symbol.toPrimitive](), t.ref() === t, t.unref().hasRef !== undefined);
t.ref();
await new Promise((r) => setTimeout(r, 5));
console.log(probe(() => setTimeout("code", 1)), probe(() => setInterval()), probe(() => setImmediate(null)), probe(() => queueMicrotask(5)));
// # interval
let n = 0;
await new Promise((r) => { const id = setInterval(() => { if (++n === 3) { clearInterval(id); r(); } }, 1); });
await new Promise((r) => setTimeout(r, 5));
console.log(n);
// # clear
const out = [], a = setTimeout(() => out.push("a"), 1), i = setImmediate(() => out.push("i"));
clearTimeout(a); clearImmediate(i); clearTimeout(null); clearTimeout(undefined); clearTimeout("x"); clearTimeout({}); clearInterval(a);
await new Promise((r) => setTimeout(r, 5));
console.log(out.length, clearTimeout(a));
// # async interleaving
const out = [];
const f = async (n) => { for (let i = 0; i < 3; i++) { out.push(n + i); await null; } };
await Promise.all([f("a"), f("b")]);
const thenable = { then(r) { out.push("then called"); r("value"); } };
out.push(await thenable);
console.log(out.join());
// # await order
const out = [];
const a1 = async () => { out.push("a1 start"); await a2(); out.push("a1 end"); }, a2 = async () => { out.push("a2"); };
setTimeout(() => out.push("timeout"), 0);
a1();
new Promise((r) => { out.push("executor"); r(); }).then(() => out.push("then"));
out.push("end");
await new Promise((r) => setTimeout(r, 5));
console.log(out.join());
// # promise combinators
console.log(await Promise.all([1, Promise.resolve(2)]), await Promise.allSettled([1, Promise.reject(new Error("x"))]).then((r) => r.map((x) => x.status)), await Promise.race([new Promise(() => {}), 5]), await Promise.any([Promise.reject(1), 7]));
console.log(await Promise.any([Promise.reject(1)]).catch((e) => [e.constructor.name, e.errors]), await probe(() => Promise.reject(new RangeError("r"))), await Promise.resolve(1).finally(() => 9));
// # performance
const a = performance.now();
await new Promise((r) => setTimeout(r, 3));
const b = performance.now();
console.log(typeof a, b > a, b - a >= 2, b - a < 5000, performance.timeOrigin > 1e12);

// # what is no callback
for (const f of [Symbol("x"), Symbol(), true, 1n, 2, null, undefined, "x"]) try { setTimeout(f) } catch (e) { console.log(e.message) }
