(native, use) => {
  const { Blob, FormData, bytesOf, encodeForm, parseForm } = use("blob");
  const { URL, URLSearchParams } = use("url");
  const { ReadableStream, disturbed } = use("streams");
  const { AbortController, DOMException } = use("events");
  const coded = (E, code, message) => Object.assign(new E(message), { code });
  const tokens = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
  const trimmed = (v) => `${v}`.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
  let listOf, freeze;

  class Headers {
    #map = new Map(); #frozen = false;
    static {
      listOf = (headers) => headers.#list();
      freeze = (headers) => { headers.#frozen = true; };
    }
    constructor(init) {
      if (init === undefined) return;
      if (init === null || (typeof init !== "object" && typeof init !== "function")) {
        throw new TypeError("Headers constructor: init given is not one of sequence<sequence<ByteString>>, record<ByteString, ByteString>.");
      }
      if (typeof init[Symbol.iterator] === "function") {
        for (const pair of init) {
          const two = [...pair];
          if (two.length !== 2) throw new TypeError("Headers constructor: expected name/value pair to be length 2, found " + two.length + ".");
          this.append(two[0], two[1]);
        }
      } else for (const key of Reflect.ownKeys(init)) this.append(key, init[key]);
    }
    #key(method, name, value) {
      name = `${name}`;
      if (!tokens.test(name)) throw new TypeError(`Headers.${method}: ${name} is an invalid header name.`);
      if (value !== undefined && /[\0\r\n\u0100-\uffff]/.test(value)) throw new TypeError(`Headers.${method}: ${value} is an invalid header value.`);
      if (this.#frozen && value !== undefined) throw new TypeError("immutable");
      return name.toLowerCase();
    }
    append(name, value) {
      if (arguments.length < 2) throw new TypeError(`Headers.append: 2 arguments required, but only ${arguments.length} present.`);
      value = trimmed(value);
      const key = this.#key("append", name, value);
      this.#map.set(key, [...(this.#map.get(key) ?? []), value]);
    }
    set(name, value) {
      if (arguments.length < 2) throw new TypeError(`Headers.set: 2 arguments required, but only ${arguments.length} present.`);
      value = trimmed(value);
      this.#map.set(this.#key("set", name, value), [value]);
    }
    delete(name) {
      const key = this.#key("delete", name);
      if (this.#frozen) throw new TypeError("immutable");
      this.#map.delete(key);
    }
    get(name) {
      const key = this.#key("get", name);
      return this.#map.get(key)?.join(key === "cookie" ? "; " : ", ") ?? null;
    }
    has(name) { return this.#map.has(this.#key("has", name)); }
    getSetCookie() { return [...(this.#map.get("set-cookie") ?? [])]; }
    #list() {
      return [...this.#map.keys()].sort().flatMap((key) => key === "set-cookie" ? this.#map.get(key).map((v) => [key, v]) : [[key, this.get(key)]]);
    }
    forEach(f, self) {
      if (typeof f !== "function") throw new TypeError("Failed to execute 'forEach' on 'Headers': parameter 1 is not of type 'Function'.");
      for (const [key, value] of this) f.call(self, value, key, this);
    }
    *entries() { yield* this.#list(); }
    *keys() { for (const [key] of this.#list()) yield key; }
    *values() { for (const [, value] of this.#list()) yield value; }
    [Symbol.for("nodejs.util.inspect.custom")](depth, options, inspect) { return "Headers " + inspect(Object.fromEntries(this.#list()), options); }
  }
  Object.defineProperty(Headers.prototype, Symbol.iterator, { value: Headers.prototype.entries, writable: true, configurable: true });

  // extract gives [bytes or null, stream or null, content type or null].
  const extract = (body) => {
    if (body instanceof ReadableStream) {
      if (body.locked || disturbed(body)) throw new TypeError("Response body object should not be disturbed or locked");
      return [null, body, null];
    }
    if (body instanceof URLSearchParams) return [native.encode(`${body}`, "utf8"), null, "application/x-www-form-urlencoded;charset=UTF-8"];
    if (body instanceof Blob) return [bytesOf(body), null, body.type || null];
    if (body instanceof FormData) { const [bytes, type] = encodeForm(body); return [bytes, null, type]; }
    if (native.isBytes(body)) return [native.copy(body), null, null];
    if (typeof body === "object" && typeof body[Symbol.asyncIterator] === "function") return [null, ReadableStream.from(body), null];
    return [native.encode(`${body}`.toWellFormed(), "utf8"), null, "text/plain;charset=UTF-8"];
  };
  const concat = async (stream) => {
    const parts = [], reader = stream.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return native.concat(parts);
      if (!native.isBytes(value)) throw new TypeError("Received non-Uint8Array chunk");
      parts.push(value);
    }
  };

  let takeBytes, bodyOf, setBody, useBody;
  class Body {
    #bytes = null; #stream = null; #used = false;
    static {
      bodyOf = (b) => b.#bytes;
      useBody = (b) => { b.#used = true; };
      setBody = (b, bytes, stream) => { b.#bytes = bytes; b.#stream = stream; };
      takeBytes = async (b) => {
        if (b.bodyUsed || b.#stream?.locked) throw new TypeError("Body is unusable: Body has already been read");
        b.#used = b.#bytes !== null || b.#stream !== null;
        return b.#bytes ?? (b.#stream ? concat(b.#stream) : new Uint8Array(0));
      };
    }
    get body() {
      if (!this.#stream && this.#bytes !== null) {
        const bytes = this.#bytes;
        this.#bytes = null;
        this.#stream = this.#used ? new ReadableStream() : new ReadableStream({
          type: "bytes",
          start(c) { if (bytes.length) c.enqueue(bytes); c.close(); },
        });
      }
      return this.#stream;
    }
    get bodyUsed() { return this.#used || (this.#stream !== null && disturbed(this.#stream)); }
    async arrayBuffer() { return native.copy(await takeBytes(this)).buffer; }
    async bytes() { return native.copy(await takeBytes(this)); }
    async text() { return native.decode(await takeBytes(this), "utf8").replace(/^\ufeff/, ""); }
    async json() { return JSON.parse(await this.text()); }
    async blob() { return new Blob([await takeBytes(this)], { type: this.headers.get("content-type") ?? "" }); }
    async formData() {
      const type = this.headers.get("content-type") ?? "", bytes = await takeBytes(this);
      if (/^application\/x-www-form-urlencoded/i.test(type)) {
        const form = new FormData();
        for (const [name, value] of new URLSearchParams(native.decode(bytes, "utf8"))) form.append(name, value);
        return form;
      }
      const boundary = /^multipart\/form-data.*;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type);
      const form = boundary && parseForm(bytes, boundary[1] ?? boundary[2]);
      if (!form) throw new TypeError("Failed to parse body as FormData.");
      return form;
    }
  }
  // copyBody gives clone's body and leaves both readable.
  const copyBody = (from, to) => {
    if (from.bodyUsed || from.body?.locked) throw new TypeError("Response.clone: Body has already been consumed.");
    if (!from.body) return;
    const [a, b] = from.body.tee();
    setBody(from, null, a);
    setBody(to, null, b);
  };

  const methods = /^(delete|get|head|options|post|put)$/i;
  class Request extends Body {
    #method; #url; #headers; #redirect; #signal; #init;
    constructor(input, init = {}) {
      super();
      if (arguments.length === 0) throw new TypeError("Request constructor: 1 argument required, but only 0 present.");
      init ??= {};
      const from = input instanceof Request ? input : null;
      this.#url = from ? from.#url : parseURL(input);
      if (!from && (this.#url.username || this.#url.password)) throw new TypeError("Request cannot be constructed from a URL that includes credentials: " + input);
      const method = `${init.method ?? from?.method ?? "GET"}`;
      if (!tokens.test(method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
      if (/^(connect|trace|track)$/i.test(method)) throw new TypeError(`'${method}' HTTP method is unsupported.`);
      this.#method = methods.test(method) ? method.toUpperCase() : method;
      this.#headers = new Headers(init.headers ?? (from ? listOf(from.headers) : undefined));
      this.#redirect = init.redirect ?? from?.redirect ?? "follow";
      if (!["follow", "error", "manual"].includes(this.#redirect)) throw new TypeError(`Request constructor: ${this.#redirect} is not an accepted type. Expected one of follow, error, manual.`);
      const signal = init.signal === undefined ? from?.signal : init.signal;
      if (signal && (typeof signal.aborted !== "boolean" || typeof signal.addEventListener !== "function")) {
        throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal.");
      }
      this.#signal = signal ? AbortSignal.any([signal]) : new AbortController().signal;
      this.#init = init;
      this.#setBody(from, init);
    }
    #setBody(from, init) {
      const body = init.body ?? null;
      const inherited = from && (bodyOf(from) ?? from.body);
      if ((body !== null || inherited) && /^(GET|HEAD)$/.test(this.#method)) throw new TypeError("Request with GET/HEAD method cannot have body.");
      if (body !== null) {
        const [bytes, stream, type] = extract(body);
        if (stream && init.duplex !== "half") throw new TypeError("RequestInit: duplex option is required when sending a body.");
        setBody(this, bytes, stream);
        if (type && !this.#headers.has("content-type")) this.#headers.set("content-type", type);
      } else if (inherited) {
        if (from.bodyUsed) throw new TypeError("Cannot construct a Request with a Request object that has already been used.");
        if (inherited instanceof ReadableStream) setBody(this, null, inherited);
        else setBody(this, inherited, null);
        useBody(from);
      }
    }
    get method() { return this.#method; }
    get url() { return this.#url.href; }
    get headers() { return this.#headers; }
    get redirect() { return this.#redirect; }
    get signal() { return this.#signal; }
    get duplex() { return "half"; }
    get mode() { return this.#init.mode ?? "cors"; }
    get credentials() { return this.#init.credentials ?? "same-origin"; }
    get cache() { return this.#init.cache ?? "default"; }
    get integrity() { return this.#init.integrity ?? ""; }
    get keepalive() { return !!this.#init.keepalive; }
    get referrer() { return this.#init.referrer ?? "about:client"; }
    get referrerPolicy() { return this.#init.referrerPolicy ?? ""; }
    get destination() { return ""; }
    clone() {
      const copy = new Request(this.url, { method: this.method, headers: listOf(this.headers), redirect: this.redirect, signal: this.signal });
      copyBody(this, copy);
      return copy;
    }
  }
  const parseURL = (input) => {
    try { return new URL(`${input}`); } catch (e) { throw new TypeError("Failed to parse URL from " + input, { cause: e }); }
  };

  const noBody = [101, 204, 205, 304];
  let fill;
  class Response extends Body {
    #type = "default"; #status; #statusText; #headers; #url = ""; #redirected = false;
    static {
      fill = (response, more) => {
        response.#type = more.type ?? "basic";
        response.#url = more.url ?? "";
        response.#redirected = !!more.redirected;
        if (more.status !== undefined) response.#status = more.status;
        freeze(response.#headers);
        return response;
      };
    }
    constructor(body = null, init = {}) {
      super();
      init ??= {};
      if (typeof init !== "object" && typeof init !== "function") throw new TypeError("Response constructor: init could not be converted to: dictionary.");
      this.#status = init.status === undefined ? 200 : +init.status;
      if (!(this.#status >= 200 && this.#status <= 599)) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
      this.#statusText = `${init.statusText ?? ""}`;
      if (/[^\t -~\x80-\xff]/.test(this.#statusText)) throw new TypeError("Invalid statusText");
      this.#headers = new Headers(init.headers);
      if (body === null) return;
      if (noBody.includes(this.#status)) throw new TypeError(`Response constructor: Invalid response status code ${this.#status}`);
      const [bytes, stream, type] = extract(body);
      setBody(this, bytes, stream);
      if (type && !this.#headers.has("content-type")) this.#headers.set("content-type", type);
    }
    static error() { return fill(new Response(null), { type: "error", status: 0 }); }
    static json(data, init = {}) {
      const text = JSON.stringify(data);
      if (text === undefined) throw new TypeError("Value is not JSON serializable");
      const response = new Response(text, init);
      if (!new Headers(init?.headers).has("content-type")) response.headers.set("content-type", "application/json");
      return response;
    }
    static redirect(url, status = 302) {
      const to = parseURL(url);
      if (![301, 302, 303, 307, 308].includes(status)) throw new RangeError(`Invalid status code ${status}`);
      return fill(new Response(null, { status, headers: { location: to.href } }), { type: "default" });
    }
    get type() { return this.#type; }
    get status() { return this.#status; }
    get statusText() { return this.#statusText; }
    get ok() { return this.#status >= 200 && this.#status <= 299; }
    get headers() { return this.#headers; }
    get url() { return this.#url; }
    get redirected() { return this.#redirected; }
    clone() {
      const copy = new Response(null, { status: this.#status || 200, statusText: this.#statusText, headers: listOf(this.#headers) });
      copyBody(this, copy);
      if (this.#type !== "default") fill(copy, { type: this.#type, status: this.#status, url: this.#url, redirected: this.#redirected });
      return copy;
    }
  }

  const fetch = async (input, init) => {
    const request = new Request(input, init), { signal } = request;
    signal.throwIfAborted();
    if (!/^https?:$/.test(new URL(request.url).protocol)) {
      throw new TypeError("fetch failed", { cause: new Error("only http: and https: can be fetched") });
    }
    const bytes = bodyOf(request), reader = bytes === null ? request.body?.getReader() : undefined;
    const started = native.fetch({
      method: request.method, url: request.url.replace(/#.*$/, ""), headers: listOf(request.headers), redirect: request.redirect, bytes,
    }, reader && (async () => {
      const { value, done } = await reader.read();
      return done ? null : value;
    }), reader && ((reason) => { reader.cancel(reason).catch(() => {}); }));
    let failBody = () => {};
    const aborted = new Promise((_, reject) => signal.addEventListener("abort", () => {
      started.abort();
      failBody(signal.reason);
      reject(signal.reason);
    }, { once: true }));
    aborted.catch(() => {});
    let answer;
    try {
      answer = await Promise.race([started.response, aborted]);
    } catch (e) {
      throw signal.aborted ? signal.reason : failed(e);
    }
    const body = answer.body && new ReadableStream({
      type: "bytes",
      start(c) { failBody = (reason) => { answer.body.close(); c.error(reason); }; },
      async pull(c) {
        let chunk;
        try { chunk = await answer.body.recv(); } catch (e) {
          throw signal.aborted ? signal.reason : Object.assign(new TypeError("terminated"), { cause: e });
        }
        if (chunk === null) c.close();
        else c.enqueue(chunk);
      },
      cancel() { answer.body.close(); },
    });
    const empty = noBody.includes(answer.status) || request.method === "HEAD";
    if (empty && answer.body) answer.body.close();
    const response = new Response(empty ? null : body, { status: Math.max(answer.status, 200), statusText: answer.statusText, headers: answer.headers });
    return fill(response, answer);
  };
  // failed is what fetch rejects with; an error that already says what a
  // provider should know (a code of the host) goes through as it is.
  const failed = (e) => e instanceof TypeError || e instanceof DOMException || typeof e?.code === "string" ? e : new TypeError("fetch failed", { cause: e });

  for (const c of [Headers, Request, Response]) Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true });
  return { Headers, Request, Response, fetch };
}
