// # path join normalize
const p = require("node:path");
for (const a of [["a", "b"], ["/a", "../b"], ["a", "", "/c/"], ["..", "x"], [""], [], ["a/../../b"], ["/", "..", "x"], ["a//b/./c"], ["./a"], ["/a/b/", ".."]]) console.log(JSON.stringify(a), p.join(...a), p.normalize(a.join("/")));
console.log(probe(() => p.join(5)), p.sep, p.delimiter, p.posix === p || typeof p.posix, p.isAbsolute("/a"), p.isAbsolute("a"), p.isAbsolute(""));
// # path parts
const p = require("path");
for (const a of ["/a/b.txt", "b.tar.gz", "/a/b/", "a", "/", "", ".hidden", "..", "a.", "/a/.x.y", "//a", "a/b//", "./x", "/x", "a/../b.c"]) console.log(JSON.stringify(a), JSON.stringify([p.dirname(a), p.basename(a), p.extname(a)]), p.parse(a));
console.log(p.basename("a.txt", ".txt"), p.basename("a.txt", "a.txt"), p.basename("/x/y.js", "js"), p.basename("aa", "a"));
// # path resolve relative format
const p = require("path");
console.log(p.resolve("/a", "b", "../c"), p.resolve("/a", "/b"), p.resolve("/a/b/"), p.resolve("/"), p.relative("/a/b/c", "/a/d"), p.relative("/a", "/a"), p.relative("/a", "/a/b/c"), p.relative("/x/y", "/"));
console.log(p.format({ dir: "/a", base: "b.c" }), p.format({ root: "/", name: "n", ext: ".e" }), p.format({ dir: "/d", root: "/", name: "n", ext: "e" }), p.format({ base: "x" }), p.format({ dir: "/", root: "/", base: "q" }));
// # util promisify
const { promisify, callbackify } = require("util");
console.log(await promisify((a, b, cb) => cb(null, a + b))(1, 2), await probe(() => promisify((cb) => cb(new RangeError("no")))()), probe(() => promisify(5)));
console.log(await new Promise((r) => callbackify(async (x) => x * 2)(4, (e, v) => r([e, v]))), await new Promise((r) => callbackify(async () => { throw new TypeError("x"); })((e) => r(e.name))));
const f = () => {}; f[promisify.custom] = () => "custom";
console.log(promisify(f)());
// # util types
const { types } = require("util");
const values = { date: new Date(), re: /x/, map: new Map(), set: new Set(), promise: Promise.resolve(), err: new Error(), u8: new Uint8Array(), ab: new ArrayBuffer(1), dv: new DataView(new ArrayBuffer(1)), af: async () => {}, gf: function* () {}, num: new Number(1), proxy: new Proxy({}, {}), plain: {}, wm: new WeakMap(), gen: (function* () {})(), f64: new Float64Array() };
for (const name of ["isDate", "isRegExp", "isMap", "isSet", "isPromise", "isNativeError", "isUint8Array", "isArrayBuffer", "isAnyArrayBuffer", "isDataView", "isTypedArray", "isArrayBufferView", "isAsyncFunction", "isGeneratorFunction", "isNumberObject", "isBoxedPrimitive", "isProxy", "isWeakMap", "isGeneratorObject", "isFloat64Array"]) {
  console.log(name, Object.keys(values).filter((k) => types[name](values[k])).join());
}
// # util isDeepStrictEqual
const { isDeepStrictEqual: eq } = require("util");
console.log([[1, 1], [1, "1"], [NaN, NaN], [0, -0], [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }], [{ a: 1 }, { a: 1, b: undefined }], [[1, 2], [1, 2, 3]], [new Date(1), new Date(1)], [new Date(1), new Date(2)], [/a/g, /a/i], [new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])],
  [new Set([1, { x: 1 }]), new Set([{ x: 1 }, 1])], [new Uint8Array([1]), new Uint8Array([1])], [new Uint8Array([1]), new Uint8Array([2])], [new Error("a"), new Error("a")], [new Error("a"), new Error("b")], [{}, []], [null, {}], [Object.create(null), {}], [new Number(1), new Number(1)]].map(([a, b]) => eq(a, b)));
// # util format and inherits
const util = require("util");
console.log(util.format("%s:%d", "a", 1, { x: 1 }), util.format("plain"), util.format(1, 2), util.format(), util.format("%s", "a", "b"), util.inspect.custom === Symbol.for("nodejs.util.inspect.custom"));
function P() {} function C() {} util.inherits(C, P);
console.log(new C() instanceof P, C.super_ === P, util.stripVTControlCharacters("\u001b[31mred\u001b[0m"), util.toUSVString("a\ud800"), typeof util.debuglog("x"));
console.log(util.deprecate((x) => x + 1, "old")(1), util.TextEncoder === TextEncoder, util.types.isDate(new Date()));
// # node:url
const { URL: U, fileURLToPath, pathToFileURL, urlToHttpOptions, format, parse } = require("node:url");
console.log(U === URL, fileURLToPath("file:///a%20b/c"), pathToFileURL("/a b#c?d%").href, probe(() => fileURLToPath("http://x")));
const o = urlToHttpOptions(new URL("https://u:p@h:8/p?q=1#f"));
console.log(o.protocol, o.hostname, o.port, o.path, o.auth, o.pathname, o.search, o.hash, o.href);
console.log(format(new URL("http://a/b?c#d"), { fragment: false, search: false }), format({ protocol: "http", host: "x:1", pathname: "/p", query: { a: 1 } }), format({ protocol: "https:", hostname: "h", port: 5, search: "?s", hash: "z" }));
const p = parse("http://user:pw@host.com:80/p/a?x=1#h");
console.log(p.protocol, p.auth, p.host, p.port, p.hostname, p.pathname, p.search, p.query, p.hash, p.path, p.href, parse("http://a/?x=1&y=2", true).query.y);
console.log(require("url").resolve("http://a/b/c", "../d"), require("url").resolve("/one/two", "three"), require("url").domainToASCII("münchen.de"));
