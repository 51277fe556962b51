// # primitives
console.log(1, -0, 1.5, NaN, 10n, true, null, undefined, "text", Symbol("s"), Symbol());
console.log([1, -0, "text", 'it\'s', "a\"'b", "a\"'`", undefined, null, 10n, Symbol("x"), "tab\t\nnew\u001b\u007f\\"]);
// # objects
console.log({}, { a: 1 }, { a: { b: { c: { d: 1 } } } }, { "a-b": 1, 2: 3, ünder: 4, [Symbol("k")]: 5, "": 6 }, Object.create(null), Object.assign(Object.create(null), { x: 1 }));
class Foo { constructor() { this.a = 1; } } class Bar extends Foo {}
console.log(new Foo(), new Bar(), new (class { })(), new (class extends Foo { get [Symbol.toStringTag]() { return "Tag"; } })(), { get a() { return 1; }, set b(v) {}, get c() { return 1; }, set c(v) {} });
// # arrays
console.log([], [1, 2, 3], [[1, [2, [3, [4]]]]], [1, , 3, , ,], new Array(5), Object.assign([1], { x: 2, "-1": 3 }), [undefined, null], new (class Sub extends Array {})(1, 2));
console.log(Array.from({ length: 30 }, (_, i) => i), Array.from({ length: 120 }, (_, i) => i * 100), Array.from({ length: 10 }, (_, i) => "item number " + i), ["a", "bb", "ccc", "d", "e", "f", "g"]);
// # long objects break
console.log({ alpha: "a".repeat(40), beta: "b".repeat(40), gamma: "c".repeat(40) }, { short: 1, list: [1, 2, 3], nested: { deep: { deeper: [1, { x: 1 }] } } });
console.log([{ id: 1, name: "first", tags: ["a", "b"] }, { id: 2, name: "second", tags: [] }], Array.from({ length: 5 }, (_, i) => ({ index: i, text: "element " + i, more: [i, i] })));
// # functions and classes
class A {} class B extends A { static x = 1; }
console.log(function named() {}, () => {}, async () => {}, function* gen() {}, A, B, class {}, Math.max, Object.assign(() => {}, { a: 1 }), [function () {}, A]);
// # collections
console.log(new Map([["a", 1], [{ k: 1 }, [1, 2]]]), new Set([1, "x", { a: 1 }]), new Map(), new Set(), new WeakMap(), new WeakSet(), new Map([["deep", new Map([["er", new Map([["est", new Map()]])]])]]));
console.log([new Map([[1, 2]])], { s: new Set([[1, 2]]) });
// # dates regexps boxes
console.log(new Date(0), new Date(NaN), /a+b/gi, new Number(3), new String("abc"), new Boolean(false), Object(Symbol("q")), Object(5n), [new Date(0), /x/], Object.assign(new Date(0), { extra: 1 }));
// # promises
console.log(Promise.resolve(4), new Promise(() => {}), Promise.resolve({ a: [1] }), [Promise.resolve(1)]);
const p = Promise.reject(3); p.catch(() => {});
console.log(p);
// # typed arrays and buffers
console.log(new Uint8Array([1, 2, 3]), new Float64Array(2), new ArrayBuffer(4), new DataView(new ArrayBuffer(2)), new BigInt64Array([1n]), new Uint8Array(0), [new Uint8Array(2)]);
// # circular
const a = { name: "a" }; a.self = a; a.list = [a, { a }];
console.log(a);
const m = new Map(); m.set("m", m);
console.log(m, [m]);
// # proxies and arguments
console.log(new Proxy({ a: 1 }, { get() { throw new Error("trap"); } }), new Proxy([1, 2], {}), new Proxy(function f() {}, {}), (function () { return arguments; })(1, "x"));
// # generators and iterators
console.log((function* () {})(), [1][Symbol.iterator](), new Map([[1, 2]]).entries()[Symbol.toStringTag], globalThis === globalThis);
// # custom inspect
const custom = Symbol.for("nodejs.util.inspect.custom");
console.log({ [custom]() { return "custom!"; } }, { [custom](depth, options, inspect) { return { depth, same: typeof inspect }; } }, [{ [custom]: () => "in\nlines" }]);
// # format directives
console.log("%s %d %i %f %j %o %O %% %c|", "s", "42", "42.9", "1.5x", { a: 1 }, [1], { b: { c: {} } }, "css", "extra", { e: 1 });
console.log("%s %s %s %s %s", null, undefined, Symbol("a"), 5n, -0); console.log("%s", { a: { b: 1 } }, [1, [2, [3]]]); console.log("%s", class X {}, () => 1, new Date(0));
console.log("%d %d %i", 5n, "x", {}); console.log("100%", 5); console.log("%x %s"); console.log("%s"); console.log("a%", "b"); console.log(5, "%s", 6); console.log(""); console.log();
console.log("%s", { toString() { return "own"; } }, new (class Y { toString() { return "class own"; } })());
// # util.inspect options
const { inspect } = require("util");
const deep = { a: { b: { c: { d: {} } } }, list: [1, 2, 3, 4, 5] };
console.log(inspect(deep, { depth: 0 }), inspect(deep, { depth: null }), inspect(deep, { depth: 5, breakLength: 20 }), inspect(deep, { maxArrayLength: 2 }), inspect("x".repeat(30), { maxStringLength: 10 }), inspect({ b: 1, a: 2 }, { sorted: true }));
console.log(inspect(deep, { compact: false }), inspect([1, [2]], { breakLength: 3 }), inspect({ a: 1n, b: "multi\nline" }), inspect([1, 2, 3], { maxArrayLength: 0 }));
console.log(inspect(deep, { breakLength: Infinity, depth: Infinity }), inspect(deep, true, 0));
// # long strings
console.log(["line one\nline two\nline three " + "x".repeat(120)], { s: "word ".repeat(40) });
console.log("plain multi\nline stays");
// # nested class instances and null
class Point { constructor(x, y) { this.x = x; this.y = y; } toString() { return `(${this.x})`; } }
console.log([new Point(1, 2), new Point(3, 4)], { p: new Point(0, { q: new Point(null, undefined) }) }, String(new Point(1)));
// # symbols and accessors
const o = Object.defineProperty({ a: 1 }, "hidden", { value: 2, enumerable: false });
console.log(o, Object.defineProperty({}, Symbol("s"), { value: 1 }), Object.freeze({ f: 1 }));
