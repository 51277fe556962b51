(native, use) => {
  const coded = (E, code, message) => Object.assign(new E(message), { code });
  let bytesOf;
  const part = (p) => p instanceof Blob ? bytesOf(p) : native.isBytes(p) ? native.copy(p) : native.encode(`${p}`.toWellFormed(), "utf8");
  const type = (t) => { t = `${t ?? ""}`; return /[^ -~]/.test(t) ? "" : t.toLowerCase(); };

  class Blob {
    #bytes; #type;
    static { bytesOf = (blob) => blob.#bytes; }
    constructor(parts = [], options = {}) {
      if (parts === null || typeof parts !== "object" || typeof parts[Symbol.iterator] !== "function") {
        throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "sources" argument must be a sequence');
      }
      this.#bytes = native.concat([...parts].map(part));
      this.#type = type(options?.type);
    }
    get size() { return this.#bytes.length; }
    get type() { return this.#type; }
    slice(start = 0, end = this.size, t = "") { return new Blob([this.#bytes.subarray(...range(start, end, this.size))], { type: t }); }
    async arrayBuffer() { return native.copy(this.#bytes).buffer; }
    async bytes() { return native.copy(this.#bytes); }
    async text() { return native.decode(this.#bytes, "utf8").replace(/^\ufeff/, ""); }
    stream() {
      const bytes = this.#bytes, { ReadableStream } = use("streams");
      let at = 0;
      return new ReadableStream({
        type: "bytes",
        pull(c) {
          if (at >= bytes.length) return c.close();
          c.enqueue(native.copy(bytes.subarray(at, at += 65536)));
        },
      });
    }
  }
  const range = (start, end, size) => [start, end].map((n) => n < 0 ? Math.max(size + n, 0) : Math.min(n, size));

  class File extends Blob {
    #name; #modified;
    constructor(parts, name, options = {}) {
      if (arguments.length < 2) throw coded(TypeError, "ERR_MISSING_ARGS", 'The "fileBits" and "fileName" arguments must be specified');
      super(parts, options);
      this.#name = `${name}`.toWellFormed();
      this.#modified = options?.lastModified === undefined ? Date.now() : +options.lastModified || 0;
    }
    get name() { return this.#name; }
    get lastModified() { return this.#modified; }
  }

  const entry = (name, value, filename) => {
    name = `${name}`.toWellFormed();
    if (!(value instanceof Blob)) return [name, `${value}`.toWellFormed()];
    if (value instanceof File && filename === undefined) return [name, value];
    return [name, new File([value], filename ?? "blob", { type: value.type, lastModified: value.lastModified })];
  };
  const escape = (name) => name.replace(/\r\n?|\n/g, "\r\n").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22");

  const checked = (method, args) => {
    if (args.length < 2) throw new TypeError(`FormData.${method}: 2 arguments required, but only ${args.length} present.`);
    if (args.length > 2 && !(args[1] instanceof Blob)) throw new TypeError(`FormData.${method}: Argument 2 could not be converted to: Blob.`);
  };

  class FormData {
    #list = [];
    constructor(form) {
      if (form !== undefined) throw new TypeError("FormData constructor: Argument 1 could not be converted to: undefined.");
    }
    append(name, value, filename) { checked("append", arguments); this.#list.push(entry(name, value, filename)); }
    delete(name) { this.#list = this.#list.filter((e) => e[0] !== `${name}`); }
    get(name) { return this.#list.find((e) => e[0] === `${name}`)?.[1] ?? null; }
    getAll(name) { return this.#list.filter((e) => e[0] === `${name}`).map((e) => e[1]); }
    has(name) { return this.#list.some((e) => e[0] === `${name}`); }
    set(name, value, filename) {
      checked("set", arguments);
      const made = entry(name, value, filename), at = this.#list.findIndex((e) => e[0] === made[0]);
      if (at < 0) this.#list.push(made);
      else this.#list = this.#list.filter((e, i) => i <= at || e[0] !== made[0]).map((e, i) => i === at ? made : e);
    }
    forEach(f, self) { for (const [name, value] of this) f.call(self, value, name, this); }
    *entries() { for (let i = 0; i < this.#list.length; i++) yield [...this.#list[i]]; }
    *keys() { for (const [name] of this.entries()) yield name; }
    *values() { for (const [, value] of this.entries()) yield value; }
    static encode(form) {
      const boundary = "----formdata-abx-" + String(Math.random()).slice(2).padStart(18, "0"), parts = [];
      for (const [name, value] of form) {
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escape(name)}"`;
        if (typeof value === "string") parts.push(`${head}\r\n\r\n${value.replace(/\r\n?|\n/g, "\r\n")}\r\n`);
        else parts.push(`${head}; filename="${escape(value.name)}"\r\nContent-Type: ${value.type || "application/octet-stream"}\r\n\r\n`, value, "\r\n");
      }
      return [native.concat([...parts, `--${boundary}--\r\n`].map(part)), `multipart/form-data; boundary=${boundary}`];
    }
  }
  const { encode } = FormData;
  delete FormData.encode;
  Object.defineProperty(FormData.prototype, Symbol.iterator, { value: FormData.prototype.entries, writable: true, configurable: true });

  // parseForm reads a multipart body; null where it is none.
  const parseForm = (bytes, boundary) => {
    const form = new FormData(), text = native.decode(bytes, "latin1"), mark = "--" + boundary;
    let at = text.indexOf(mark);
    while (at >= 0 && text.startsWith("\r\n", at + mark.length)) {
      const head = text.indexOf("\r\n\r\n", at), next = text.indexOf("\r\n" + mark, head + 2);
      if (head < 0 || next < 0) return null;
      const headers = native.decode(native.encode(text.slice(at + mark.length + 2, head), "latin1"), "utf8");
      const name = /content-disposition:.*?[; ]name="([^"]*)"/i.exec(headers), file = /filename="([^"]*)"/i.exec(headers);
      if (!name) return null;
      const body = bytes.subarray(head + 4, next), plain = (s) => s.replace(/%0D/gi, "\r").replace(/%0A/gi, "\n").replace(/%22/g, '"');
      if (file) form.append(plain(name[1]), new File([body], plain(file[1]), { type: /content-type: *(.*)/i.exec(headers)?.[1]?.trim() ?? "text/plain" }));
      else form.append(plain(name[1]), native.decode(body, "utf8"));
      at = next + 2;
    }
    return at >= 0 && text.startsWith("--", at + mark.length) ? form : null;
  };
  for (const c of [Blob, File, FormData]) Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true });
  return { Blob, File, FormData, bytesOf, encodeForm: encode, parseForm };
}
