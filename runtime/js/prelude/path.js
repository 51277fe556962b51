() => {
  const text = (v, name) => {
    if (typeof v !== "string") throw Object.assign(new TypeError(`The "${name}" argument must be of type string. Received ${v === null ? "null" : typeof v}`), { code: "ERR_INVALID_ARG_TYPE" });
    return v;
  };
  const collapse = (path, absolute) => {
    const out = [];
    for (const part of path.split("/")) {
      if (part === "" || part === ".") continue;
      if (part !== "..") out.push(part);
      else if (out.length && out[out.length - 1] !== "..") out.pop();
      else if (!absolute) out.push("..");
    }
    return out.join("/");
  };
  const isAbsolute = (path) => text(path, "path")[0] === "/";
  const normalize = (path) => {
    if (text(path, "path") === "") return ".";
    let out = collapse(path, isAbsolute(path));
    if (out === "" && !isAbsolute(path)) out = ".";
    if (out !== "" && path.endsWith("/")) out += "/";
    return isAbsolute(path) ? "/" + out : out;
  };
  const join = (...parts) => {
    const joined = parts.filter((p) => text(p, "path") !== "").join("/");
    return joined === "" ? "." : normalize(joined);
  };
  // There is no working folder: a relative path is taken from the root.
  const resolve = (...parts) => {
    let out = "";
    for (let i = parts.length - 1; i >= 0 && out[0] !== "/"; i--) if (text(parts[i], `paths[${i}]`) !== "") out = parts[i] + (out && "/" + out);
    return "/" + collapse(out, true);
  };
  const dirname = (path) => {
    if (text(path, "path") === "") return ".";
    const trimmed = path.replace(/(?!^)\/+$/, ""), at = trimmed.lastIndexOf("/");
    if (at < 0) return ".";
    if (at === 1 && path.startsWith("//")) return "//";
    return trimmed.slice(0, at).replace(/(?!^)\/+$/, "") || "/";
  };
  const basename = (path, suffix) => {
    if (suffix !== undefined) text(suffix, "suffix");
    const base = /([^/]*)\/*$/.exec(text(path, "path"))[1];
    return suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
  };
  const extname = (path) => /^\.\.$/.test(basename(path)) ? "" : /(?!^)(\.[^.]*)$/.exec(basename(path))?.[1] ?? "";
  const parse = (path) => {
    const root = isAbsolute(path) ? "/" : "", base = basename(path), ext = extname(path), dir = dirname(path).replace(/^\/\/$/, "/");
    return { root, dir: dir === "." && !/^\.\/+[^/]/.test(path) ? "" : dir, base, ext, name: ext ? base.slice(0, -ext.length) : base };
  };
  const format = (parts) => {
    if (parts === null || typeof parts !== "object") throw Object.assign(new TypeError('The "pathObject" argument must be of type object.'), { code: "ERR_INVALID_ARG_TYPE" });
    const dir = parts.dir || parts.root, ext = parts.ext ? (parts.ext[0] === "." ? "" : ".") + parts.ext : "";
    const base = parts.base || `${parts.name || ""}${ext}`;
    return !dir ? base : dir === parts.root ? dir + base : `${dir}/${base}`;
  };
  const relative = (from, to) => {
    text(from, "from");
    text(to, "to");
    const a = resolve(from).split("/").filter(Boolean), b = resolve(to).split("/").filter(Boolean);
    let i = 0;
    while (i < a.length && i < b.length && a[i] === b[i]) i++;
    return [...a.slice(i).map(() => ".."), ...b.slice(i)].join("/");
  };
  const posix = { sep: "/", delimiter: ":", isAbsolute, normalize, join, resolve, dirname, basename, extname, parse, format, relative, toNamespacedPath: (p) => p };
  posix.posix = posix;
  return { node: posix };
}
