(native) => {
  // A constructor before goja's that knows \p{…}, which goja takes for the letter
  // p without an error. The rest is goja's: the prototype, and, through
  // Symbol.species, what split and matchAll make.
  const Native = native.RegExp, { construct, apply } = Reflect, { compile, split } = native.stock, { defineProperty, getOwnPropertyDescriptor } = Object;
  const { includes } = String.prototype, has = (text, part) => apply(includes, text, [part]);

  // The table tells by name at which distances from each other the code points
  // lie where a property begins and ends.
  const code = (c) => `\\u{${c.toString(16)}}`;
  const written = (steps, not) => {
    let at = 0, text = "", bounds = steps.split(",").map((step) => at += parseInt(step, 36));
    if (not) bounds = bounds[0] === 0 ? bounds.slice(1) : [0, ...bounds];
    if (bounds.length % 2) bounds.at(-1) === 0x110000 ? bounds.pop() : bounds.push(0x110000);
    for (let i = 0; i < bounds.length; i += 2) text += code(bounds[i]) + (bounds[i + 1] - bounds[i] > 1 ? "-" + code(bounds[i + 1] - 1) : "");
    return text;
  };
  const expanded = (pattern, table = {}) => {
    let inside = false;
    const refuse = (why) => { throw new SyntaxError(`Invalid regular expression: /${pattern}/: ${why}`); };
    return pattern.replace(/\\([pP])(?:\{([^}]*)\})?|\\[^]|[[\]]/g, (m, p, name) => {
      if (m === "[" || m === "]") inside = m === "[";
      if (!p) return m;
      if (name === undefined) refuse("Invalid property name");
      if (!Object.hasOwn(table, name)) refuse(`${m} is not available to providers here, for the build saw no text with its name; write it out in a literal`);
      const text = written(table[name], p === "P");
      return inside ? text : `[${text}]`;
    });
  };

  // Of each expression there is one program, whichever object it is for.
  const programs = new Map(), { get: find, set: keep, clear } = Map.prototype;
  const lone = (text) => native.wellFormed(text) === text ? text : text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (c) => c.length > 1 ? c : "\\u" + c.charCodeAt(0).toString(16));
  const program = (source, flags) => {
    const key = flags + "/" + source;
    let p = apply(find, programs, [key]);
    if (p !== undefined) return p;
    const text = has(flags, "u") && (has(source, "\\p") || has(source, "\\P")) ? expanded(source, lazy.properties) : source;
    p = { code: native.program(text, flags), sticky: has(flags, "y"), moves: has(flags, "g") || has(flags, "y") };
    if (programs.size > 2000) apply(clear, programs, []);
    apply(keep, programs, [key, p]);
    return p;
  };
  // An expression's program is a private member that its object is given.
  const got = (name) => { const { get } = getOwnPropertyDescriptor(Native.prototype, name); return (o) => apply(get, o, none); }, none = [];
  const sourceOf = got("source"), flagsOf = got("flags");
  class Stamp extends (class { constructor(o) { return o; } }) {
    #program;
    // of gives an object's program, undefined of what is no expression.
    static of(o) {
      if (o === null || typeof o !== "object") return undefined;
      if (#program in o) return o.#program ??= program(sourceOf(o), flagsOf(o));
      if (o === Native.prototype) return undefined;
      let source;
      try { source = sourceOf(o); } catch { return undefined; }
      const p = program(source, flagsOf(o));
      new Stamp(o).#program = p;
      return p;
    }
    static drop(o) { if (#program in o) o.#program = undefined; }
  }
  const { toString } = Object.prototype, { max, trunc } = Math;
  const methods = {
    exec(text) {
      const p = Stamp.of(this);
      if (p === undefined) throw new TypeError(`Method RegExp.prototype.exec called on incompatible receiver ${apply(toString, this, [])}`);
      const s = typeof text === "string" ? text : `${text}`, { lastIndex } = this; // a template copies
      const last = max(trunc(lastIndex) || 0, 0);
      if (!p.moves) return native.match(p.code, s, 0, false);
      const m = last > s.length ? null : native.match(p.code, s, last, p.sticky);
      this.lastIndex = m === null ? 0 : m.index + m[0].length;
      return m;
    },
    test(text) {
      const s = typeof text === "string" ? text : `${text}`, { exec } = this, m = apply(typeof exec === "function" ? exec : methods.exec, this, [s]);
      if (typeof m !== "object") throw new TypeError("exec gave neither an object nor null");
      return m !== null;
    },
    compile(pattern, flags) {
      const o = apply(compile, this, [pattern, flags]);
      Stamp.drop(o);
      return o;
    },
    split(text, limit) {
      void this?.flags; // one that is not compiled yet is from here on
      const p = Stamp.of(this);
      if (p === undefined || this.exec !== methods.exec || this.constructor !== Wrapper) return apply(split, this, [text, limit]);
      return native.split(p.code, typeof text === "string" ? text : `${text}`, limit === undefined ? 2 ** 32 - 1 : limit >>> 0);
    },
  };
  const statics = { input: ["input"], $_: ["input"], lastMatch: ["group", 0], "$&": ["group", 0], lastParen: ["last"], "$+": ["last"], leftContext: ["before"], "$`": ["before"], rightContext: ["behind"], "$'": ["behind"] };
  for (let i = 1; i < 10; i++) statics["$" + i] = ["group", i];

  const known = { __proto__: null };
  const areFlags = (flags) => known[flags] ??= !/[^gimsuy]|(.).*\1/.test(flags);
  const Wrapper = function RegExp(pattern, flags) {
    if (typeof pattern === "string") {
      pattern = lone(pattern);
      if (flags === undefined || (typeof flags === "string" && areFlags(flags))) {
        program(pattern, flags ?? "");
        // goja knows only some of the properties, and none where it looks around.
        try { return construct(Native, [pattern, flags], new.target ?? Native); } catch { pattern = expanded(pattern, lazy.properties); }
      }
    } else if (pattern instanceof Native) {
      if (new.target === undefined && flags === undefined && pattern.constructor === Wrapper) return pattern;
      void pattern.source;
    }
    return construct(Native, [pattern, flags], new.target ?? Native);
  };
  defineProperty(Wrapper, "prototype", { value: Native.prototype, writable: false });
  defineProperty(Wrapper, Symbol.species, { get() { return this === Wrapper ? Native : this; }, configurable: true });
  defineProperty(Native.prototype, "constructor", { value: Wrapper, writable: true, configurable: true });
  const { escape } = {
    escape(s) {
      if (typeof s !== "string") throw new TypeError("RegExp.escape needs a string");
      const names = { "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r" };
      return [...s].map((c, i) => {
        const code = c.codePointAt(0);
        if (i === 0 && /[0-9A-Za-z]/.test(c)) return "\\x" + code.toString(16);
        if (/[\^$\\.*+?()[\]{}|/]/.test(c)) return "\\" + c;
        if (names[c]) return names[c];
        if (/[,\-=<>#&!%:;@~'`"\s]/.test(c) || (code >= 0xd800 && code <= 0xdfff)) return code < 256 ? "\\x" + code.toString(16).padStart(2, "0") : "\\u" + code.toString(16).padStart(4, "0");
        return c;
      }).join("");
    },
  };
  for (const name in statics) defineProperty(Wrapper, name, { get: () => native.last(...statics[name]), configurable: true });
  defineProperty(Wrapper, "escape", { value: escape, writable: true, configurable: true });

  // lazy makes what a literal would (regexp.go). What is not compiled yet is an
  // empty expression whose own methods make it the right one.
  const made = { __proto__: null }, empty = { __proto__: null };
  const lazy = (pattern, flags, now) => {
    const key = flags + "/" + pattern, first = made[key];
    if (first !== undefined) return new Native(first);
    const make = () => made[key] ??= new Wrapper(pattern, flags);
    if (now || !has(flags, "i")) return new Native(make());
    const o = new Native(empty[flags] ??= new Native("", flags));
    const ready = () => {
      delete o.exec; delete o.test; delete o.source; delete o.flags; delete o.compile;
      const { lastIndex } = o;
      apply(compile, o, [make()]);
      o.lastIndex = lastIndex;
      return o;
    };
    const method = (name) => defineProperty(o, name, { value: (...args) => ready()[name](...args), configurable: true, writable: true });
    const getter = (name) => defineProperty(o, name, { get: () => ready()[name], configurable: true });
    method("exec"); method("test"); method("compile"); getter("source"); getter("flags");
    return o;
  };
  return { RegExp: Wrapper, lazy, methods };
}
