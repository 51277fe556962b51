(native) => {
  // What ECMAScript 2023 and later have and goja lacks; each name is defined on
  // its object when first used (see es.go).
  const object = (v, what) => {
    if (v === null || (typeof v !== "object" && typeof v !== "function")) throw new TypeError(`${String(v)} is not ${what}`);
    return v;
  };
  const callable = (f) => {
    if (typeof f !== "function") throw new TypeError(`${typeof f === "symbol" ? String(f) : f} is not a function`);
    return f;
  };
  const text = (s) => {
    if (s === undefined || s === null) throw new TypeError("String.prototype method called on null or undefined");
    return String(s);
  };

  // Iterator helpers.
  const base = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  const direct = (it) => {
    object(it, "an object");
    return { it, next: it.next };
  };
  const step = (d) => object(d.next.call(d.it), "an iterator result");
  const close = (it) => { it.return?.(); };
  const generator = Object.getPrototypeOf(function* () {}).prototype;
  const helper = Object.create(base, {
    next: { value() { return generator.next.call(state.get(this)); }, writable: true, configurable: true },
    return: { value() {
      const s = state.get(this);
      if (!started.has(this)) { started.add(this); close(sources.get(this)); return generator.return.call(s); }
      return generator.return.call(s);
    }, writable: true, configurable: true },
    [Symbol.toStringTag]: { value: "Iterator Helper", configurable: true },
  });
  const state = new WeakMap(), sources = new WeakMap(), started = new WeakSet();
  const lazy = (it, make) => {
    const out = Object.create(helper);
    state.set(out, (function* () { started.add(out); yield* make(); })());
    sources.set(out, it);
    return out;
  };
  // each runs f over what is left and closes the source when f stops or throws.
  const walk = function* (d) {
    let done = true;
    try {
      for (;;) {
        const r = step(d);
        if (r.done) return;
        done = false;
        yield r.value;
        done = true;
      }
    } finally {
      if (!done) close(d.it);
    }
  };
  const count = (n) => {
    const number = Number(n), whole = Math.trunc(number);
    if (Number.isNaN(number) || whole < 0) throw new RangeError(`${n} must be positive`);
    return whole;
  };
  const flattenable = (v) => {
    const make = object(v, "an object")[Symbol.iterator];
    return direct(make === undefined || make === null ? v : make.call(v));
  };
  const iterator = {
    map(f) { callable(f); const d = direct(this); return lazy(this, function* () { let i = 0; for (const v of walk(d)) yield f(v, i++); }); },
    filter(f) { callable(f); const d = direct(this); return lazy(this, function* () { let i = 0; for (const v of walk(d)) if (f(v, i++)) yield v; }); },
    take(n) {
      const left = count(n), d = direct(this);
      return lazy(this, function* () {
        let i = 0;
        if (left === 0) return close(d.it);
        for (const v of walk(d)) { yield v; if (++i >= left) return; }
      });
    },
    drop(n) { const skip = count(n), d = direct(this); return lazy(this, function* () { let i = 0; for (const v of walk(d)) if (i++ >= skip) yield v; }); },
    flatMap(f) { callable(f); const d = direct(this); return lazy(this, function* () { let i = 0; for (const v of walk(d)) yield* walk(flattenable(f(v, i++))); }); },
    reduce(f, ...init) {
      callable(f);
      const d = direct(this);
      let i = 0, sum = init[0], have = init.length > 0;
      for (const v of walk(d)) { if (have) sum = f(sum, v, i); else [sum, have] = [v, true]; i++; }
      if (!have) throw new TypeError("Reduce of a done iterator with no initial value");
      return sum;
    },
    toArray() { return [...walk(direct(this))]; },
    forEach(f) { callable(f); let i = 0; for (const v of walk(direct(this))) f(v, i++); },
    some(f) { callable(f); let i = 0; for (const v of walk(direct(this))) if (f(v, i++)) return true; return false; },
    every(f) { callable(f); let i = 0; for (const v of walk(direct(this))) if (!f(v, i++)) return false; return true; },
    find(f) { callable(f); let i = 0; for (const v of walk(direct(this))) if (f(v, i++)) return v; },
  };
  function Iterator() {
    if (new.target === undefined || new.target === Iterator) throw new TypeError("Abstract class Iterator not directly constructable");
  }
  Iterator.prototype = base;
  const wrapped = Object.create(base, { next: { value() { const d = state.get(this); return d.next.call(d.it); } }, return: { value() { const { it } = state.get(this); return it.return ? it.return() : { value: undefined, done: true }; } } });
  Iterator.from = (v) => {
    const d = typeof v === "string" ? direct(v[Symbol.iterator]()) : flattenable(v);
    if (d.it instanceof Iterator) return d.it;
    const out = Object.create(wrapped);
    state.set(out, d);
    return out;
  };

  const groups = (items, f, put) => { let i = 0; for (const v of items) put(f(v, i++), v); };
  const statics = {
    object: {
      groupBy(items, f) {
        callable(f);
        const out = Object.create(null);
        groups(items, f, (k, v) => { k = typeof k === "symbol" ? k : String(k); (out[k] ??= []).push(v); });
        return out;
      },
    },
    map: {
      groupBy(items, f) {
        callable(f);
        const out = new Map();
        groups(items, f, (k, v) => { if (out.has(k)) out.get(k).push(v); else out.set(k, [v]); });
        return out;
      },
    },
    array: {
      async fromAsync(items, f, self) {
        if (f !== undefined) callable(f);
        const out = typeof this === "function" && this !== Array ? new this() : [], make = items[Symbol.asyncIterator];
        const push = async (v) => { out[out.length] = f ? await f.call(self, v, out.length) : v; };
        if (typeof make === "function") {
          const it = make.call(items);
          for (;;) {
            const r = object(await it.next(), "an iterator result");
            if (r.done) break;
            try { await push(r.value); } catch (e) { try { await it.return?.(); } catch {} throw e; }
          }
        } else for (const v of typeof items[Symbol.iterator] === "function" ? items : Array.from(items)) await push(await v);
        return out;
      },
    },
    promise: {
      withResolvers() {
        let resolve, reject;
        const promise = new this((a, b) => { resolve = a; reject = b; });
        return { promise, resolve, reject };
      },
      try(f, ...args) { return new this((resolve) => resolve(f(...args))); },
    },
    error: {
      captureStackTrace(target) {
        object(target, "an object");
        let head = "Error";
        try { head = Error.prototype.toString.call(target); } catch {}
        const lines = new Error().stack.split("\n").slice(2);
        Object.defineProperty(target, "stack", { value: [head, ...lines].join("\n"), writable: true, configurable: true });
      },
    },
    buffer: {
      transfer(length = this.byteLength) {
        const out = new ArrayBuffer(length);
        new Uint8Array(out).set(new Uint8Array(this).subarray(0, length));
        native.detach(this);
        return out;
      },
      transferToFixedLength(length) { return this.transfer(length); },
    },
    string: {
      isWellFormed() { const s = text(this); return native.wellFormed(s) === s; },
      toWellFormed() { return native.wellFormed(text(this)); },
    },
    iterator,
    global: { Iterator },
  };
  return statics;
}
