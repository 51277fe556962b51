(native, use) => {
  const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const refuse = (v) => {
    const { DOMException } = use("events");
    let shown = typeof v === "function" || typeof v === "symbol" ? String(v) : "#<" + (v?.constructor?.name ?? "Object") + ">";
    throw new DOMException(`${shown} could not be cloned.`, "DataCloneError");
  };
  const boxed = { "[object Boolean]": Boolean, "[object Number]": Number, "[object String]": String };
  const tag = Object.prototype.toString;
  const error = (v, seen, copy) => {
    const made = new (errors[v.name] ?? Error)();
    seen.set(v, made);
    for (const key of ["message", "stack", "cause"]) {
      if (Object.hasOwn(v, key)) Object.defineProperty(made, key, { value: key === "cause" ? copy(v.cause) : `${v[key]}`, writable: true, configurable: true });
    }
    return made;
  };
  return {
    structuredClone(value, options) {
      if (arguments.length === 0) throw Object.assign(new TypeError("The \"value\" argument must be specified"), { code: "ERR_MISSING_ARGS" });
      const seen = new Map(), transfer = [...(options?.transfer ?? [])], invalid = transfer.find((v) => !(v instanceof ArrayBuffer));
      if (invalid !== undefined) throw Object.assign(new TypeError("Found invalid object in transferList"), { code: "ERR_INVALID_TRANSFER_OBJECT" });
      const kept = (v, out) => { seen.set(v, out); return out; };
      const copy = (v) => {
        if (typeof v === "symbol" || typeof v === "function") refuse(v);
        if (v === null || typeof v !== "object") return v;
        if (seen.has(v)) return seen.get(v);
        if (Array.isArray(v)) return fields(v, kept(v, new Array(v.length)));
        if (v instanceof Date) return kept(v, new Date(+v));
        if (v instanceof RegExp) return kept(v, new RegExp(v.source, v.flags));
        if (v instanceof Map) {
          const out = kept(v, new Map()), pairs = [...Map.prototype.entries.call(v)];
          for (const [k, x] of pairs) out.set(copy(k), copy(x));
          return out;
        }
        if (v instanceof Set) {
          const out = kept(v, new Set()), items = [...Set.prototype.values.call(v)];
          for (const x of items) out.add(copy(x));
          return out;
        }
        if (v instanceof ArrayBuffer) return kept(v, v.slice(0));
        if (ArrayBuffer.isView(v)) {
          const buffer = copy(v.buffer), made = v instanceof DataView ? DataView : globalThis[v[Symbol.toStringTag]];
          return kept(v, new made(buffer, v.byteOffset, v instanceof DataView ? v.byteLength : v.length));
        }
        if (v instanceof Error) return error(v, seen, copy);
        const box = boxed[tag.call(v)];
        if (box) return kept(v, Object(box.prototype.valueOf.call(v)));
        if (v instanceof Promise || v instanceof WeakMap || v instanceof WeakSet || native.isProxy(v)) refuse(v);
        return fields(v, kept(v, {}));
      };
      const fields = (v, out) => {
        for (const key of Object.keys(v)) Object.defineProperty(out, key, { value: copy(v[key]), writable: true, enumerable: true, configurable: true });
        return out;
      };
      const made = copy(value);
      transfer.forEach(native.detach);
      return made;
    },
  };
}
