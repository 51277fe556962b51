(native, use) => {
  const { DOMException } = use("events");
  const coded = (E, code, message) => Object.assign(new E(message), { code });
  const buffer = () => use("buffer").Buffer;
  const bytes = (data, encoding) => {
    if (typeof data === "string") return buffer().from(data, encoding);
    if (native.isBytes(data)) return data;
    throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView.');
  };
  const hex = Array.from({ length: 256 }, (_, i) => (i < 16 ? "0" : "") + i.toString(16));
  const randomUUID = () => {
    const b = native.random(new Uint8Array(16));
    b[6] = (b[6] & 15) | 64;
    b[8] = (b[8] & 63) | 128;
    return Array.from(b, (x, i) => ([4, 6, 8, 10].includes(i) ? "-" : "") + hex[x]).join("");
  };
  const getRandomValues = (array) => {
    if (!ArrayBuffer.isView(array) || /^Float|^DataView/.test(array[Symbol.toStringTag])) {
      throw new DOMException("The data argument must be an integer-type TypedArray", "TypeMismatchError");
    }
    if (array.byteLength > 65536) {
      throw new DOMException(`The requested length exceeds 65,536 bytes`, "QuotaExceededError");
    }
    native.random(array);
    return array;
  };
  const randomBytes = (size, callback) => {
    if (typeof size !== "number") throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "size" argument must be of type number.');
    if (!(size >= 0 && size <= 2 ** 31 - 1)) throw coded(RangeError, "ERR_OUT_OF_RANGE", `The value of "size" is out of range. It must be >= 0 && <= 2147483647. Received ${size}`);
    const out = native.random(buffer().alloc(size));
    if (callback === undefined) return out;
    setImmediate(() => callback(null, out));
  };
  const randomInt = (min, max, callback) => {
    if (max === undefined || typeof max === "function") [min, max, callback] = [0, min, max];
    if (!(max > min) || max - min > 2 ** 48 - 1) throw coded(RangeError, "ERR_OUT_OF_RANGE", `The value of "max" is out of range. It must be greater than the value of "min" (${min}). Received ${max}`);
    const range = max - min, limit = 2 ** 48 - (2 ** 48 % range);
    let n;
    do n = buffer().from(native.random(new Uint8Array(6))).readUIntBE(0, 6); while (n >= limit);
    const value = min + (n % range);
    if (callback === undefined) return value;
    setImmediate(() => callback(null, value));
  };

  const finished = () => coded(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
  const output = (b, encoding) => {
    const out = buffer().from(b.buffer);
    return encoding && buffer().isEncoding(encoding) ? out.toString(encoding) : out;
  };
  class Hash {
    #state;
    constructor(state) {
      if (!state) throw new Error("Digest method not supported");
      this.#state = state;
    }
    update(data, encoding) {
      if (!this.#state) throw finished();
      this.#state.update(bytes(data, encoding));
      return this;
    }
    digest(encoding) {
      if (!this.#state) throw finished();
      const sum = this.#state.digest();
      this.#state = null;
      return output(sum, encoding);
    }
    copy() {
      if (!this.#state) throw finished();
      return new Hash(this.#state.clone());
    }
  }
  class Hmac {
    #state;
    constructor(state, name) {
      if (!state) throw coded(TypeError, "ERR_CRYPTO_INVALID_DIGEST", "Invalid digest: " + name);
      this.#state = state;
    }
    update(data, encoding) {
      if (!this.#state) throw finished();
      this.#state.update(bytes(data, encoding));
      return this;
    }
    digest(encoding) {
      if (!this.#state) return encoding && encoding !== "buffer" ? "" : buffer().alloc(0);
      const sum = this.#state.digest();
      this.#state = null;
      return output(sum, encoding);
    }
  }
  const name = (algorithm) => {
    if (typeof algorithm !== "string") throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "algorithm" argument must be of type string.');
    return algorithm.replace(/^RSA-/i, "");
  };
  const keyBytes = (key) => key instanceof SecretKey ? key.export() : bytes(key, "utf8");
  class SecretKey {
    #bytes;
    constructor(b) { this.#bytes = native.copy(b); }
    get type() { return "secret"; }
    get symmetricKeySize() { return this.#bytes.length; }
    export() { return buffer().from(this.#bytes); }
  }
  const createHash = (algorithm) => new Hash(native.hash(name(algorithm)));
  const timingSafeEqual = (a, b) => {
    for (const [x, which] of [[a, "buf1"], [b, "buf2"]]) {
      if (!native.isBytes(x)) throw coded(TypeError, "ERR_INVALID_ARG_TYPE", `The "${which}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
    }
    if (a.byteLength !== b.byteLength) throw coded(RangeError, "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length");
    return native.equal(a, b);
  };

  // Web crypto: digest, and HMAC keys.
  const hashName = (algorithm) => {
    if (algorithm === undefined) throw coded(TypeError, "ERR_MISSING_OPTION", "algorithm.hash is required");
    const wanted = `${typeof algorithm === "object" && algorithm !== null ? algorithm.name : algorithm}`.toUpperCase();
    if (!["SHA-1", "SHA-256", "SHA-384", "SHA-512"].includes(wanted)) throw new DOMException("Unrecognized algorithm name", "NotSupportedError");
    return wanted;
  };
  const isHMAC = (algorithm) => {
    if (`${algorithm?.name ?? algorithm}`.toUpperCase() !== "HMAC") {
      throw new DOMException("Unrecognized algorithm name; providers have digest and HMAC only", "NotSupportedError");
    }
  };
  const need = (data) => {
    if (!native.isBytes(data)) throw coded(TypeError, "ERR_INVALID_ARG_TYPE", "The provided value is not of type '(ArrayBuffer or ArrayBufferView)'");
    return data;
  };
  let secret;
  class CryptoKey {
    #bytes;
    static { secret = (key) => key.#bytes; }
    constructor(b, algorithm, extractable, usages) {
      this.#bytes = b;
      for (const [k, value] of Object.entries({ type: "secret", extractable, algorithm, usages })) Object.defineProperty(this, k, { value, enumerable: true });
    }
  }
  Object.defineProperty(CryptoKey.prototype, Symbol.toStringTag, { value: "CryptoKey", configurable: true });
  const key = (b, algorithm, extractable, usages) => {
    hashName(algorithm.hash);
    if (usages.length === 0) throw new DOMException("Usages cannot be empty when importing a secret key.", "SyntaxError");
    if (usages.some((u) => !["sign", "verify"].includes(u))) throw new DOMException("Unsupported key usage for an HMAC key", "SyntaxError");
    if (b.length === 0) throw new DOMException("Zero-length key is not supported", "DataError");
    return new CryptoKey(b, { name: "HMAC", hash: { name: hashName(algorithm.hash) }, length: b.length * 8 }, !!extractable, [...usages]);
  };
  const mac = (k, data, usage) => {
    if (!k.usages.includes(usage)) throw new DOMException(`Unable to use this key to ${usage}`, "InvalidAccessError");
    const m = native.hmac(k.algorithm.hash.name, secret(k));
    m.update(need(data));
    return m.digest();
  };
  const subtle = {
    async digest(algorithm, data) {
      const h = native.hash(hashName(algorithm));
      h.update(need(data));
      return h.digest().buffer;
    },
    async importKey(format, data, algorithm, extractable, usages) {
      isHMAC(algorithm);
      if (format === "jwk") data = buffer().from(data.k, "base64url");
      else if (format !== "raw") throw new DOMException(`Unable to import a HMAC key with format ${format}`, "NotSupportedError");
      return key(native.copy(need(data)), algorithm, extractable, usages);
    },
    async generateKey(algorithm, extractable, usages) {
      isHMAC(algorithm);
      const length = algorithm.length ?? (/384|512/.test(hashName(algorithm.hash)) ? 1024 : 512);
      return key(native.random(new Uint8Array(length / 8)), algorithm, extractable, usages);
    },
    async exportKey(format, k) {
      if (!k.extractable) throw new DOMException("key is not extractable", "InvalidAccessError");
      if (format === "raw") return native.copy(secret(k)).buffer;
      if (format !== "jwk") throw new DOMException("Unable to export a raw HMAC key with format " + format, "NotSupportedError");
      return { key_ops: k.usages, ext: true, kty: "oct", k: native.decode(secret(k), "base64url"), alg: "HS" + k.algorithm.hash.name.slice(4) };
    },
    async sign(algorithm, k, data) { isHMAC(algorithm); return mac(k, data, "sign").buffer; },
    async verify(algorithm, k, signature, data) {
      isHMAC(algorithm);
      const sum = mac(k, data, "verify");
      return need(signature).byteLength === sum.length && native.equal(signature, sum);
    },
  };
  const crypto = Object.create({}, {
    [Symbol.toStringTag]: { value: "Crypto" },
    subtle: { value: subtle }, randomUUID: { value: randomUUID }, getRandomValues: { value: getRandomValues },
  });
  const node = {
    createHash, timingSafeEqual, randomUUID, randomBytes, randomInt, getRandomValues, webcrypto: crypto, subtle, Hash, Hmac,
    createHmac: (algorithm, k) => new Hmac(native.hmac(name(algorithm), keyBytes(k)), algorithm),
    createSecretKey: (k, encoding) => new SecretKey(bytes(k, encoding)),
    hash: (algorithm, data, encoding = "hex") => createHash(algorithm).update(data).digest(encoding),
    randomFillSync: (b) => native.random(b),
    getHashes: () => ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"],
  };
  return { crypto, node };
}
