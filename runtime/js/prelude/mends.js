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
  // goja reads some texts as dates that are none, and not those with a small t or z.
  const Dat = native.Date, { parse } = Dat, { iso } = native.stock;
  const noDate = /^\s*\d{7,}\s*$|^\d{4}-(?:00|\d\d-00)|^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d$/i, small = /^\d{4}-\d\d-\d\d(?:t[\d:.]+z|T[\d:.]+z|t[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)$/;
  const read = (text) => noDate.test(text) ? NaN : parse(small.test(text) ? text.toUpperCase() : text);
  const date = inFront(Dat, function Date(value) {
    if (new.target === undefined) return Dat();
    if (arguments.length !== 1) return construct(Dat, arguments, new.target);
    if (typeof value === "object" && value !== null && !(value instanceof Dat)) {
      const to = value[Symbol.toPrimitive];
      value = to === undefined || to === null ? (typeof value.valueOf() === "object" ? `${value}` : value.valueOf()) : apply(to, value, ["default"]);
    }
    return construct(Dat, [typeof value === "string" ? read(value) : value], new.target);
  });
  defineProperty(date, "length", { value: 7, configurable: true });
  defineProperty(date, "parse", { value: { parse(text) { return read(`${text}`); } }.parse, writable: true, configurable: true });
  const dates = {
    toISOString() {
      const text = apply(iso, this, []);
      return text.length === 24 ? text : text.replace(/^([+-])(\d+)/, (_, sign, year) => sign + year.padStart(6, "0"));
    },
    getYear() { return this.getFullYear() - 1900; },
    get toGMTString() { return Dat.prototype.toUTCString; },
  };
  return { Number: number, Proxy: proxy, Date: date, dates };
}
