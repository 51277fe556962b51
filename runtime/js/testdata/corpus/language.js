// # classes
class A { #p = 1; static #count = 0; static s = "static"; x = this.#p + 1; static { this.made = "block"; } get p() { return this.#p; } set p(v) { this.#p = v; } #m() { return "private " + this.#p; } m() { return this.#m(); } static has(o) { return #p in o; } static inc() { return ++A.#count; } }
class B extends A { constructor() { super(); this.y = super.m(); } m() { return "B" + super.m(); } }
const b = new B(); b.p = 5;
console.log(b.x, b.y, b.m(), A.has(b), A.has({}), A.inc(), A.inc(), A.made, B.s, b, Object.getOwnPropertyNames(A.prototype));
// # generators
function* g() { const x = yield 1; try { yield x * 2; } finally { console.log("cleanup"); } }
const it = g();
console.log(it.next(), it.next(21), it.return("r"), it.next(), [...(function* () { yield* [1, 2]; return 3; })()]);
// # destructuring and spread
const { a = 1, b: { c, ...rest } = {}, ...others } = { b: { c: 2, d: 3, e: 4 }, f: 5 }, [x, , y = 9, ...z] = [1, 2, undefined, 4, 5];
console.log(a, c, rest, others, x, y, z, { ...{ q: 1 }, ..."hi", ...null }, Math.max(...[1, 5, 3], ...new Set([7])));
// # optional and nullish
const o = { a: { b: () => "called" }, n: null, z: 0 };
let u; u ??= 5; let v = 0; v ||= 6; let w = 1; w &&= 7;
console.log(o?.a?.b?.(), o.n?.x.y.z, o.missing?.(), o.z ?? "d", o.n ?? "d", u, v, w, delete o?.a, o);
// # bigint
console.log(2n ** 64n, -7n / 2n, 7n % -4n, BigInt("0xff"), BigInt.asUintN(8, 257n), BigInt.asIntN(8, 255n), 5n > 4, 2n == 2, typeof 1n, (123n).toString(16), probe(() => 1n + 1), probe(() => BigInt(1.5)), probe(() => JSON.stringify(1n)));
// # regexps
console.log("2026-01-02".match(/(?<y>\d+)-(?<m>\d+)/).groups.y, "aXbX".replaceAll("X", "-"), "abc".replace(/(?<l>b)/, "[$<l>]"), [..."a1b2".matchAll(/[a-z](\d)/g)].map((m) => m[1]), /(?<=\$)\d+/.exec("$42")[0], /(?<!a)b/.test("ab"), /^.$/su.test("😀"), "x".padStart(3, "ab"));
const s = /a/y; s.lastIndex = 1;
console.log(s.test("ba"), "a,b;c".split(/[,;]/), "test".search(/s/), "aBc".replace(/b/i, (m) => m + m), "a\nb".match(/^b/m)[0], /[\u{1f600}-\u{1f64f}]/u.test("😀"), "$1 $& $$".replace("$1", "$$-$&"));
// # regexp kelvin sign
console.log("\u212a".match(/k/i));
// # errors
class MyError extends Error { constructor(m, o) { super(m, o); this.name = "MyError"; } }
const e = new MyError("m", { cause: new TypeError("c") });
console.log(e instanceof MyError, e instanceof Error, String(e), e.cause.message, Object.keys(e), new AggregateError([1, 2], "agg").errors, e.stack.split("\n")[0], Object.prototype.toString.call(e));
for (const f of [() => null.x, () => undefined.y(), () => notDefined, () => { const q = 1; q = 2; }, () => new (class { #a; static t(o) { return o.#a; } }).constructor.t({}), () => [].reduce((a) => a), () => new Array(-1), () => "x".repeat(-1), () => Symbol() + "", () => ({}) instanceof 5, () => new 5(), () => decodeURI("%")]) { try { f(); } catch (e) { console.log(e.name, e.constructor === globalThis[e.name]); } }
// # collections
const m = new Map([[NaN, 1], ["k", 2]]), s = new Set([1, 1, 2]);
console.log(m.get(NaN), m.size, [...m.keys()], s.size, [...s.entries()], new Map(Object.entries({ a: 1 })), Object.fromEntries(m), m.delete("k"), m.has("k"), [...new Set("hello")].join(""));
// # arrays
console.log([3, 1, 2].toSorted(), [1, 2, 3].at(-1), [1, [2, [3, [4]]]].flat(Infinity), [1, 2, 3].findLast((x) => x < 3), [1, 2].with(0, 9), [1, 2, 3].toSpliced(1, 1), [1, 2].toReversed(), Array.from({ length: 2 }, (_, i) => i), [1, 2, 3].includes(NaN), [NaN].includes(NaN), [1, 2, 3, 4].copyWithin(0, 2), [[1, "a"]].flatMap((x) => x), [10, 9, 1].sort(), [1, 2, 3].findLastIndex((x) => x === 9), ["b", , "a"].sort());
// # strings
console.log("abc".at(-1), "a-b".split("-"), "  x ".trim(), "abc".substring(2, 0), "é".normalize("NFD").length, "😀".codePointAt(0), String.fromCodePoint(128512), String.raw`a\n${1}`, "abc".localeCompare("abd"), "ß".toUpperCase(), "İ".toLowerCase().length, [..."a😀"].length, "x".concat(1, null), "aXa".lastIndexOf("a"), "abc".replace("b", "$&$&"), "I".toLocaleLowerCase());
// # numbers
console.log((0.1 + 0.2).toFixed(2), (1e21).toString(), (255).toString(2), Number("0b11"), parseInt("12px"), parseFloat("3.14abc"), Number(""), Number(" 1 "), (1234.5678).toPrecision(6), (0.000001234).toExponential(2), Number.EPSILON > 0, Math.hypot(3, 4), Math.sign(-3), Math.trunc(-4.7), Math.cbrt(27), Math.fround(5.5), Math.clz32(1), 5 / 0, -5 % 3, 2 ** -1, ~~7.9, 1e3.toString(), (25).toString(36), 0.1 * 3, 1 / 3, 123456789012345680000, 1e-7);
// # dates
const d = new Date(Date.UTC(2026, 1, 3, 4, 5, 6, 789));
console.log(d.toISOString(), d.getTime(), d.toJSON(), new Date("2026-01-02").getTime(), new Date("2026-01-02T03:04:05Z").toISOString(), new Date("2026-01-02T03:04:05+02:00").toISOString(), new Date(NaN).getTime(), probe(() => new Date(NaN).toISOString()), Date.parse("Thu, 01 Jan 1970 00:00:01 GMT"), d.getUTCDay(), new Date(2026, 0, 31).getMonth(), typeof Date.now(), d.toUTCString());
// # json
console.log(JSON.stringify({ a: [undefined, () => 1, Symbol()], b: undefined, c: new Date(0), d: NaN, e: "\u2028<>\ud800", f: { toJSON: () => "custom" } }), JSON.stringify([1, { a: 2 }], null, 2), JSON.stringify({ a: 1, b: 2 }, ["a"]), JSON.stringify({ a: 5 }, (k, v) => typeof v === "number" ? v * 2 : v), JSON.parse('{"a":[1,2,{"b":null}]}', (k, v) => Array.isArray(v) ? v.length : v), JSON.stringify("é😀"), JSON.parse('"\\u00e9"'), JSON.stringify(Object.create({ x: 1 })), JSON.stringify(new Map([[1, 2]])), JSON.stringify(null), JSON.stringify(undefined));
for (const s of ["", "{", "[1,]", "{'a':1}", "01", "nul", '"\n"', "1 2", "{\"a\":1,}", "\u00a01"]) console.log(JSON.stringify(s), probe(() => JSON.parse(s)));
// # symbols and iterators
const o = { *[Symbol.iterator]() { yield 1; yield 2; }, [Symbol.toPrimitive]: (h) => h === "number" ? 7 : "str", get [Symbol.toStringTag]() { return "T"; } };
console.log([...o], +o, `${o}`, o + "", Object.prototype.toString.call(o), Symbol.for("a") === Symbol.for("a"), Symbol.keyFor(Symbol.for("k")), Symbol("d").description, typeof Symbol.asyncIterator, String(Symbol.asyncIterator));
// # proxies and reflect
const log = [], p = new Proxy({ a: 1 }, { get: (t, k, r) => { log.push("get " + String(k)); return Reflect.get(t, k, r); }, has: (t, k) => { log.push("has " + k); return k in t; }, set: (t, k, v) => { log.push("set " + k); t[k] = v; return true; }, deleteProperty: (t, k) => delete t[k], ownKeys: (t) => [...Reflect.ownKeys(t), "extra"], getOwnPropertyDescriptor: (t, k) => ({ value: t[k], configurable: true, enumerable: true }) });
p.b = 2; void p.a; void ("zz" in p);
console.log(log, Object.keys(p), Reflect.ownKeys({ a: 1, [Symbol.iterator]: 2 }).length, Reflect.has({ a: 1 }, "a"), Reflect.construct(Date, [0]).getTime(), Reflect.apply(Math.max, null, [1, 2]));
// # labels and closures
const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i);
outer: for (const i of [1, 2, 3]) { for (const j of [1, 2]) { if (j === 2) continue outer; if (i === 3) break outer; fs.push(() => i * 10 + j); } }
console.log(fs.map((f) => f()), (() => { try { return "try"; } finally { fs.length = 0; } })(), fs.length, ((a, b = a, ...c) => [a, b, c])(1, undefined, 3, 4), (function () { return this; }).call(5) instanceof Number, void 0);
// # tagged templates and getters
const tag = (s, ...v) => s.raw.join("|") + v.join(",");
console.log(tag`a${1}\n${2}c`, Object.entries({ get x() { return 1; }, y: 2 }), Object.getOwnPropertyDescriptor({ get z() { return 1; } }, "z").set, ((o) => (o.self = o, o.self === o))({}));
// # weak collections and freeze
const k = {}, wm = new WeakMap([[k, 1]]), ws = new WeakSet([k]);
"use strict";
const frozen = Object.freeze([1]);
console.log(wm.get(k), ws.has(k), wm.delete(k), wm.has(k), Object.isFrozen(frozen), probe(() => { "use strict"; frozen.push(2); }), Object.isSealed(Object.seal({})), structuredClone(frozen).push(3));
// # typed arrays
const u = new Uint8Array([1, 2, 3]), dv = new DataView(u.buffer);
console.log(new Uint8ClampedArray([300, -5, 1.5]), new Int8Array([200]), Float32Array.of(1.1)[0], u.subarray(1), u.slice(1).buffer !== u.buffer, new Uint16Array(u.buffer.slice(0, 2))[0], dv.getUint16(0), dv.getUint16(0, true), Uint8Array.from("123"), u.toReversed(), [...u.entries()], u.findLast((x) => x < 3), u.indexOf(2), u.set([9], 2), u, new Uint32Array(2).BYTES_PER_ELEMENT, u.toString());
// # async error paths
const boom = async () => { throw new RangeError("boom"); };
const out = [];
try { await boom(); } catch (e) { out.push(e.message); } finally { out.push("finally"); }
await Promise.reject(1).catch((e) => out.push(e)).finally(() => out.push("f2"));
out.push(await new Promise((r) => { r(1); r(2); throw new Error("ignored"); }));
out.push(await (async () => { try { return await boom(); } catch { return "caught"; } })());
console.log(out);
// # uri and misc globals
console.log(isNaN("x"), isFinite("5"), parseInt("0x1f"), typeof globalThis, globalThis.undefined, [typeof process2, typeof Buffer, typeof fetch], Object.is(NaN, NaN), Array.isArray([]), eval("1+1"), new Function("a", "return a*2")(4));
// # locale defaults
console.log((1234567.891).toLocaleString("en-US"), (5).toLocaleString(), (1e6).toLocaleString("en-US", { minimumFractionDigits: 2 }), new Date(Date.UTC(2026, 0, 2, 15, 4, 5)).toLocaleDateString("en-US", { timeZone: "UTC" }), new Date(Date.UTC(2026, 0, 2, 15, 4, 5)).toLocaleString("en-US", { timeZone: "UTC" }), (12345678901234567890n).toLocaleString("en-US"), NaN.toLocaleString(), [1234, 5].toLocaleString());
