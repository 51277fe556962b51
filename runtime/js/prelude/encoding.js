(native) => {
  const labels = {
    "utf-8": ["utf8", "utf-8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"],
    "utf-16le": ["utf-16", "utf-16le", "ucs-2", "unicode", "csunicode", "iso-10646-ucs-2", "unicodefeff"],
    "windows-1252": ["latin1", "ascii", "us-ascii", "iso-8859-1", "iso8859-1", "l1", "windows-1252", "cp1252", "x-cp1252", "ansi_x3.4-1968"],
  };
  const high = "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";
  const coded = (E, code, message) => Object.assign(new E(message), { code });
  const none = new Uint8Array(0);

  class TextEncoder {
    get encoding() { return "utf-8"; }
    encode(text = "") { return native.encode(`${text}`, "utf8"); }
    encodeInto(text, into) {
      let read = 0, written = 0;
      for (const character of `${text}`) {
        const bytes = native.encode(character, "utf8");
        if (written + bytes.length > into.length) break;
        into.set(bytes, written);
        read += character.length;
        written += bytes.length;
      }
      return { read, written };
    }
  }

  class TextDecoder {
    #encoding; #fatal; #ignoreBOM; #rest = none; #begun = false;
    constructor(label = "utf-8", options = {}) {
      const wanted = `${label}`.trim().toLowerCase();
      this.#encoding = Object.keys(labels).find((name) => labels[name].includes(wanted));
      if (!this.#encoding) throw coded(RangeError, "ERR_ENCODING_NOT_SUPPORTED", `The "${label}" encoding is not supported`);
      this.#fatal = !!options?.fatal;
      this.#ignoreBOM = !!options?.ignoreBOM;
    }
    get encoding() { return this.#encoding; }
    get fatal() { return this.#fatal; }
    get ignoreBOM() { return this.#ignoreBOM; }
    decode(input = none, options = {}) {
      if (!native.isBytes(input)) throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "list" argument must be an instance of ArrayBuffer or ArrayBufferView.');
      const stream = !!options?.stream, bytes = this.#rest.length ? native.concat([this.#rest, input]) : input;
      this.#rest = none;
      let text = this.#encoding === "utf-8" ? this.#utf8(bytes, stream)
        : this.#encoding === "utf-16le" ? this.#utf16(bytes, stream)
        : native.decode(bytes, "latin1").replace(/[\x80-\x9f]/g, (c) => high[c.charCodeAt(0) - 0x80]);
      if (!this.#begun && text) {
        this.#begun = true;
        if (!this.#ignoreBOM && this.#encoding !== "windows-1252" && text[0] === "\ufeff") text = text.slice(1);
      }
      if (!stream) this.#begun = false;
      return text;
    }
    #invalid() { throw coded(TypeError, "ERR_ENCODING_INVALID_ENCODED_DATA", `The encoded data was not valid for encoding ${this.#encoding}`); }
    #utf8(bytes, stream) {
      const out = native.decodeUTF8(bytes, this.#fatal, stream);
      if (!out) this.#invalid();
      this.#rest = out[1];
      return out[0];
    }
    #utf16(bytes, stream) {
      const all = native.copy(bytes);
      let text = native.decode(all, "utf16le"), end = text.length * 2;
      const last = text.charCodeAt(text.length - 1);
      if (stream && last >= 0xd800 && last < 0xdc00) [text, end] = [text.slice(0, -1), end - 2];
      if (stream) this.#rest = all.slice(end);
      else if (all.length % 2) text += "\ufffd";
      const well = text.toWellFormed();
      if (this.#fatal && (well !== text || (!stream && all.length % 2))) this.#invalid();
      return well;
    }
  }

  for (const c of [TextEncoder, TextDecoder]) Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true });
  return { TextEncoder, TextDecoder };
}
