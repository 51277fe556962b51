(native, use) => {
  const ports = { "http:": "80", "https:": "443", "ws:": "80", "wss:": "443", "ftp:": "21", "file:": "" };
  const special = (protocol) => Object.hasOwn(ports, protocol);
  const encodeByte = (b) => "%" + (b < 16 ? "0" : "") + b.toString(16).toUpperCase();
  // The percent-encode sets of the URL Standard, each beyond the C0 control one.
  const fragmentSet = ' "<>`', querySet = ' "#<>', specialQuerySet = querySet + "'", pathSet = querySet + "?`{}",
    userinfoSet = pathSet + "/:;=@[\\]^|";
  const percent = (text, set) => {
    let out = "";
    for (const c of text) {
      if (c > "~" || c < " ") for (const b of native.encode(c, "utf8")) out += encodeByte(b);
      else out += set.includes(c) ? encodeByte(c.charCodeAt(0)) : c;
    }
    return out;
  };
  const unpercent = (text) => {
    if (!text.includes("%")) return text;
    const bytes = native.encode(text, "utf8"), out = [];
    for (let i = 0; i < bytes.length; i++) {
      const hex = bytes[i] === 37 ? String.fromCharCode(bytes[i + 1], bytes[i + 2]) : "";
      if (/^[0-9a-f]{2}$/i.test(hex)) { out.push(parseInt(hex, 16)); i += 2; } else out.push(bytes[i]);
    }
    return native.decode(new Uint8Array(out), "utf8");
  };

  // RFC 3492.
  const punycode = (label) => {
    const points = [...label].map((c) => c.codePointAt(0));
    let out = points.filter((p) => p < 128).map((p) => String.fromCharCode(p)).join("");
    let done = out.length, n = 128, delta = 0, bias = 72;
    const basic = done;
    if (basic) out += "-";
    while (done < points.length) {
      const m = Math.min(...points.filter((p) => p >= n));
      delta += (m - n) * (done + 1);
      n = m;
      for (const p of points) {
        if (p < n) delta++;
        if (p !== n) continue;
        let q = delta;
        for (let k = 36; ; k += 36) {
          const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
          const digit = q < t ? q : t + ((q - t) % (36 - t));
          out += String.fromCharCode(digit < 26 ? digit + 97 : digit + 22);
          if (q < t) break;
          q = Math.floor((q - t) / (36 - t));
        }
        delta = Math.floor(delta / (done === basic ? 700 : 2));
        delta += Math.floor(delta / (done + 1));
        let k = 0;
        for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
        bias = k + Math.floor((36 * delta) / (delta + 38));
        delta = 0;
        done++;
      }
      delta++;
      n++;
    }
    return "xn--" + out;
  };
  const toASCII = (host) => {
    if (!/[^\0-\x7f]/.test(host)) return host.toLowerCase();
    return host.normalize("NFKC").toLowerCase().normalize("NFC").replace(/[\u00ad\u200b\u2060\ufe0f]/g, "").replace(/[\u3002\uff0e\uff61]/g, ".")
      .split(".").map((label) => /[^\0-\x7f]/.test(label) ? punycode(label) : label).join(".");
  };

  const ipv4Part = (part) => {
    if (part === "") return NaN;
    const hex = /^0[xX]/.test(part), octal = !hex && part.length > 1 && part[0] === "0";
    const digits = hex ? part.slice(2) : octal ? part.slice(1) : part;
    if (!(hex ? /^[0-9a-fA-F]*$/ : octal ? /^[0-7]*$/ : /^[0-9]+$/).test(digits)) return NaN;
    return digits === "" ? 0 : parseInt(digits, hex ? 16 : octal ? 8 : 10);
  };
  // ipv4 gives null for what is no number, undefined for an invalid address.
  const ipv4 = (host) => {
    const parts = host.split(".");
    if (parts.length > 1 && parts[parts.length - 1] === "") parts.pop();
    const last = parts[parts.length - 1];
    if (!/^[0-9]+$/.test(last) && !/^0[xX][0-9a-fA-F]*$/.test(last)) return null;
    const numbers = parts.map(ipv4Part);
    if (numbers.length > 4 || numbers.some(Number.isNaN)) return undefined;
    const final = numbers.pop();
    if (numbers.some((n) => n > 255) || final >= 256 ** (4 - numbers.length)) return undefined;
    const value = numbers.reduce((sum, n, i) => sum + n * 256 ** (3 - i), final);
    return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
  };
  const ipv6 = (text) => {
    let tail = [];
    const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
    if (dotted) {
      const bytes = dotted[2].split(".");
      if (bytes.some((b) => b > 255 || (b.length > 1 && b[0] === "0"))) return undefined;
      tail = [bytes[0] * 256 + +bytes[1], bytes[2] * 256 + +bytes[3]];
      text = dotted[1].endsWith("::") ? dotted[1] : dotted[1].slice(0, -1);
    }
    const halves = text.split("::");
    if (halves.length > 2) return undefined;
    const pieces = (half) => half === "" ? [] : half.split(":").map((p) => /^[0-9a-fA-F]{1,4}$/.test(p) ? parseInt(p, 16) : NaN);
    const head = pieces(halves[0]), rest = halves.length === 2 ? [...pieces(halves[1]), ...tail] : [];
    const words = halves.length === 2 ? [...head, ...Array(Math.max(8 - head.length - rest.length, 0)).fill(0), ...rest] : [...head, ...tail];
    if (words.length !== 8 || words.some(Number.isNaN) || (halves.length === 2 && head.length + rest.length > 7)) return undefined;
    let best = -1, length = 1;
    for (let i = 0; i < 8; i++) {
      let j = i;
      while (j < 8 && words[j] === 0) j++;
      if (j - i > length) [best, length] = [i, j - i];
      i = Math.max(i, j - 1);
    }
    const hex = words.map((w) => w.toString(16));
    return best < 0 ? hex.join(":") : hex.slice(0, best).join(":") + "::" + hex.slice(best + length).join(":");
  };
  const parseHost = (text, isSpecial) => {
    if (text[0] === "[") {
      const address = text.endsWith("]") ? ipv6(text.slice(1, -1)) : undefined;
      return address === undefined ? undefined : `[${address}]`;
    }
    if (!isSpecial) return /[\0\t\n\r #/:<>?@[\\\]^|]/.test(text) ? undefined : percent(text, "");
    const host = toASCII(unpercent(text));
    if (host === "" || /[\0- "#%/:<>?@[\\\]^`{|}\x7f]/.test(host) || host.includes("\ufffd")) return undefined;
    const address = ipv4(host);
    return address === null ? host : address;
  };

  const parsePort = (text, protocol) => {
    if (text === "" || !/^[0-9]+$/.test(text)) return text === "" ? "" : undefined;
    const port = parseInt(text, 10);
    return port > 65535 ? undefined : `${port}` === ports[protocol] ? "" : `${port}`;
  };
  const isDrive = (s) => /^[a-zA-Z][:|]$/.test(s);
  const parsePath = (text, protocol, base) => {
    const path = [...base], segments = (special(protocol) ? text.replace(/\\/g, "/") : text).split("/");
    segments.forEach((segment, i) => {
      const last = i === segments.length - 1, plain = segment.replace(/%2e/gi, ".");
      if (plain === "..") {
        if (!(protocol === "file:" && path.length === 1 && isDrive(path[0]))) path.pop();
        if (last) path.push("");
      } else if (plain === ".") {
        if (last) path.push("");
      } else {
        if (protocol === "file:" && path.length === 0 && isDrive(segment)) segment = segment[0] + ":";
        path.push(percent(segment, pathSet));
      }
    });
    return path;
  };
  const setAuthority = (url, text, file) => {
    const at = text.lastIndexOf("@");
    if (at >= 0) {
      if (file || at === text.length - 1) return false;
      const user = text.slice(0, at), colon = user.indexOf(":");
      url.username = percent(colon < 0 ? user : user.slice(0, colon), userinfoSet);
      url.password = colon < 0 ? "" : percent(user.slice(colon + 1), userinfoSet);
      text = text.slice(at + 1);
    }
    const match = file ? [text, text, ""] : /^(\[[^\]]*\]?|[^:]*)(?::(.*))?$/s.exec(text);
    if (!match) return false;
    if (match[1] === "" && special(url.protocol) && !file) return false;
    if (match[1] === "" && (at >= 0 || match[2])) return false;
    const host = match[1] === "" ? "" : parseHost(match[1], special(url.protocol)), port = parsePort(match[2] ?? "", url.protocol);
    if (host === undefined || port === undefined) return false;
    url.host = file && host === "localhost" ? "" : host;
    url.port = port;
    return true;
  };

  // parse gives the record of a URL: protocol, username, password, host (null
  // where there is none), port, path (segments, or a text that is opaque),
  // query and fragment (null where there is none); undefined when invalid.
  const parse = (input, base) => {
    let text = input.replace(/^[\0- ]+|[\0- ]+$/g, "").replace(/[\t\n\r]/g, "");
    const url = { protocol: "", username: "", password: "", host: null, port: "", path: [], query: null, fragment: null };
    const hash = text.indexOf("#");
    if (hash >= 0) [url.fragment, text] = [percent(text.slice(hash + 1), fragmentSet), text.slice(0, hash)];
    const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*:)(.*)$/s.exec(text);
    if (scheme) [url.protocol, text] = [scheme[1].toLowerCase(), scheme[2]];
    else if (!base) return undefined;
    const relative = !scheme || (special(url.protocol) && base?.protocol === url.protocol && !/^[/\\]{2}/.test(text) && url.protocol !== "file:");
    if (relative || (url.protocol === "file:" && base?.protocol === "file:")) url.protocol = base.protocol;
    else base = null;
    const isSpecial = special(url.protocol), file = url.protocol === "file:";
    if (base && typeof base.path === "string" && (text !== "" || hash < 0)) return undefined;
    if (isSpecial) {
      const q = text.indexOf("?"), before = q < 0 ? text : text.slice(0, q);
      text = before.replace(/\\/g, "/") + (q < 0 ? "" : text.slice(q));
    }
    const question = text.indexOf("?");
    if (question >= 0) [url.query, text] = [percent(text.slice(question + 1), isSpecial ? specialQuerySet : querySet), text.slice(0, question)];
    return finish(url, text, base, isSpecial, file, question >= 0);
  };
  const inherit = (url, base, ...keys) => { for (const key of keys) url[key] = base[key]; };
  const finish = (url, text, base, isSpecial, file, hasQuery) => {
    const absolute = isSpecial && !file && !base;
    if (absolute) text = "//" + text.replace(/^\/*/, "");
    if (text.startsWith("//")) {
      const rest = isSpecial && !file ? text.replace(/^\/*/, "") : text.slice(2), slash = rest.indexOf("/");
      let authority = slash < 0 ? rest : rest.slice(0, slash), path = slash < 0 ? "" : rest.slice(slash);
      if (file && isDrive(authority)) [authority, path] = ["", "/" + rest];
      if (!setAuthority(url, authority, file)) return undefined;
      url.path = path === "" ? (isSpecial ? [""] : []) : parsePath(path.slice(1), url.protocol, []);
      return url;
    }
    if (file && !base) {
      url.host = "";
      url.path = parsePath(text.replace(/^\//, ""), url.protocol, []);
      return url;
    }
    if (!base) {
      if (text[0] === "/") url.path = parsePath(text.slice(1), url.protocol, []);
      else url.path = percent(text, "");
      return url;
    }
    inherit(url, base, "username", "password", "host", "port");
    if (text === "") {
      url.path = typeof base.path === "string" ? base.path : [...base.path];
      if (!hasQuery) url.query = base.query;
    } else if (text[0] === "/") {
      const drive = file && isDrive(base.path[0] ?? "") && !isDrive(text.slice(1, 3)) ? [base.path[0]] : [];
      url.path = parsePath(text.slice(1), url.protocol, drive);
    } else url.path = parsePath(text, url.protocol, file && isDrive(text.slice(0, 2)) ? [] : base.path.slice(0, -1));
    return url;
  };

  const pathname = (url) => typeof url.path === "string" ? url.path : url.path.map((s) => "/" + s).join("");
  const hostOf = (url) => url.host === null ? "" : url.host + (url.port === "" ? "" : ":" + url.port);
  const href = (url) => {
    let out = url.protocol;
    if (url.host !== null) {
      out += "//";
      if (url.username || url.password) out += url.username + (url.password ? ":" + url.password : "") + "@";
      out += hostOf(url);
    } else if (typeof url.path !== "string" && url.path.length > 1 && url.path[0] === "") out += "/.";
    return out + pathname(url) + (url.query === null ? "" : "?" + url.query) + (url.fragment === null ? "" : "#" + url.fragment);
  };

  const inspectTag = Symbol.for("nodejs.util.inspect.custom");
  const coded = (E, code, message, more) => Object.assign(new E(message), { code }, more);
  let update, reset, link;

  const formEncode = (text) => {
    let out = "";
    for (const b of native.encode(text, "utf8")) {
      const c = String.fromCharCode(b);
      out += c === " " ? "+" : /[A-Za-z0-9*._-]/.test(c) ? c : encodeByte(b);
    }
    return out;
  };
  const formDecode = (text) => text.split("&").filter((pair) => pair !== "").map((pair) => {
    const equals = pair.indexOf("="), plain = (s) => unpercent(s.replace(/\+/g, " "));
    return equals < 0 ? [plain(pair), ""] : [plain(pair.slice(0, equals)), plain(pair.slice(equals + 1))];
  });
  const text = (v) => `${v}`.toWellFormed();

  class URLSearchParams {
    #list = []; #url = null;
    static {
      link = (params, url) => { params.#url = url; };
      reset = (params, query) => { params.#list = formDecode(query ?? ""); };
    }
    constructor(init) {
      if (init === undefined || init === null) return;
      if (typeof init === "object" || typeof init === "function") {
        if (init[Symbol.iterator] === undefined) this.#list = Reflect.ownKeys(init).filter((k) => typeof k === "string").map((k) => [text(k), text(init[k])]);
        else if (typeof init[Symbol.iterator] !== "function") throw coded(TypeError, "ERR_ARG_NOT_ITERABLE", "Query pairs must be iterable");
        else for (const pair of init) {
          const two = pair !== null && typeof pair === "object" && typeof pair[Symbol.iterator] === "function" ? [...pair] : [];
          if (two.length !== 2) throw coded(TypeError, "ERR_INVALID_TUPLE", "Each query pair must be an iterable [name, value] tuple");
          this.#list.push([text(two[0]), text(two[1])]);
        }
      } else this.#list = formDecode(text(init).replace(/^\?/, ""));
    }
    #changed() { if (this.#url) update(this.#url, this.toString()); }
    get size() { return this.#list.length; }
    append(name, value) { need(arguments, 2); this.#list.push([text(name), text(value)]); this.#changed(); }
    delete(name, value) {
      need(arguments, 1);
      this.#list = this.#list.filter((p) => p[0] !== text(name) || (value !== undefined && p[1] !== text(value)));
      this.#changed();
    }
    get(name) { need(arguments, 1); return this.#list.find((p) => p[0] === text(name))?.[1] ?? null; }
    getAll(name) { need(arguments, 1); return this.#list.filter((p) => p[0] === text(name)).map((p) => p[1]); }
    has(name, value) { need(arguments, 1); return this.#list.some((p) => p[0] === text(name) && (value === undefined || p[1] === text(value))); }
    set(name, value) {
      need(arguments, 2);
      const at = this.#list.findIndex((p) => p[0] === text(name));
      if (at < 0) this.#list.push([text(name), text(value)]);
      else this.#list = this.#list.filter((p, i) => i <= at || p[0] !== text(name)).map((p, i) => i === at ? [p[0], text(value)] : p);
      this.#changed();
    }
    sort() { this.#list.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0); this.#changed(); }
    forEach(f, self) {
      if (typeof f !== "function") throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "callback" argument must be of type function.');
      for (const [name, value] of this) f.call(self, value, name, this);
    }
    *entries() { for (let i = 0; i < this.#list.length; i++) yield [...this.#list[i]]; }
    *keys() { for (const [name] of this.entries()) yield name; }
    *values() { for (const [, value] of this.entries()) yield value; }
    toString() { return this.#list.map((p) => formEncode(p[0]) + "=" + formEncode(p[1])).join("&"); }
    [inspectTag](depth, options, inspect) {
      const list = this.#list.map(([name, value]) => `${inspect(name, options)} => ${inspect(value, options)}`);
      return list.length ? `URLSearchParams { ${list.join(", ")} }` : "URLSearchParams {}";
    }
  }
  Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, { value: URLSearchParams.prototype.entries, writable: true, configurable: true });
  const need = (args, n) => {
    if (args.length < n) throw coded(TypeError, "ERR_MISSING_ARGS", n === 1 ? 'The "name" argument must be specified' : 'The "name" and "value" arguments must be specified');
  };

  class URL {
    #url; #params;
    static { update = (url, query) => { url.#url.query = query === "" ? null : query; }; }
    constructor(input, base) {
      if (arguments.length === 0) throw coded(TypeError, "ERR_MISSING_ARGS", 'The "url" argument must be specified');
      const record = resolve(input, base);
      if (!record) throw coded(TypeError, "ERR_INVALID_URL", "Invalid URL", base === undefined ? { input: `${input}` } : { input: `${input}`, base: `${base}` });
      this.#url = record;
    }
    static canParse(input, base) { return resolve(input, base) !== undefined; }
    static parse(input, base) { return URL.canParse(input, base) ? new URL(input, base) : null; }
    static createObjectURL() { throw new Error("URL.createObjectURL is not available to providers"); }
    static revokeObjectURL() {}
    get href() { return href(this.#url); }
    set href(v) {
      const record = parse(text(v));
      if (!record) throw coded(TypeError, "ERR_INVALID_URL", "Invalid URL", { input: `${v}` });
      this.#url = record;
      if (this.#params) reset(this.#params, record.query);
    }
    get origin() {
      const url = this.#url;
      if (url.protocol === "blob:") { try { return new URL(pathname(url)).origin; } catch { return "null"; } }
      return special(url.protocol) && url.protocol !== "file:" ? `${url.protocol}//${hostOf(url)}` : "null";
    }
    get protocol() { return this.#url.protocol; }
    set protocol(v) {
      const match = /^([a-zA-Z][a-zA-Z0-9+.-]*)(?::|$)/.exec(`${v}`), url = this.#url;
      if (!match) return;
      const protocol = match[1].toLowerCase() + ":";
      if (special(protocol) !== special(url.protocol) || (protocol === "file:" && (url.username || url.password || url.port))) return;
      url.protocol = protocol;
      if (url.port === ports[protocol]) url.port = "";
    }
    get #bare() { return !this.#url.host || this.#url.protocol === "file:"; }
    get username() { return this.#url.username; }
    set username(v) { if (!this.#bare) this.#url.username = percent(text(v), userinfoSet); }
    get password() { return this.#url.password; }
    set password(v) { if (!this.#bare) this.#url.password = percent(text(v), userinfoSet); }
    get host() { return hostOf(this.#url); }
    set host(v) { this.#setHost(text(v), true); }
    get hostname() { return this.#url.host ?? ""; }
    set hostname(v) { this.#setHost(text(v), false); }
    #setHost(v, withPort) {
      const url = this.#url, isSpecial = special(url.protocol);
      if (typeof url.path === "string") return;
      const [, name, port] = /^(\[[^\]]*\]|[^:/?#\\]*)(?::([0-9]*))?/.exec(v.replace(/[\t\n\r]/g, ""));
      if (name === "" && (isSpecial || url.username || url.port)) return;
      if (!withPort && v[name.length] === ":") return;
      const host = name === "" ? "" : parseHost(name, isSpecial);
      if (host === undefined) return;
      url.host = host;
      if (withPort && port) url.port = parsePort(port, url.protocol) ?? url.port;
    }
    get port() { return this.#url.port; }
    set port(v) {
      if (this.#bare) return;
      const [digits] = /^[0-9]*/.exec(`${v}`.replace(/[\t\n\r]/g, ""));
      if (`${v}` === "") this.#url.port = "";
      else if (digits) this.#url.port = parsePort(digits, this.#url.protocol) ?? this.#url.port;
    }
    get pathname() { return pathname(this.#url); }
    set pathname(v) {
      const url = this.#url;
      if (typeof url.path === "string") return;
      const path = text(v).replace(/[\t\n\r]/g, "").replace(special(url.protocol) ? /^[/\\]/ : /^\//, "");
      url.path = parsePath(path.replace(/[?#]/g, (c) => encodeByte(c.charCodeAt(0))), url.protocol, []);
    }
    get search() { return this.#url.query ? "?" + this.#url.query : ""; }
    set search(v) {
      const query = text(v).replace(/[\t\n\r]/g, "").replace(/^\?/, "");
      this.#url.query = `${v}` === "" ? null : percent(query, special(this.#url.protocol) ? specialQuerySet : querySet);
      if (this.#params) reset(this.#params, this.#url.query);
    }
    get searchParams() {
      if (!this.#params) {
        this.#params = new URLSearchParams(this.#url.query ?? "");
        link(this.#params, this);
      }
      return this.#params;
    }
    get hash() { return this.#url.fragment ? "#" + this.#url.fragment : ""; }
    set hash(v) { this.#url.fragment = `${v}` === "" ? null : percent(text(v).replace(/[\t\n\r]/g, "").replace(/^#/, ""), fragmentSet); }
    toString() { return this.href; }
    toJSON() { return this.href; }
    [inspectTag](depth, options, inspect) {
      const shown = {};
      for (const key of ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "searchParams", "hash"]) shown[key] = this[key];
      return "URL " + inspect(shown, options);
    }
  }
  const resolve = (input, base) => {
    const from = base === undefined ? null : parse(text(base));
    return from === undefined ? undefined : parse(text(input), from);
  };
  for (const key of Object.getOwnPropertyNames(URL.prototype)) if (key !== "constructor") Object.defineProperty(URL.prototype, key, { enumerable: true });
  for (const c of [URL, URLSearchParams]) Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true });
  return { URL, URLSearchParams, toASCII };
}
