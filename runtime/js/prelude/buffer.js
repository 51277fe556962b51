(native, use) => {
  const coded = (E, code, message) => Object.assign(new E(message), { code });
  const aliases = { utf8: "utf8", "utf-8": "utf8", ucs2: "utf16le", "ucs-2": "utf16le", utf16le: "utf16le", "utf-16le": "utf16le", latin1: "latin1", binary: "latin1", ascii: "ascii", base64: "base64", base64url: "base64url", hex: "hex" };
  const known = (encoding) => aliases[`${encoding}`.toLowerCase()];
  const enc = (encoding) => {
    if (encoding === undefined || encoding === null || encoding === "") return "utf8";
    const name = known(encoding);
    if (!name) throw coded(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
    return name;
  };
  const toBytes = (text, encoding) => {
    const name = enc(encoding);
    return native.encode(text, name === "ascii" ? "latin1" : name === "base64url" ? "base64" : name);
  };
  const received = (v) => v === null ? "null" : v === undefined ? "undefined" : typeof v === "object" ? `an instance of ${v.constructor?.name ?? "Object"}` : typeof v === "function" ? `function ${v.name}` : `type ${typeof v} (${typeof v === "string" ? `'${v}'` : String(v)})`;
  const badType = (name, want, v) => coded(TypeError, "ERR_INVALID_ARG_TYPE", `The "${name}" argument must be ${want}. Received ${received(v)}`);
  const outOfRange = (name, want, v) => coded(RangeError, "ERR_OUT_OF_RANGE", `The value of "${name}" is out of range. It must be ${want}. Received ${grouped(v)}`);
  const grouped = (v) => typeof v === "bigint" ? `${v}`.replace(/\B(?=(\d{3})+$)/g, "_") + "n" : Number.isInteger(v) && Math.abs(v) > 2 ** 32 ? `${v}`.replace(/\B(?=(\d{3})+$)/g, "_") : String(v);

  class FastBuffer extends Uint8Array {}
  const make = (bytes) => new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = (n) => {
    if (typeof n !== "number") throw badType("size", "of type number", n);
    if (!(n >= 0 && n <= 2 ** 32)) throw outOfRange("size", ">= 0 && <= 4294967296", n);
    return n;
  };

  function Buffer(value, encoding, length) {
    return typeof value === "number" ? Buffer.alloc(value) : Buffer.from(value, encoding, length);
  }
  Buffer.prototype = FastBuffer.prototype;
  Object.setPrototypeOf(Buffer, Uint8Array);
  Object.defineProperty(Buffer.prototype, "constructor", { value: Buffer, writable: true, configurable: true });
  Object.defineProperty(Buffer, Symbol.species, { configurable: true, get: () => FastBuffer });

  const fromObject = (v) => {
    if (v.length !== undefined || v.buffer instanceof ArrayBuffer) return typeof v.length === "number" ? new FastBuffer(Array.from(v)) : new FastBuffer(0);
    if (v.type === "Buffer" && Array.isArray(v.data)) return new FastBuffer(v.data);
    return undefined;
  };
  const statics = {
    from(value, encoding, length) {
      if (typeof value === "string") return make(toBytes(value, encoding));
      if (typeof value === "object" && value !== null) {
        if (value instanceof ArrayBuffer) {
          const offset = encoding === undefined ? 0 : +encoding || 0;
          if (offset > value.byteLength) throw coded(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", '"offset" is outside of buffer bounds');
          if (length > value.byteLength - offset) throw coded(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", '"length" is outside of buffer bounds');
          return new FastBuffer(value, offset, length === undefined ? value.byteLength - offset : Math.max(+length || 0, 0));
        }
        if (value instanceof Uint8Array) return make(native.copy(value));
        const primitive = value.valueOf?.();
        if (primitive !== null && primitive !== undefined && primitive !== value && ["string", "object"].includes(typeof primitive)) return Buffer.from(primitive, encoding, length);
        const made = fromObject(value);
        if (made) return made;
        if (typeof value[Symbol.toPrimitive] === "function") {
          const p = value[Symbol.toPrimitive]("string");
          if (typeof p === "string") return Buffer.from(p, encoding);
        }
      }
      throw coded(TypeError, "ERR_INVALID_ARG_TYPE", `The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received ${received(value)}`);
    },
    alloc(n, fill, encoding) {
      const b = new FastBuffer(size(n));
      return fill !== undefined && fill !== 0 && n > 0 ? b.fill(fill, encoding) : b;
    },
    allocUnsafe: (n) => new FastBuffer(size(n)),
    allocUnsafeSlow: (n) => new FastBuffer(size(n)),
    of: (...items) => new FastBuffer(items),
    isBuffer: (v) => v instanceof Buffer,
    isEncoding: (v) => typeof v === "string" && v !== "" && known(v) !== undefined,
    byteLength(value, encoding) {
      if (typeof value === "string") return toBytes(value, known(encoding) ?? "utf8").length;
      if (native.isBytes(value)) return value.byteLength;
      throw badType("string", "of type string or an instance of Buffer or ArrayBuffer", value);
    },
    compare(a, b) {
      if (!(a instanceof Uint8Array)) throw badType("buf1", "an instance of Buffer or Uint8Array", a);
      if (!(b instanceof Uint8Array)) throw badType("buf2", "an instance of Buffer or Uint8Array", b);
      return native.compare(a, b);
    },
    concat(list, length) {
      if (!Array.isArray(list)) throw badType("list", "an instance of Array", list);
      list.forEach((b, i) => { if (!(b instanceof Uint8Array)) throw badType(`list[${i}]`, "an instance of Buffer or Uint8Array", b); });
      const all = make(native.concat(list));
      if (length === undefined) return all;
      const out = Buffer.alloc(length);
      all.copy(out);
      return out;
    },
  };
  for (const [name, f] of Object.entries(statics)) Object.defineProperty(Buffer, name, { value: f, writable: true, configurable: true, enumerable: true });
  Buffer.poolSize = 8192;

  const clamp = (n, fallback, max) => n === undefined ? fallback : Math.min(Math.max(Math.trunc(+n) || 0, 0), max);
  const index = (b, value, from, encoding, last) => {
    if (typeof from === "string") [encoding, from] = [from, undefined];
    from = from === undefined || Number.isNaN(+from) ? (last ? b.length : 0) : Math.trunc(+from);
    if (from < 0) from += b.length;
    if (typeof value === "number") {
      const byte = value & 255;
      if (last) return from < 0 ? -1 : Uint8Array.prototype.lastIndexOf.call(b, byte, from);
      return Uint8Array.prototype.indexOf.call(b, byte, Math.max(from, 0));
    }
    const part = typeof value === "string" ? toBytes(value, encoding) : value;
    if (!(part instanceof Uint8Array)) throw badType("value", "one of type number or string or an instance of Buffer or Uint8Array", value);
    if (last && from < 0) return part.length ? -1 : 0;
    if (last) return native.lastIndexOf(b, part, from);
    from = Math.max(from, 0);
    return from > b.length ? (part.length ? -1 : b.length) : native.indexOf(b, part, from);
  };
  const methods = {
    toString(encoding, start, end) {
      start = clamp(start, 0, this.length);
      end = clamp(end, this.length, this.length);
      return end <= start ? "" : native.decode(this.subarray(start, end), enc(encoding));
    },
    toLocaleString(encoding, start, end) { return this.toString(encoding, start, end); },
    toJSON() { return { type: "Buffer", data: Array.from(this) }; },
    equals(other) {
      if (!(other instanceof Uint8Array)) throw badType("otherBuffer", "an instance of Buffer or Uint8Array", other);
      return native.compare(this, other) === 0;
    },
    compare(other, ts = 0, te = other.length, ss = 0, se = this.length) {
      if (!(other instanceof Uint8Array)) throw badType("target", "an instance of Buffer or Uint8Array", other);
      return native.compare(this.subarray(ss, se), other.subarray(ts, te));
    },
    copy(target, at = 0, start = 0, end = this.length) {
      const part = this.subarray(clamp(start, 0, this.length), clamp(end, this.length, this.length)).subarray(0, Math.max(target.length - at, 0));
      Uint8Array.prototype.set.call(target, part, Math.min(at, target.length));
      return part.length;
    },
    slice(start, end) { return this.subarray(start, end); },
    write(text, offset, length, encoding) {
      if (typeof text !== "string") throw badType("argument", "of type string", text);
      if (typeof offset === "string") [encoding, offset, length] = [offset, undefined, undefined];
      else if (typeof length === "string") [encoding, length] = [length, undefined];
      offset ??= 0;
      if (!(offset >= 0 && offset <= this.length)) throw outOfRange("offset", `>= 0 && <= ${this.length}`, offset);
      const room = Math.min(length ?? Infinity, this.length - offset);
      let bytes = toBytes(text, encoding);
      if (bytes.length > room) {
        let end = room;
        if (enc(encoding) === "utf8") while (end > 0 && (bytes[end] & 192) === 128) end--;
        if (enc(encoding) === "utf16le") end &= ~1;
        bytes = bytes.subarray(0, end);
      }
      Uint8Array.prototype.set.call(this, bytes, offset);
      return bytes.length;
    },
    fill(value, start, end, encoding) {
      if (typeof start === "string") [encoding, start, end] = [start, undefined, undefined];
      else if (typeof end === "string") [encoding, end] = [end, undefined];
      start ??= 0;
      end ??= this.length;
      if (typeof value === "boolean") value = +value;
      if (typeof value !== "string" && !(value instanceof Uint8Array)) return Uint8Array.prototype.fill.call(this, value & 255, start, end);
      const bytes = typeof value === "string" ? (value === "" ? [0] : toBytes(value, encoding)) : value;
      if (bytes.length === 0) throw coded(TypeError, "ERR_INVALID_ARG_VALUE", `The argument 'value' is invalid. Received ${typeof value === "string" ? `'${value}'` : "Buffer(0) []"}`);
      for (let i = start, j = 0; i < end; i++, j = (j + 1) % bytes.length) this[i] = bytes[j];
      return this;
    },
    indexOf(value, from, encoding) { return index(this, value, from, encoding, false); },
    lastIndexOf(value, from, encoding) { return index(this, value, from, encoding, true); },
    includes(value, from, encoding) { return index(this, value, from, encoding, false) !== -1; },
    [Symbol.for("nodejs.util.inspect.custom")]() {
      const shown = native.decode(this.subarray(0, 50), "hex").replace(/..(?!$)/g, "$& "), rest = this.length - 50;
      return `<Buffer ${shown}${rest > 0 ? ` ... ${rest} more byte${rest > 1 ? "s" : ""}` : ""}>`;
    },
  };
  for (const n of [2, 4, 8]) {
    methods[`swap${n * 8}`] = function () {
      if (this.length % n) throw coded(RangeError, "ERR_INVALID_BUFFER_SIZE", `Buffer size must be a multiple of ${n * 8}-bits`);
      for (let i = 0; i < this.length; i += n) Uint8Array.prototype.reverse.call(this.subarray(i, i + n));
      return this;
    };
  }

  const offsetOf = (b, offset, width) => {
    if (typeof offset !== "number") throw badType("offset", "of type number", offset);
    if (b.length < width) throw coded(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", "Attempt to access memory outside buffer bounds");
    if (!Number.isInteger(offset)) throw outOfRange("offset", "an integer", offset);
    if (!(offset >= 0 && offset + width <= b.length)) throw outOfRange("offset", `>= 0 and <= ${b.length - width}`, offset);
    return offset;
  };
  const view = (b) => new DataView(b.buffer, b.byteOffset, b.byteLength);
  const inRange = (v, bits, signed) => {
    const big = typeof v === "bigint", two = big ? 2n : 2, low = signed ? -(two ** (big ? BigInt(bits - 1) : bits - 1)) : two - two;
    const high = two ** (big ? BigInt(signed ? bits - 1 : bits) : signed ? bits - 1 : bits) - (big ? 1n : 1);
    if (v >= low && v <= high) return v;
    const n = big ? "n" : "", want = bits > 32 || big
      ? (signed ? `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}` : `>= 0${n} and < 2${n} ** ${bits}${n}`) : `>= ${low} and <= ${high}`;
    throw outOfRange("value", want, v);
  };
  const fixed = (name, width, alias) => {
    const signed = !/Uint/.test(name), whole = /Int/i.test(name), big = /^Big/.test(name), single = width === 1;
    for (const end of single ? [""] : ["LE", "BE"]) {
      const get = function (offset = 0) { return view(this)[`get${name}`](offsetOf(this, offset, width), end === "LE"); };
      const set = function (value, offset = 0) {
        if (big && typeof value !== "bigint") throw badType("value", "of type bigint", value);
        if (!big) value = +value;
        if (whole && !Number.isNaN(value)) inRange(value, width * 8, signed);
        view(this)[`set${name}`](offsetOf(this, offset, width), value, end === "LE");
        return offset + width;
      };
      for (const label of [name.replace("Float32", "Float").replace("Float64", "Double"), ...alias]) {
        methods[`read${label}${end}`] = get;
        methods[`write${label}${end}`] = set;
      }
    }
  };
  for (const bits of [8, 16, 32]) {
    fixed(`Uint${bits}`, bits / 8, [`UInt${bits}`]);
    fixed(`Int${bits}`, bits / 8, []);
  }
  fixed("BigInt64", 8, []);
  fixed("BigUint64", 8, ["BigUInt64"]);
  fixed("Float32", 4, []);
  fixed("Float64", 8, []);
  for (const end of ["LE", "BE"]) {
    const at = (i, width) => end === "LE" ? i : width - 1 - i;
    for (const signed of [true, false]) {
      const get = function (offset, width) {
        if (!(width >= 1 && width <= 6)) throw outOfRange("byteLength", ">= 1 and <= 6", width);
        offsetOf(this, offset, width);
        let value = 0;
        for (let i = width - 1; i >= 0; i--) value = value * 256 + this[offset + at(i, width)];
        return signed && value >= 2 ** (width * 8 - 1) ? value - 2 ** (width * 8) : value;
      };
      const set = function (value, offset, width) {
        if (!(width >= 1 && width <= 6)) throw outOfRange("byteLength", ">= 1 and <= 6", width);
        value = inRange(+value, width * 8, signed);
        offsetOf(this, offset, width);
        for (let i = 0, rest = value < 0 ? value + 2 ** (width * 8) : value; i < width; i++, rest = Math.floor(rest / 256)) this[offset + at(i, width)] = rest % 256;
        return offset + width;
      };
      for (const name of signed ? ["Int"] : ["UInt", "Uint"]) {
        methods[`read${name}${end}`] = get;
        methods[`write${name}${end}`] = set;
      }
    }
  }
  for (const key of Reflect.ownKeys(methods)) Object.defineProperty(Buffer.prototype, key, { value: methods[key], writable: true, configurable: true, enumerable: true });
  Object.defineProperty(Buffer.prototype, "parent", { get() { return this.buffer; }, configurable: true });
  Object.defineProperty(Buffer.prototype, "offset", { get() { return this.byteOffset; }, configurable: true });

  const node = {
    Buffer, kMaxLength: 2 ** 32, constants: { MAX_LENGTH: 2 ** 32, MAX_STRING_LENGTH: 2 ** 29 - 24 }, INSPECT_MAX_BYTES: 50, atob, btoa,
    get Blob() { return Blob; }, get File() { return File; },
    isUtf8: (b) => native.decodeUTF8(b, true, false) !== null, isAscii: (b) => new Uint8Array(b.buffer ?? b, b.byteOffset ?? 0, b.byteLength).every((x) => x < 128),
  };
  return { Buffer, node };
}
