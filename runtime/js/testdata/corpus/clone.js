// # clone values
const o = { a: [1, { b: new Date(5) }], m: new Map([["k", new Set([1])]]), r: /x/gi, u: undefined, n: null, big: 5n, s: "t" };
const c = structuredClone(o);
console.log(c, c !== o, c.a[1] !== o.a[1], c.m !== o.m, c.a[1].b instanceof Date, c.r.flags);
// # clone cycles
const o = { x: 1 }; o.self = o; o.twice = [o, o];
const c = structuredClone(o);
console.log(c.self === c, c.twice[0] === c, c.twice[1] === c);
// # clone binary
const u = new Uint8Array([1, 2, 3]), c = structuredClone({ u, view: u.subarray(1) });
u[0] = 9;
console.log(c.u, c.view, c.u.buffer === c.view.buffer, structuredClone(new ArrayBuffer(3)).byteLength, structuredClone(new DataView(new ArrayBuffer(4), 1)).byteLength);
// # clone errors
const e = structuredClone(new RangeError("bad"));
console.log(e instanceof RangeError, e.message, e.name, structuredClone(Object.assign(new Error("x"), { code: 1 })).code, structuredClone(new Error("c", { cause: { d: 1 } })).cause);
for (const v of [() => 1, Symbol("s"), { f() {} }, [Promise.resolve()], new WeakMap()]) try { structuredClone(v); } catch (x) { console.log(x.name, x.code, x instanceof DOMException); }
// # clone boxes and classes
class Foo { constructor() { this.a = 1; } get g() { return 2; } }
console.log(structuredClone(new Foo()), structuredClone(new Number(3)), structuredClone(new String("s")), structuredClone(new Boolean(true)), structuredClone({ get x() { return 1; } }), structuredClone([1, , 3]));
console.log(structuredClone(5), structuredClone("s"), structuredClone(null), structuredClone(undefined), probe(() => structuredClone()));
