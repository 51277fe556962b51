// # async generators
async function* g() { try { const got = yield 1; yield got * 2; } finally { console.log("finally"); } }
const it = g(); console.log(await it.next(), await it.next(21), await it.return("r"), await it.next());
const out = []; for await (const x of g()) { out.push(x); break; } console.log(out);
// # async generator queues calls
async function* g() { for (let i = 0; i < 3; i++) { await null; yield i; } }
const it = g(); console.log(await Promise.all([it.next(), it.next(), it.next(), it.next()]));
// # async generator throws
async function* g() { try { yield 1; } catch (e) { yield "caught " + e.message; } throw new RangeError("end"); }
const it = g(); await it.next(); console.log(await it.throw(new Error("x")), await probe(() => it.next()), await it.next());
// # async generator delegates
async function* inner() { const x = yield "a"; yield x; return "result"; }
async function* outer() { const r = yield* inner(); yield r; yield* [Promise.resolve("p"), "q"]; }
const it = outer(); console.log(await it.next(), await it.next("sent"), await it.next(), await it.next(), await it.next(), await it.next());
// # async generator methods and classes
class A { async *items() { yield this.n; } n = 5; static async *all() { yield* [1, 2]; } async *[Symbol.asyncIterator]() { yield "it"; } }
const out = []; for await (const x of new A().items()) out.push(x); for await (const x of A.all()) out.push(x); for await (const x of new A()) out.push(x); console.log(out);
console.log(Object.prototype.toString.call(new A().items()), typeof A.prototype.items);
// # for await over promises and sync iterables
const out = []; for await (const x of [Promise.resolve(1), 2, new Promise((r) => setTimeout(r, 1, 3))]) out.push(x); console.log(out);
try { for await (const x of [1, Promise.reject(new RangeError("bad"))]) out.push(x); } catch (e) { console.log(e.name, out); }
// # for await closes
const log = []; const it = { n: 0, [Symbol.asyncIterator]() { return this; }, async next() { return { value: this.n++, done: false }; }, async return() { log.push("closed"); return {}; } };
for await (const x of it) if (x === 2) break; console.log(log, it.n);
try { for await (const x of it) throw new Error("inside"); } catch (e) { console.log(e.message, log); }
const f = async () => { for await (const x of it) return x; }; console.log(await f(), log);
// # for await with labels and destructuring
const pairs = async function* () { yield [1, { a: 2 }]; yield [3, { a: 4 }]; };
outer: for await (const [x, { a, b = 9 }] of pairs()) { for (const y of [1]) { if (x === 3) break outer; console.log(x, a, b); continue outer; } }
// # private members
class A { #x = 1; static #n = 0; #m() { return this.#x; } get #g() { return this.#x * 2; } set #g(v) { this.#x = v; } static has(o) { return #x in o; } run() { this.#g = 5; A.#n++; this.#x ??= 7; this.#x **= 2; return [this.#m(), this.#g, A.#n, this?.#x]; } static #s() { return "s"; } static call() { return A.#s(); } }
console.log(new A().run(), A.has(new A()), A.has({}), A.call(), probe(() => A.prototype.run.call({})));
class B extends A { #x = "own"; get() { return this.#x; } } console.log(new B().get(), new B().run(), A.has(new B()));
// # static blocks and order
const log = []; class A { static a = log.push("a"); static { log.push("block " + this.name); } static [(log.push("key"), "b")] = log.push("b"); x = log.push("x"); constructor() { log.push("ctor"); } y = log.push("y"); }
new A(); console.log(log.join());
// # class fields capture this
class A { n = 1; get = () => this.n; ["comp" + 1] = 2; static me = 7; 'quoted' = 3; 5 = 4; set; static = 8; }
const { get } = new A(); console.log(get(), Object.keys(new A()), new A()[5], A.me, new A().static, 'set' in new A());
// # accessors and super
class A { get v() { return "A" + this.tag; } set v(x) { this.tag = x; } static make() { return new this(); } toString() { return "A!"; } }
class B extends A { get v() { return "B" + super.v; } set v(x) { super.v = x + "!"; } toString() { return super.toString() + "B"; } }
const b = B.make(); b.v = "t"; console.log(b.v, `${b}`, b instanceof B, Object.keys(b));
// # subclass built-ins
class L extends Array { sum() { return this.reduce((a, b) => a + b, 0); } } class M extends Map { get(k) { return super.get(k) ?? "none"; } } class E extends TypeError { name = "E"; } class P extends Promise {}
const l = L.from([1, 2, 3]); console.log(l.map((x) => x * 2).sum(), l.filter(Boolean) instanceof L, l.length, new M([[1, 2]]).get(3), new E("m") instanceof TypeError, String(new E("m")), P.resolve(1).then(() => {}) instanceof P, new (class extends Uint8Array {})(2));
// # error cause
const e = new Error("outer", { cause: new RangeError("inner", { cause: "text" }) }); console.log(e.cause.cause, Object.keys(e), Object.getOwnPropertyDescriptor(e, "cause").enumerable, "cause" in new Error("x"), "cause" in new Error("x", { cause: undefined }), new AggregateError([e], "all", { cause: 1 }).cause);
// # error in finally and return override
const f = () => { try { return "try"; } finally { return "finally"; } }, g = () => { for (const x of [1]) { try { continue; } finally { console.log("cleanup"); } } return "end"; }, h = () => { try { throw new Error("a"); } finally { throw new RangeError("b"); } };
console.log(f(), g(), probe(h));
// # error shapes
for (const v of [undefined, null, 0, "", "text", Symbol("s"), { message: "m" }, [1]]) { try { throw v; } catch (e) { console.log(typeof e, e === v); } }
try { null.f; } catch ({ name, constructor }) { console.log(name, constructor === TypeError); } try { throw 1; } catch { console.log("no binding"); }
// # named groups and replace functions
const re = /(?<y>\d{4})-(?<m>\d\d)/g; console.log("2026-01 2027-12".replace(re, "$<m>/$<y>"), "2026-01".replace(re, (...a) => JSON.stringify(a.at(-1))), { ..."2026-01".match(/(?<y>\d{4})-(?<m>\d\d)/).groups }, [..."2026-01 2027-12".matchAll(re)].map((m) => m.groups.y), /(?<a>x)|(?<b>y)/.exec("y").groups.a, "aa".replace(/(?<c>a)\k<c>/, "[$<c>]"));
// # regexp sticky, dotall, lookbehind, unicode
const s = /foo/y; s.lastIndex = 3; console.log(s.test("barfoo"), s.lastIndex, s.test("barfoo"), /a.b/s.test("a\nb"), /a.b/.test("a\nb"), "price: $10, €20".match(/(?<=[$€])\d+/g), "a1b2".match(/\d(?!b)/g), "😀x".match(/./gu).length, "😀x".match(/./g).length, /^\S+$/u.test("\u{10437}"), /\u{61}/u.test("a"), /[^]/.test("\n"), "x".match(/y/), "aaa".lastIndexOf("a"), /(a)|b/.exec("b"));
// # regexp split, search, replace specials
console.log("a1b2c".split(/\d/), "a1b2c".split(/(\d)/), "abc".split(""), "a,b,c".split(",", 2), "".split(""), "".split(","), "abc".replace("b", "[$`|$&|$'|$$]"), "aXbX".replaceAll(/x/gi, (m, at) => at), probe(() => "a".replaceAll(/a/, "")), "A-B_c".replace(/[-_](.)/g, (_, c) => c.toUpperCase()), "test".search(/s/), "abcabc".replace(/b/g, ""), RegExp("a/b").source, String(/[/]\//));
// # regexp state and flags
const g = /a/g; console.log(g.exec("aa").index, g.lastIndex, g.exec("aa").index, g.exec("aa"), g.lastIndex, /x/gimsuy.flags, new RegExp("(?:)").source, new RegExp("/").source, probe(() => new RegExp("[")), probe(() => new RegExp("a", "gg")), /a|b/[Symbol.split]("cad"), "x".match(/(?:)/).index, /\bfoo\b/.test("a foo b"), /[\b]/.test("\b"), /\cJ/.test("\n"), /\0/.test("\0"), /\x41\u0042/.test("AB"));
// # string methods
console.log("abc".at(-2), "x".repeat(3), "ab".padEnd(5, "12"), "a\u0301".normalize("NFC").length, "z".localeCompare("a"), "a".localeCompare("B"), ["b", "a", "C"].sort((a, b) => a.localeCompare(b)), "İI".toLowerCase(), "ǆ".toUpperCase(), "\t x\u00a0\ufeff".trim().length, "abcdef".substr(-3, 2), "abc".slice(-2), "abc".substring(5, 1), "aba".indexOf("a", 1), "abc".startsWith("b", 1), "abc".endsWith("b", 2), probe(() => "a".startsWith(/a/)), "abc".charCodeAt(9), "abc".codePointAt(1), String.raw`\x${1}`, "a-b".split("-", 1), "ß".localeCompare("ss"), "a".concat(1, null, undefined));
// # string iteration and surrogates
const s = "a😀\ud800"; console.log([...s].length, s.length, Array.from(s, (c) => c.codePointAt(0).toString(16)), s.slice(1, 3) === "😀", encodeURIComponent("😀"), probe(() => encodeURIComponent("\ud800")), JSON.stringify("\ud800"), "😀".split(""), "😀".charAt(0) === "\ud83d");
// # numbers and formatting
console.log([0.1 + 0.2, 1e21, 1e-7, 123456789.123456789, -0, 5e-324, 1.7976931348623157e308, 2 ** 53 + 1].map(String), (25).toString(36), (0.5).toString(2), (1e21).toFixed(2), (1.005).toFixed(2), (0).toFixed(1), (-1.5).toFixed(0), (123.456).toPrecision(4), (0.00001).toPrecision(1), (1e5).toExponential(), Number("1_000"), 1_000, 0b11, 0o17, 0xff, parseInt("08"), parseInt("1e3"), parseFloat(".5e1x"), Number("0x1f"), Number(null), Number([5]), Number("Infinity"), Number.isSafeInteger(2 ** 53), Number.parseFloat === parseFloat);
// # math
console.log(Math.round(-0.5), Math.round(2.5), Math.round(-2.5), Math.max(), Math.min(1, "2"), Math.max(NaN, 1), Math.sign(-0), Math.log2(8), Math.log10(1000), Math.log1p(0), Math.expm1(0), Math.cbrt(-8), Math.hypot(3, 4, 12), Math.atan2(1, 1).toFixed(4), Math.imul(0xffffffff, 5), Math.clz32(0), Math.fround(5.05), Math.trunc(-0.9), 2 ** 0.5 === Math.SQRT2, (-2) ** 2, 7 % -3, -7 % 3, 5.5 % 2);
// # bigint
console.log(2n ** 100n, -5n / 2n, -5n % 2n, 5n & 3n, 5n | 8n, ~5n, 1n << 70n, -1n >> 1n, BigInt("0b101"), BigInt(" 12 "), BigInt.asIntN(8, 200n), BigInt.asUintN(64, -1n), 1n < 2, 2n > 1, 1n == 1, 1n === 1, [3n, 1, 2n].sort().join(), Number(2n ** 64n), parseInt("9007199254740993"), BigInt(Number.MAX_SAFE_INTEGER) + 2n, (255n).toString(16), typeof Object(1n), 0n ? "t" : "f", -(-1n), probe(() => BigInt("x")), probe(() => 1n / 0n), probe(() => +1n), probe(() => Math.max(1n)), new BigInt64Array([1n, -1n]), new BigUint64Array([-1n])[0]);
// # labels, switch, comma, do while
const f = (x) => { switch (x) { case 1: case 2: return "low"; default: return "other"; case 3: { let y = x; return "three" + y; } } }; let n = 0; do { n++; if (n === 2) continue; } while (n < 3);
a: { b: { break a; } console.log("never"); } console.log(f(1), f(3), f("1"), n, (1, 2), [1, , 3].length, void 0 ?? "d", typeof undeclared, delete {}.x, !!document_ || "guard"); var document_;
// # scopes and hoisting
console.log(typeof hoisted, v, probe(() => tdz), (() => { var a = 1; { var a = 2; } return a; })(), (() => { let a = 1; { let a = 2; } return a; })()); function hoisted() {} var v = 1; let tdz = 1;
const fs = []; for (var i = 0; i < 2; i++) fs.push(() => i); for (let j = 0; j < 2; j++) fs.push(() => j); console.log(fs.map((f) => f()), (function () { return typeof this; })(), (() => typeof this)(), (function f() { return typeof f; })());
// # default parameters and arguments
function f(a, b = a + 1, { c = b, ...d } = {}, [e = 5] = [], ...r) { return [a, b, c, d, e, r, arguments.length, f.length]; } console.log(f(1), f(1, undefined, { c: 3, x: 4 }, [], 6, 7), (function (a) { arguments[0] = 9; return a; })(1));
// # spread and rest
const o = { a: 1, get g() { return "got"; }, [Symbol.for("s")]: 2 }; console.log({ ...o, ...[7], ..."x", ...null, ...5 }, [...new Map([[1, 2]])], Math.max(...new Set([3, 9])), (({ a, ...rest }) => rest)(o), [..."ab", ...[1]], Object.assign({}, "ab", null, [5]));
// # getters, setters, computed, shorthand
const k = "key", o = { [k]: 1, [`${k}2`]() { return 2; }, get [k + 3]() { return 3; }, async am() {}, *gm() { yield 1; }, k, "quo ted": 1, 1e3: "num", __proto__: { inherited: true } };
console.log(o, o.key2(), o.key3, o.inherited, Object.keys(o), o.am.name, Object.getOwnPropertyNames(o).length, "inherited" in o, Object.hasOwn(o, "inherited"));
// # object statics
console.log(Object.fromEntries(new Map([["a", 1]])), Object.entries({ b: 1, a: 2, 1: 3 }), Object.getOwnPropertyDescriptors({ get x() { return 1; } }).x.get.name, Object.is(-0, 0), Object.freeze([1]).length, Object.isExtensible(Object.preventExtensions({})), Object.getPrototypeOf(Object.create(null)), probe(() => { "use strict"; Object.freeze({ a: 1 }).a = 2; }), probe(() => { "use strict"; undeclaredVariable = 1; }), probe(() => Object.defineProperty({}, "x", { get() {}, value: 1 })), probe(() => Object.setPrototypeOf(Object.preventExtensions({}), {})), Object.entries("ab"), Object.values([5]));
// # symbols
class Even { static [Symbol.hasInstance](n) { return n % 2 === 0; } } const c = { [Symbol.isConcatSpreadable]: true, length: 1, 0: "x" }, u = { get [Symbol.toStringTag]() { return "U"; } }, p = { [Symbol.toPrimitive](h) { return h; } };
console.log(2 instanceof Even, 1 instanceof Even, [].concat(c), String(u), `${p}`, p * 1, p + "", Symbol.for("x").description, Symbol().description, Symbol("a").toString(), probe(() => `${Symbol()}`), Object(Symbol.iterator) == Symbol.iterator, Object.getOwnPropertySymbols({ [Symbol.iterator]: 1 }).length, [Symbol.asyncIterator, Symbol.match, Symbol.species].map(String));
// # iterators by hand
const it = { from: 1, to: 3, [Symbol.iterator]() { let n = this.from, end = this.to; return { next: () => n <= end ? { value: n++, done: false } : { value: undefined, done: true }, return() { console.log("return"); return {}; } }; } };
const [a, b] = it; console.log(a, b, [...it], Math.max(...it), Array.from(it, (x) => x * 2), new Set(it).size, Object.fromEntries([...it].map((x) => [x, x]))); for (const x of it) if (x === 2) break; console.log(probe(() => { const [q] = 5; }), probe(() => [...{}]), probe(() => { for (const x of { [Symbol.iterator]: 1 }); }));
// # generators in depth
function* g() { const r = yield* inner(); console.log("r", r); try { yield 2; } finally { yield "cleanup"; } } function* inner() { try { yield 1; } catch (e) { yield "caught " + e; } return "done"; }
const it = g(); console.log(it.next(), it.throw("x"), it.next(), it.return("early"), it.next(), it.next(), it[Symbol.iterator]() === it, Object.prototype.toString.call(it));
// # map and set
const m = new Map([["b", 1], ["a", 2]]); for (const [k] of m) if (k === "b") { m.delete("a"); m.set("c", 3); } const s = new Set(["x", NaN, NaN, 0, -0]);
console.log([...m.keys()], m.size, s.size, [...s], [...m].map(([k, v]) => k + v), m.forEach((v, k, self) => self === m || console.log("bad")), new Map([[{}, 1]]).get({}), m.set("z", 0) === m, s.add(1) === s, new Set("aab").size, m.has("a"), m.clear(), m.size, probe(() => new Map([1])), probe(() => Map()));
// # arrays that change
const a = [5, 1, 4]; console.log(a.toSorted((x, y) => x - y), a.sort(), a.reverse(), a.splice(1, 1, "x", "y"), a, a.fill(0, 1, 2), a.flat(), a.findLast((x) => x === 5), a.copyWithin(0, 1), a.with(-1, "w"), a.entries().next(), a.indexOf(9), a.includes(0), [3, 20, 100].sort(), [undefined, 3, , 1].sort(), Array.of(7).length, Array(3).join("-"), [1, [2, [3]]].toString(), [..."cab"].sort().join(""), [1, 2, 3].reduceRight((x, y) => x + "" + y), a.push(1, 2), a.unshift(0), a.pop(), a.shift(), a.length = 1, a);
// # arrays with holes and array-likes
console.log([, 1].map((x) => 2), [, 1].forEach(() => {}), 0 in [, 1], Object.keys([, 1]), Array.from({ length: 2, 0: "a" }), Array.prototype.slice.call("abc", 1), Array.prototype.map.call({ length: 1, 0: 5 }, (x) => x + 1), [1, 2, 3].at(-4), [].concat([1], [[2]], 3), [1, 2].join(undefined), [null, undefined].join(), [[]].flat().length, [1, 2, 3].some((x) => x > 2), [].every(() => false), probe(() => [].reduce((x) => x)), [3, 1, 2].toSpliced(0, 1), Array.isArray(new Proxy([], {})), [1, 2, 3].lastIndexOf(3, -2), [..."ab"].entries().toString());
// # stable sort of many
const list = Array.from({ length: 50 }, (_, i) => ({ k: (i * 7) % 5, i })); console.log(list.sort((a, b) => a.k - b.k).map((x) => x.i).join(), [3, 1, 2].sort(() => 0), [..."zyxw"].sort((a, b) => (a < b ? -1 : 1)).join(""), ["B", "a", "C"].sort(), [true, false, 10, 9, "x"].sort());
// # dates parse and print
for (const s of ["2026-01-02", "2026-01-02T03:04", "2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05+05:30", "Fri, 02 Jan 2026 03:04:05 GMT", "2026/01/02", "Jan 2, 2026", "2026-13-01", "x", "", "+002026-01-02T00:00:00Z", "2026-01", "2026", "2026-02-30"]) console.log(s, new Date(s).getTime());
const d = new Date(Date.UTC(2024, 1, 29, 23, 59, 59, 999)); console.log(d.toISOString(), d.toString(), d.toDateString(), d.toUTCString(), JSON.stringify(d), d.setUTCMonth(12), d.toISOString(), d.getTimezoneOffset(), Date.UTC(2026), new Date(2026, 0).toISOString(), new Date(0, 0).getFullYear(), new Date(8.64e15 + 1).getTime(), typeof (d - 0), d + 1 > "", new Date(d).getTime() === +d);
// # json edge cases
console.log(JSON.stringify({ a: 1n < 2, d: new Date(0), u: undefined, n: null, i: Infinity, nested: [[], {}], s: new String("s"), num: new Number(1), m: new Map([[1, 2]]), [Symbol()]: 1 }), JSON.stringify({ a: [1, { b: 2 }] }, null, "\t"), JSON.stringify([undefined]), JSON.stringify("\u2028\u0007\"\\"), JSON.stringify({ toJSON(k) { return "k" + k; } }), JSON.stringify({ a: { toJSON: (k) => k } }), JSON.stringify([new Set([1])], (k, v) => v instanceof Set ? [...v] : v), JSON.stringify({ b: 1, a: 2 }, ["a", "b"]), JSON.stringify({}, null, 20), probe(() => { const o = {}; o.o = o; JSON.stringify(o); }));
console.log(JSON.parse("[1,\n2]"), JSON.parse('{"__proto__":{"x":1}}').x, JSON.parse('{"a":1,"a":2}'), JSON.parse("1e3"), JSON.parse('"\\ud83d\\ude00"'), JSON.parse('[1,2,3]', function (k, v) { return Array.isArray(v) ? v : v > 1 ? v : undefined; }), JSON.parse(" null "), probe(() => JSON.parse(undefined)), probe(() => JSON.parse("{\"a\":\"\u0001\"}")));
// # proxies
const log = [], target = { a: 1, f() { return this === p; } }, p = new Proxy(target, { get(t, k, r) { log.push("get " + String(k)); return Reflect.get(t, k, r); }, set(t, k, v) { log.push("set " + k); return k !== "no" && Reflect.set(t, k, v); }, has: (t, k) => k === "magic" || k in t, ownKeys: () => ["a", "z"], getOwnPropertyDescriptor: (t, k) => ({ value: k, enumerable: k !== "z", configurable: true }), deleteProperty: (t, k) => (log.push("delete " + k), delete t[k]), apply: () => "applied" });
p.b = 2; console.log(p.f(), "magic" in p, Object.keys(p), { ...p }, delete p.b, probe(() => { "use strict"; p.no = 1; }), log, typeof new Proxy(class {}, {}), new Proxy(() => 1, { apply: (f, self, args) => args.length })(1, 2), new (new Proxy(class { x = 1; }, { construct: (C, args) => ({ made: args }) }))(5));
const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); console.log(probe(() => proxy.x));
// # reflect
console.log(Reflect.ownKeys({ b: 1, 2: 1, a: 1, 1: 1, [Symbol.iterator]: 1 }), Reflect.get({ get x() { return this.y; } }, "x", { y: 5 }), Reflect.defineProperty({}, "a", { value: 1 }), Reflect.set(Object.freeze({}), "a", 1), Reflect.construct(function () { return new.target; }, [], Map) === Map, Reflect.apply(String.prototype.slice, "hello", [1, 3]), Reflect.getPrototypeOf([]) === Array.prototype, probe(() => Reflect.ownKeys(5)), Reflect.has({ x: 1 }, "x"), Reflect.deleteProperty({ x: 1 }, "x"), Reflect.isExtensible({}));
// # tagged templates
const tag = (s, ...v) => [s.length, s.raw.join("|"), v.join()].join(" "), same = () => ((s) => s)`x`; console.log(tag`a${1}b\n${2}`, same() === same(), Object.isFrozen(same()), String.raw`\u00e9${1}`, `a${`b${1 + 1}`}`, `multi
line`, ((s) => s[0])`\unicode`);
// # typed arrays and views
const b = new ArrayBuffer(8), v = new DataView(b); v.setInt16(0, -2); v.setFloat32(4, 1.5, true); v.setBigUint64?.(0, 1n); console.log(new Uint8Array(b), v.getBigInt64(0), probe(() => v.getInt8(9)), new Uint8Array(b, 2, 3).byteOffset, probe(() => new Uint16Array(b, 1)), Uint8Array.of(1, 2).with(0, 9), new Float64Array([1, 2]).toReversed(), new Uint8Array([3, 1, 2]).toSorted(), Int8Array.from({ length: 2 }, (_, i) => i - 1), new Uint8Array([1, 2, 3]).subarray(-2), b.slice(1, 3).byteLength, ArrayBuffer.isView(v), new Uint8ClampedArray([1.5, 2.5, -1, 999]), [...new Uint8Array(2).keys()], new Uint16Array([1, 256]).buffer.byteLength, new Uint8Array([1, 2, 3]).at(-1), new Uint8Array([5, 6]).join("-"), new Uint8Array(new Set([1, 2])), Object.prototype.toString.call(new Int8Array()));
// # functions
function f(a, b) {} const g = f.bind({ x: 1 }, 1); console.log(f.length, g.length, g.name, f.name, (() => {}).name, (class { static m() {} }).m.name, f.call.length, (function () { return [...arguments]; }).apply(null, { length: 2, 0: "a" }), new Function("a", "b = 2", "return a + b")(1), typeof Function.prototype, f instanceof Function, ((a, ...b) => {}).length, probe(() => new (() => {})()), probe(() => (class {})()), (async () => {}).constructor.name, (function* () {}).constructor.name, eval("var q = 5; q * 2"), (0, eval)("typeof q"));
// # promises in order
const out = []; const p = Promise.resolve(); p.then(() => out.push(1)).then(() => out.push(4)); p.then(() => out.push(2)); (async () => { out.push(0); await p; out.push(3); await { then(r) { out.push("then"); r(); } }; out.push("after"); })(); queueMicrotask(() => out.push("q")); await new Promise((r) => setTimeout(r, 1)); console.log(out.join());
// # promise resolution of thenables and self
let self; self = new Promise((r) => setTimeout(() => r(self))); console.log(await probe(() => self), await Promise.resolve({ then(r) { r({ then(q) { q("deep"); } }); } }), await probe(() => Promise.resolve({ get then() { throw new RangeError("getter"); } })), await probe(() => new Promise(() => { throw new TypeError("executor"); })), await Promise.resolve(1).then(2), await Promise.reject(new Error("x")).then(null, (e) => e.message), await Promise.resolve({ then: 5 }), Promise.resolve(self) === self);
// # promise combinators with iterables
function* g() { yield 1; yield Promise.resolve(2); } console.log(await Promise.all(g()), await Promise.all([]), await probe(() => Promise.all(5)), await Promise.allSettled([1, Promise.reject(2)]), await Promise.race([new Promise((r) => setTimeout(r, 20, "slow")), new Promise((r) => setTimeout(r, 1, "fast"))]), await Promise.any([Promise.reject(1), new Promise((r) => setTimeout(r, 1, "any"))]), await Promise.any([]).catch((e) => e.constructor.name + e.errors.length), await Promise.resolve(5).finally(() => Promise.resolve(6)), await Promise.reject(7).finally(() => { throw 8; }).catch((e) => e));
// # await in odd places
const f = async (x = 1) => x + (await 2) * [await 3, 4][0], o = { async m() { return this.v; }, v: 9 }; let t = `${await f()} ${await o.m()}`; const { a = await Promise.resolve("dflt") } = {}; console.log(t, a, await (await Promise.resolve(() => "called"))(), (await Promise.all([1, 2].map(async (x) => x * 2))).join(), await (async () => { try { return await Promise.reject(1); } catch { return "c"; } finally { await null; } })(), await new (class { async *[Symbol.asyncIterator]() {} constructor() { return Promise.resolve("from ctor"); } })());
// # strict mode rules
"use strict"; console.log(probe(() => { "use strict"; delete Object.prototype; }), probe(() => { "use strict"; undefined = 1; }), probe(() => { "use strict"; (function () { this.x = 1; })(); }), (function () { "use strict"; return this; })(), probe(() => new Function('"use strict"; with ({}) {}')), probe(() => new Function('"use strict"; 010')), probe(() => { "use strict"; [].length = -1; }));
// # syntax errors are errors
for (const s of ["let a; let a;", "return 1", "a =>", "({a:1", "class { }", "for (;;", "`${", "1 = 2", "await 1", "const x;", "yield = 1; function* g() { yield = 1 }", "\u{1f600}", "x?.y = 1", "async () => { for await (x in y); }", "new.target", "super()"]) console.log(JSON.stringify(s), probe(() => new Function(s)));
// # logical assignment and exponent
let a = null, b = 0, c = 1, n = 0; const o = { get x() { n++; return 1; }, set x(v) { n += 10; } }; a ??= "a"; b ||= "b"; c &&= "c"; o.x ??= 5; o.x ||= 5; o.x &&= 6; console.log(a, b, c, n, 2 ** 3 ** 2, (-2) ** 2, a?.[0], o?.["x"], null?.x.y.z, undefined?.(), delete a?.b, (null)?.x ?? "n");
// # unicode identifiers and escapes
const ünï = 1, \u0061b = 2, 变量 = 3, $ = 4, _ = 5, o = { "\u00e9": 1, é2: 2 }; console.log(ünï, ab, 变量, $, _, o.é, o["é2"], "\x41\u{1F600}\101".length, '\
cont', "\0".length);
// # date arithmetic of providers
const start = new Date("2026-01-02T03:04:05Z"), end = new Date(start.getTime() + 90_000); console.log(end.toISOString(), Math.round((end - start) / 1000), end > start, new Date(end).toISOString().slice(0, 10), Number(start), isNaN(new Date("soon")), start.toISOString().replace(/[:-]|\.\d{3}/g, ""));
