(native) => {
  // Constructors in front of goja's, for what goja does wrong without a word. Each
  // has goja's prototype and statics.
  const { construct, apply, ownKeys } = Reflect, { defineProperty, getOwnPropertyDescriptor } = Object, { slice } = Array.prototype;
  const inFront = (Native, Front) => {
    for (const key of ownKeys(Native)) if (key !== "prototype") defineProperty(Front, key, getOwnPropertyDescriptor(Native, key));
    if (Native.prototype) {
      defineProperty(Front, "prototype", { value: Native.prototype, writable: false });
      defineProperty(Native.prototype, "constructor", { value: Front, writable: true, configurable: true });
    } else Front.prototype = undefined;
    return Front;
  };

  // goja's Number gives the low 64 bits of a BigInt.
  const Num = native.Number, toFloat = Num.parseFloat;
  const number = inFront(Num, function Number(value) {
    const n = arguments.length === 0 ? 0 : typeof value === "bigint" ? toFloat(value) : value;
    return new.target === undefined ? Num(n) : construct(Num, [n], new.target);
  });

  // goja gives the traps apply and construct an array that the next calls write
  // over.
  const Prox = native.Proxy;
  const safe = (target, handler) => typeof target !== "function" || handler === null || typeof handler !== "object" ? handler : {
    __proto__: handler,
    apply(f, self, args) {
      const trap = handler.apply;
      return trap === undefined || trap === null ? apply(f, self, args) : apply(trap, handler, [f, self, apply(slice, args, [])]);
    },
    construct(f, args, self) {
      const trap = handler.construct;
      return trap === undefined || trap === null ? construct(f, args, self) : apply(trap, handler, [f, apply(slice, args, []), self]);
    },
  };
  const proxy = inFront(Prox, function Proxy(target, handler) {
    if (new.target === undefined) throw new TypeError("Constructor Proxy requires 'new'");
    return new Prox(target, safe(target, handler));
  });
  const { revocable } = Prox;
  defineProperty(proxy, "revocable", { value: (target, handler) => revocable(target, safe(target, handler)), writable: true, configurable: true });
  return { Number: number, Proxy: proxy };
}
