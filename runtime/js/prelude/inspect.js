(native) => {
  const custom = Symbol.for("nodejs.util.inspect.custom");
  const defaults = { depth: 2, breakLength: 80, compact: 3, maxArrayLength: 100, maxStringLength: 10000, showHidden: false, sorted: false, getters: false };
  const tag = Object.prototype.toString, own = Object.getOwnPropertyDescriptor, toText = Function.prototype.toString;
  const named = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", "\\": "\\\\" };

  const quote = (text) => {
    const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes("`") && !text.includes("${") ? "`" : "'";
    let out = "";
    for (const c of text) {
      const code = c.codePointAt(0);
      if (named[c]) out += named[c];
      else if (c === mark) out += "\\" + c;
      else if (code < 32 || (code > 126 && code < 160)) out += "\\x" + code.toString(16).toUpperCase().padStart(2, "0");
      else if (code > 0xd7ff && code < 0xe000) out += "\\u" + code.toString(16);
      else out += c;
    }
    return mark + out + mark;
  };
  const text = (ctx, s) => {
    let rest = "";
    if (s.length > ctx.maxStringLength) {
      const n = s.length - ctx.maxStringLength;
      [s, rest] = [s.slice(0, ctx.maxStringLength), `... ${n} more character${n > 1 ? "s" : ""}`];
    }
    if (ctx.compact !== true && s.length > 16 && s.length > ctx.breakLength - ctx.indent - 4 && s.includes("\n")) {
      const lines = s.split("\n").map((l, i, all) => i < all.length - 1 ? l + "\n" : l).filter((l) => l !== "");
      return lines.map(quote).join(" +\n" + " ".repeat(ctx.indent + 2)) + rest;
    }
    return quote(s) + rest;
  };
  const primitive = (ctx, v) => typeof v === "string" ? text(ctx, v) : typeof v === "bigint" ? `${v}n` : Object.is(v, -0) ? "-0" : String(v);
  const keyText = (key) => typeof key === "symbol" ? `[${String(key)}]` : /^[a-zA-Z_][a-zA-Z_0-9]*$/.test(key) ? key : quote(key);

  const ctorName = (o) => {
    for (let p = o, depth = 0; p !== null; p = Object.getPrototypeOf(p), depth++) {
      if (p === native.RegExp.prototype) return "RegExp"; // their constructors come late
      if (p === native.Number.prototype) return "Number";
      if (p === native.Date.prototype) return "Date";
      const d = own(p, "constructor");
      if (d && typeof d.value === "function" && d.value.name !== "" && o instanceof d.value) return d.value.name;
    }
    return null;
  };
  const prefix = (o, name, fallback, size = "") => {
    let t = "";
    try { t = o[Symbol.toStringTag]; } catch {}
    t = typeof t === "string" && t !== "" && t !== name ? `[${t}] ` : "";
    return name === null ? `[${fallback}${size}: null prototype] ${t}` : `${name}${size} ${t}`;
  };

  const functionBase = (f, name) => {
    const source = toText.call(f);
    if (/^class\b/.test(source)) {
      const parent = Object.getPrototypeOf(f).name;
      return `[class ${own(f, "name")?.value || "(anonymous)"}${name !== "Function" && name !== null ? ` [${name}]` : ""}${parent ? ` extends ${parent}` : ""}]`;
    }
    const kind = /^(?:async\s*\*|async\s+function\s*\*)/.test(source) ? "AsyncGeneratorFunction" : /^async\b/.test(source) ? "AsyncFunction"
      : /^(?:function\s*)?\*/.test(source) ? "GeneratorFunction" : "Function";
    return `[${kind}${f.name === "" || typeof f.name !== "string" ? " (anonymous)" : `: ${f.name}`}]${name === null ? " [null prototype]" : ""}`;
  };
  const errorBase = (ctx, e) => {
    let head = "";
    try { head = Error.prototype.toString.call(e); } catch { head = "Error"; }
    const stack = native.stack(e), indent = " ".repeat(ctx.indent);
    const name = ctorName(e), written = own(e, "stack");
    if (typeof written?.value === "string" && written.value.includes("\n    at ")) return written.value.replace(/\n/g, "\n" + indent);
    if (name && !head.includes(name) && head.startsWith("Error")) head = name + head.slice(5);
    return stack ? (head + stack).replace(/\n/g, "\n" + indent) : `[${head}]`;
  };
  const boxes = { "[object Number]": ["Number", Number], "[object String]": ["String", String], "[object Boolean]": ["Boolean", Boolean], "[object Symbol]": ["Symbol", Symbol], "[object BigInt]": ["BigInt", BigInt] };
  const boxed = (v) => {
    const box = boxes[tag.call(v)];
    try { return box && [box[0], box[1].prototype.valueOf.call(v)]; } catch { return undefined; }
  };
  const hexBytes = (b, max) => Array.from(b.subarray(0, max), (x) => x.toString(16).padStart(2, "0")).join(" ") + (b.length > max ? ` ... ${b.length - max} more byte${b.length - max > 1 ? "s" : ""}` : "");

  const value = (ctx, v, depth, typed) => {
    if (v === null || (typeof v !== "object" && typeof v !== "function")) return primitive(ctx, v);
    for (let t; native.isProxy(v); v = t) {
      t = native.target(v);
      if (t === null) return "<Revoked Proxy>";
    }
    const f = v[custom];
    if (typeof f === "function" && f !== inspect) {
      const left = ctx.depth === null ? null : ctx.depth - depth;
      const out = f.call(v, left, { ...ctx.options, depth: left, stylize: (s) => String(s) }, inspect);
      if (out !== v) return typeof out === "object" && out !== null ? value(ctx, out, depth) : String(out).replace(/\n/g, "\n" + " ".repeat(ctx.indent));
    }
    if (ctx.seen.includes(v)) {
      if (!ctx.circular.has(v)) ctx.circular.set(v, ctx.circular.size + 1);
      return `[Circular *${ctx.circular.get(v)}]`;
    }
    return raw(ctx, v, depth, typed);
  };

  const keysOf = (v, ctx, indexed) => {
    let keys = ctx.showHidden ? Object.getOwnPropertyNames(v) : Object.keys(v);
    if (indexed) keys = keys.filter((k) => !/^(0|[1-9][0-9]*)$/.test(k));
    return [...keys, ...Object.getOwnPropertySymbols(v).filter((s) => ctx.showHidden || own(v, s).enumerable)];
  };

  // shape tells how a value looks: braces, a base before them, what fills them.
  const shape = (ctx, v, name) => {
    const size = (n) => `(${n})`;
    if (Array.isArray(v)) {
      const p = name !== "Array" || (v[Symbol.toStringTag] ?? "") !== "" ? prefix(v, name, "Array", size(v.length)) : "";
      return { braces: [p + "[", "]"], indexed: true, entries: arrayEntries, array: true, empty: `${p}[]` };
    }
    if (typeof v === "function") return { base: functionBase(v, name) };
    if (ArrayBuffer.isView(v) && !(v instanceof DataView)) {
      const kind = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get.call(v);
      const p = prefix(v, name, kind, size(v.length));
      return { braces: [p + "[", "]"], indexed: true, entries: typedEntries, array: true, empty: `${p}[]` };
    }
    const t = tag.call(v);
    if (v instanceof Set) return { braces: [prefix(v, name, "Set", size(v.size)) + "{", "}"], entries: setEntries };
    if (v instanceof Map) return { braces: [prefix(v, name, "Map", size(v.size)) + "{", "}"], entries: mapEntries };
    if (v instanceof Error) return { base: errorBase(ctx, v), error: true };
    if (v instanceof Date && t === "[object Date]") return { base: Number.isNaN(+v) ? "Invalid Date" : (name !== "Date" ? prefix(v, name, "Date") : "") + v.toISOString() };
    if (v instanceof RegExp && t === "[object RegExp]") return { base: (name !== "RegExp" ? prefix(v, name, "RegExp") : "") + RegExp.prototype.toString.call(v) };
    const promise = native.promise(v);
    if (promise) return { braces: [prefix(v, name, "Promise") + "{", "}"], entries: promiseEntries };
    if (v instanceof ArrayBuffer) return { braces: [prefix(v, name, "ArrayBuffer") + "{", "}"], entries: bufferEntries };
    if (v instanceof DataView) return { braces: [prefix(v, name, "DataView") + "{", "}"], entries: viewEntries };
    if (v instanceof WeakMap || v instanceof WeakSet) return { braces: [prefix(v, name, "Weak") + "{", "}"], entries: () => ["<items unknown>"] };
    if (t === "[object Arguments]") return { braces: ["[Arguments] {", "}"] };
    const box = boxed(v);
    if (box) return { base: `[${box[0]}${name !== box[0] ? ` (${name ?? "null prototype"})` : ""}: ${primitive(ctx, box[1])}]`, indexed: box[0] === "String" };
    return { braces: [name === "Object" && t === "[object Object]" ? "{" : prefix(v, name, "Object") + "{", "}"] };
  };

  const raw = (ctx, v, depth, typed) => {
    const name = ctorName(v), look = shape(ctx, v, name), braces = look.braces ?? ["{", "}"];
    let keys = keysOf(v, ctx, look.indexed);
    if (look.error) {
      if (Object.hasOwn(v, "cause") && !keys.includes("cause")) keys.push("cause");
      if (Array.isArray(own(v, "errors")?.value) && !keys.includes("errors")) keys.push("errors");
      keys = keys.filter((k) => !["name", "message", "stack"].includes(k) || !look.base.includes(String(v[k])));
    }
    if (keys.length === 0 && look.base !== undefined) return look.base;
    if (keys.length === 0 && (!look.entries || (look.array && v.length === 0))) return look.empty ?? `${braces[0]}}`;
    if (keys.length === 0 && look.entries && (v instanceof Set || v instanceof Map) && v.size === 0) return `${braces[0]}}`;
    if (ctx.depth !== null && depth > ctx.depth) {
      const shown = `${name ?? "Object: null prototype"}`;
      return Array.isArray(v) ? (name === "Array" ? "[Array]" : `[${shown}]`) : `[${shown}]`;
    }
    depth++;
    ctx.seen.push(v);
    ctx.current = depth;
    const output = look.entries ? look.entries(ctx, v, depth) : [];
    for (const key of keys) output.push(property(ctx, v, depth, key, look.array, look.error));
    ctx.seen.pop();
    let base = look.base ?? "";
    const ref = ctx.circular.get(v);
    if (ref !== undefined) {
      if (base === "") braces[0] = `<ref *${ref}> ${braces[0]}`;
      else base = `<ref *${ref}> ${base}`;
    }
    if (ctx.sorted && !look.array) output.sort(typeof ctx.sorted === "function" ? ctx.sorted : undefined);
    return reduce(ctx, output, base, braces, look.array, depth, v);
  };

  const nested = (ctx, v, depth, by = 2) => {
    ctx.indent += by;
    const out = value(ctx, v, depth);
    ctx.indent -= by;
    return out;
  };
  const property = (ctx, o, depth, key, array, error) => {
    const d = own(o, key) ?? { value: o[key], enumerable: true };
    let shown;
    if ("value" in d) shown = nested(ctx, d.value, depth, ctx.compact !== true || array ? 2 : 3);
    else shown = d.get ? (d.set ? "[Getter/Setter]" : "[Getter]") : d.set ? "[Setter]" : "undefined";
    const label = !d.enumerable && typeof key === "string" ? `[${key}]` : keyText(key);
    return `${label}: ${shown}`;
  };
  const more = (output, n) => { if (n > 0) output.push(`... ${n} more item${n > 1 ? "s" : ""}`); };
  const arrayEntries = (ctx, v, depth) => {
    const output = [], max = Math.min(ctx.maxArrayLength ?? Infinity, v.length);
    let i = 0, indexes;
    while (i < v.length && output.length < max) {
      if (Object.hasOwn(v, i)) { output.push(nested(ctx, v[i], depth)); i++; continue; }
      indexes ??= Object.keys(v).filter((k) => /^[0-9]+$/.test(k)).map(Number);
      const next = indexes.find((k) => k > i && k < v.length) ?? v.length, holes = next - i;
      i = next;
      output.push(`<${holes} empty item${holes > 1 ? "s" : ""}>`);
    }
    more(output, v.length - i);
    return output;
  };
  const typedEntries = (ctx, v) => {
    const max = Math.min(ctx.maxArrayLength ?? Infinity, v.length), output = Array.from(v.subarray(0, max), (n) => primitive(ctx, n));
    more(output, v.length - max);
    return output;
  };
  const setEntries = (ctx, v, depth) => {
    const output = [...Set.prototype.values.call(v)].slice(0, ctx.maxArrayLength ?? Infinity).map((x) => nested(ctx, x, depth));
    more(output, v.size - output.length);
    return output;
  };
  const mapEntries = (ctx, v, depth) => {
    const output = [...Map.prototype.entries.call(v)].slice(0, ctx.maxArrayLength ?? Infinity).map(([k, x]) => `${nested(ctx, k, depth)} => ${nested(ctx, x, depth)}`);
    more(output, v.size - output.length);
    return output;
  };
  const promiseEntries = (ctx, v, depth) => {
    const [state, result] = native.promise(v);
    if (state === "pending") return ["<pending>"];
    return [(state === "rejected" ? "<rejected> " : "") + nested(ctx, result, depth)];
  };
  const bufferEntries = (ctx, v) => [`[Uint8Contents]: <${hexBytes(new Uint8Array(v), 50)}>`, `byteLength: ${v.byteLength}`];
  const viewEntries = (ctx, v, depth) => [`byteLength: ${v.byteLength}`, `byteOffset: ${v.byteOffset}`, `buffer: ${nested(ctx, v.buffer, depth)}`];

  // reduce puts the parts on one line where they are short and not too deep.
  const reduce = (ctx, output, base, braces, array, depth, v) => {
    const lead = base ? base + " " : "";
    if (ctx.compact !== true) {
      const entries = output.length;
      if (typeof ctx.compact === "number" && ctx.compact >= 1) {
        if (array && entries > 6) output = group(ctx, output, v);
        if (ctx.current - depth < ctx.compact && entries === output.length) {
          const start = output.length + ctx.indent + braces[0].length + base.length + 10;
          if (fits(ctx, output, start, base)) {
            const joined = output.join(", ");
            if (!joined.includes("\n")) return `${lead}${braces[0]} ${joined} ${braces[1]}`;
          }
        }
      }
      const line = "\n" + " ".repeat(ctx.indent);
      return `${lead}${braces[0]}${line}  ${output.join(`,${line}  `)}${line}${braces[1]}`;
    }
    if (fits(ctx, output, 0, base)) return `${braces[0]}${base ? " " + base : ""} ${output.join(", ")} ${braces[1]}`;
    const line = "\n" + " ".repeat(ctx.indent);
    return `${braces[0]}${base === "" && braces[0].length === 1 ? " " : `${base ? " " + base : ""}\n${line.slice(1)}  `}${output.join(`,${line}  `)} ${braces[1]}`;
  };
  const fits = (ctx, output, start, base) => {
    const total = output.length + start;
    if (total + output.length > ctx.breakLength) return false;
    return output.reduce((n, s) => n + s.length, total) <= ctx.breakLength && !base.includes("\n");
  };
  // group lines the elements of a long array up in columns, about a square.
  const group = (ctx, output, v) => {
    const cut = ctx.maxArrayLength < output.length ? 1 : 0, n = output.length - cut, lengths = output.slice(0, n).map((s) => s.length);
    const total = lengths.reduce((sum, l) => sum + l + 2, 0), longest = Math.max(...lengths), cell = longest + 2;
    if (cell * 3 + ctx.indent >= ctx.breakLength || !(total / cell > 5 || longest <= 6)) return output;
    const biased = Math.max(cell - 3 - Math.sqrt(cell - total / output.length), 1);
    const columns = Math.min(Math.round(Math.sqrt(2.5 * biased * n) / biased), Math.floor((ctx.breakLength - ctx.indent) / cell), ctx.compact * 4, 15);
    if (columns <= 1) return output;
    const widths = Array.from({ length: columns }, (_, c) => Math.max(...lengths.filter((_, i) => i % columns === c)) + 2);
    const right = v !== undefined && Array.prototype.every.call(v, (x) => typeof x === "number" || typeof x === "bigint"), lines = [];
    for (let i = 0; i < n; i += columns) {
      const row = output.slice(i, Math.min(i + columns, n));
      lines.push(row.map((s, c) => {
        const last = c === row.length - 1;
        return right ? (last ? s.padStart(widths[c] - 2) : `${s}, `.padStart(widths[c])) : last ? s : `${s}, `.padEnd(widths[c]);
      }).join(""));
    }
    if (cut) lines.push(output[n]);
    return lines;
  };

  const inspect = (v, options = {}, depth) => {
    if (typeof options === "boolean") options = { showHidden: options, ...(depth !== undefined && { depth }) };
    const all = { ...defaults, ...options };
    for (const key of ["depth", "maxArrayLength", "maxStringLength"]) if (all[key] === null || all[key] === Infinity) all[key] = Infinity;
    return value({ ...all, options: all, indent: all.indentationLvl ?? 0, seen: [], circular: new Map(), current: 0 }, v, 0);
  };
  inspect.custom = custom;
  inspect.defaultOptions = defaults;
  inspect.colors = {};
  inspect.styles = {};

  // format is console's: %s %d %i %f %j %o %O %c %% in a first string.
  const format = (first, ...args) => {
    let out = "", i = 0;
    if (typeof first === "string" && args.length) {
      out = first.replace(/%[sdifjoOc%]/g, (mark) => {
        if (mark === "%%") return "%";
        if (i >= args.length) return mark;
        const v = args[i++];
        switch (mark) {
          case "%s": return typeof v === "string" ? v : typeof v === "bigint" ? `${v}n` : Object.is(v, -0) ? "-0" : v === null || typeof v !== "object" || hasOwnText(v) ? String(v) : inspect(v, { depth: 0, compact: 3 });
          case "%d": return typeof v === "bigint" ? `${v}n` : typeof v === "symbol" ? "NaN" : number(Number(v));
          case "%i": return typeof v === "bigint" ? `${v}n` : typeof v === "symbol" ? "NaN" : number(parseInt(v));
          case "%f": return typeof v === "symbol" ? "NaN" : number(parseFloat(v));
          case "%j": try { return JSON.stringify(v); } catch { return "[Circular]"; }
          case "%o": return inspect(v, { showHidden: true, depth: 4 });
          case "%O": return inspect(v);
          case "%c": return "";
        }
      });
    } else out = typeof first === "string" ? first : inspect(first);
    for (; i < args.length; i++) out += " " + (typeof args[i] === "string" ? args[i] : inspect(args[i]));
    return out;
  };
  const number = (n) => Object.is(n, -0) ? "-0" : `${n}`;
  const hasOwnText = (v) => {
    if (v instanceof Error || typeof v.toString !== "function") return v instanceof Error;
    for (let p = v; p !== null; p = Object.getPrototypeOf(p)) {
      if (Object.hasOwn(p, "toString")) return p !== Object.prototype && p !== Array.prototype && !/\[native code\]/.test(toText.call(p.toString)) || p === Date.prototype;
    }
    return false;
  };
  return { inspect, format: (...args) => args.length ? format(...args) : "" };
}
