(native, use) => {
  const { inspect, format } = use("inspect");
  const coded = (E, code, message) => Object.assign(new E(message), { code });
  const tag = (v) => Object.prototype.toString.call(v).slice(8, -1);
  const custom = Symbol.for("nodejs.util.promisify.custom");
  const isFunction = (f, name) => {
    if (typeof f !== "function") throw coded(TypeError, "ERR_INVALID_ARG_TYPE", `The "${name}" argument must be of type function. Received ${f === null ? "null" : typeof f}`);
  };
  const promisify = (f) => {
    isFunction(f, "original");
    if (typeof f[custom] === "function") return f[custom];
    return Object.defineProperties(function (...args) {
      return new Promise((resolve, reject) => f.call(this, ...args, (e, value) => e ? reject(e) : resolve(value)));
    }, Object.getOwnPropertyDescriptors(f));
  };
  promisify.custom = custom;
  const callbackify = (f) => {
    isFunction(f, "original");
    return function (...args) {
      const done = args.pop();
      isFunction(done, "last argument");
      f.apply(this, args).then((v) => setTimeout(done, 0, null, v), (e) => setTimeout(done, 0, e || coded(Error, "ERR_FALSY_VALUE_REJECTION", "Promise was rejected with falsy value")));
    };
  };
  const warned = new Set();
  const deprecate = (f, message, code) => function (...args) {
    if (!warned.has(code ?? f)) {
      warned.add(code ?? f);
      native.log("warn", `DeprecationWarning: ${message}`);
    }
    return new.target ? Reflect.construct(f, args, new.target) : f.apply(this, args);
  };

  const equal = (a, b, seen = new Map()) => {
    if (Object.is(a, b)) return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (tag(a) !== tag(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    if (seen.get(a) === b) return true;
    seen.set(a, b);
    if (ArrayBuffer.isView(a) || a instanceof ArrayBuffer) return native.compare(a, b) === 0;
    if (a instanceof Date || a instanceof Number || a instanceof String || a instanceof Boolean) if (!Object.is(a.valueOf(), b.valueOf())) return false;
    if (a instanceof RegExp && (`${a}` !== `${b}` || a.lastIndex !== b.lastIndex)) return false;
    if (a instanceof Error && (a.message !== b.message || a.name !== b.name)) return false;
    if (Array.isArray(a) && a.length !== b.length) return false;
    if (a instanceof Set || a instanceof Map) {
      if (a.size !== b.size) return false;
      const left = [...b];
      for (const x of a) {
        const at = left.findIndex((y) => equal(x, y, new Map(seen)));
        if (at < 0) return false;
        left.splice(at, 1);
      }
    }
    const keys = (o) => [...Object.keys(o), ...Object.getOwnPropertySymbols(o).filter((s) => Object.getOwnPropertyDescriptor(o, s).enumerable)];
    const ka = keys(a), kb = keys(b);
    return ka.length === kb.length && ka.every((k) => Object.hasOwn(b, k) && equal(a[k], b[k], seen));
  };

  const is = (C) => (v) => v instanceof C;
  const typed = (name) => (v) => ArrayBuffer.isView(v) && v[Symbol.toStringTag] === name;
  const boxed = { isNumberObject: "Number", isStringObject: "String", isBooleanObject: "Boolean", isSymbolObject: "Symbol", isBigIntObject: "BigInt" };
  const types = {
    isPromise: (v) => native.promise(v) !== undefined, isProxy: (v) => native.isProxy(v), isDate: is(Date), isRegExp: is(RegExp), isMap: is(Map), isSet: is(Set),
    isWeakMap: is(WeakMap), isWeakSet: is(WeakSet), isNativeError: is(Error), isArrayBuffer: is(ArrayBuffer), isAnyArrayBuffer: is(ArrayBuffer), isSharedArrayBuffer: () => false,
    isDataView: is(DataView), isArrayBufferView: (v) => ArrayBuffer.isView(v), isTypedArray: (v) => ArrayBuffer.isView(v) && !(v instanceof DataView),
    isAsyncFunction: (v) => typeof v === "function" && /^async\b/.test(Function.prototype.toString.call(v)),
    isGeneratorFunction: (v) => typeof v === "function" && /^(async\s+)?(function\s*)?\*/.test(Function.prototype.toString.call(v)),
    isGeneratorObject: (v) => tag(v) === "Generator", isBoxedPrimitive: (v) => Object.values(boxed).includes(tag(v)) && typeof v === "object", isArgumentsObject: (v) => tag(v) === "Arguments",
    isMapIterator: (v) => tag(v) === "Map Iterator", isSetIterator: (v) => tag(v) === "Set Iterator",
  };
  for (const [name, t] of Object.entries(boxed)) types[name] = (v) => typeof v === "object" && tag(v) === t;
  for (const C of ["Uint8Array", "Uint8ClampedArray", "Uint16Array", "Uint32Array", "Int8Array", "Int16Array", "Int32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array"]) types[`is${C}`] = typed(C);

  return {
    node: {
      inspect, format, promisify, callbackify, deprecate, types, isDeepStrictEqual: (a, b) => equal(a, b),
      formatWithOptions: (options, ...args) => args.map((a) => typeof a === "string" ? a : inspect(a, options)).join(" "),
      inherits(ctor, parent) {
        Object.defineProperty(ctor, "super_", { value: parent, writable: true, configurable: true });
        Object.setPrototypeOf(ctor.prototype, parent.prototype);
      },
      get TextEncoder() { return TextEncoder; }, get TextDecoder() { return TextDecoder; },
      stripVTControlCharacters: (s) => s.replace(/[\u001b\u009b][[\]()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/g, ""),
      toUSVString: (s) => `${s}`.toWellFormed(), debuglog: () => Object.assign(() => {}, { enabled: false }), aborted: (signal) => new Promise((r) => signal.aborted ? r() : signal.addEventListener("abort", () => r(), { once: true })),
      isArray: Array.isArray, styleText: (_, text) => text,
    },
  };
}
