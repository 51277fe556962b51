(native, use) => {
  const { URL, URLSearchParams, toASCII } = use("url");
  const coded = (E, code, message) => Object.assign(new E(message), { code });
  const fileURLToPath = (url) => {
    url = typeof url === "string" ? new URL(url) : url;
    if (url.protocol !== "file:") throw coded(TypeError, "ERR_INVALID_URL_SCHEME", "The URL must be of scheme file");
    if (/%2f/i.test(url.pathname)) throw coded(TypeError, "ERR_INVALID_FILE_URL_PATH", "File URL path must not include encoded / characters");
    return decodeURIComponent(url.pathname);
  };
  const pathToFileURL = (path) => new URL("file://" + use("path").node.resolve(path).replace(/[%\\\n\r\t?#]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")) + (/.\/$/.test(path) ? "/" : ""));
  const urlToHttpOptions = (url) => ({
    protocol: url.protocol, hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"), hash: url.hash, search: url.search, pathname: url.pathname,
    path: url.pathname + url.search, href: url.href, ...(url.port !== "" && { port: +url.port }),
    ...((url.username || url.password) && { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }),
  });
  // RFC 3492, backwards.
  const decoded = (label) => {
    if (!/^xn--/i.test(label)) return label;
    const at = label.lastIndexOf("-"), out = at > 3 ? [...label.slice(4, at)].map((c) => c.charCodeAt(0)) : [];
    let n = 128, i = 0, bias = 72;
    for (let pos = at > 3 ? at + 1 : 4; pos < label.length; i++) {
      const before = i;
      for (let w = 1, k = 36; ; k += 36) {
        const c = label.charCodeAt(pos++), digit = c < 58 ? c - 22 : (c | 32) - 97;
        if (!(digit >= 0 && digit < 36)) return label;
        i += digit * w;
        const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
        if (digit < t) break;
        w *= 36 - t;
      }
      let delta = Math.floor((i - before) / (before === 0 ? 700 : 2)), k = 0;
      delta += Math.floor(delta / (out.length + 1));
      for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
      bias = k + Math.floor((36 * delta) / (delta + 38));
      n += Math.floor(i / (out.length + 1));
      i %= out.length + 1;
      if (n > 0x10ffff) return label;
      out.splice(i, 0, n);
    }
    return String.fromCodePoint(...out);
  };
  const domainToUnicode = (domain) => { try { return new URL(`ws://${domain}`).hostname.split(".").map(decoded).join("."); } catch { return ""; } };
  // The old API: parse and format for http-like addresses.
  const parse = (text, parseQuery = false) => {
    const m = /^(?:([a-z][a-z0-9+.-]*:))?(\/\/(?:([^/?#]*)@)?([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(`${text}`.trim());
    const host = m[2] === undefined ? null : m[4].toLowerCase(), port = host && /:(\d+)$/.exec(host)?.[1], query = m[6]?.slice(1) ?? null;
    const out = {
      protocol: m[1]?.toLowerCase() ?? null, slashes: m[2] !== undefined || null, auth: m[3] === undefined ? null : decodeURIComponent(m[3]), host, port: port || null,
      hostname: host === null ? null : host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1"), hash: m[7] ?? null, search: m[6] ?? (parseQuery ? "" : null),
      query: parseQuery ? Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(query ?? ""))) : query,
      pathname: m[5] || (host !== null && /^(https?|ftp|wss?|file):$/i.test(m[1] ?? "") ? "/" : null),
    };
    out.path = out.pathname === null && out.search === null ? null : (out.pathname ?? "") + (out.search ?? "");
    out.href = format(out);
    return out;
  };
  const format = (url, options = {}) => {
    if (typeof url === "string") return parse(url).href;
    if (url instanceof URL) {
      const copy = new URL(url.href);
      if (options.fragment === false) copy.hash = "";
      if (options.search === false) copy.search = "";
      if (options.auth === false) copy.username = copy.password = "";
      return copy.href;
    }
    const protocol = url.protocol ? url.protocol.replace(/:?$/, ":") : "";
    const host = url.host ?? (url.hostname ? (url.hostname.includes(":") ? `[${url.hostname}]` : url.hostname) + (url.port ? ":" + url.port : "") : null);
    const query = url.query && typeof url.query === "object" ? new URLSearchParams(url.query).toString() : "";
    const search = url.search || (query && "?" + query) || "", hash = url.hash ? url.hash.replace(/^#?/, "#") : "";
    const slashes = url.slashes || (/^(https?|ftp|wss?|file):$/.test(protocol) && host !== null);
    const auth = url.auth ? encodeURIComponent(url.auth).replace(/%3A/i, ":") + "@" : "";
    const path = (url.pathname ?? "").replace(/[?#]/g, encodeURIComponent);
    return protocol + (slashes ? "//" + auth + (host ?? "") : "") + (slashes && path && path[0] !== "/" ? "/" : "") + path + search.replace(/^\??/, "?").replace(/^\?$/, "").replace("#", "%23") + hash;
  };
  return { node: { URL, URLSearchParams, fileURLToPath, pathToFileURL, urlToHttpOptions, parse, format, resolve: (from, to) => resolve(from, to), domainToASCII: (d) => { try { return new URL(`ws://${d}`).hostname; } catch { return ""; } }, domainToUnicode, toASCII } };
  function resolve(from, to) {
    const base = new URL(from, "resolve://");
    const url = new URL(to, base);
    return url.protocol === "resolve:" ? url.pathname + url.search + url.hash : url.href;
  }
}
