(native) => {
  // A constructor before goja's that knows \p{…}, which goja takes for the letter
  // p without an error. The rest is goja's: the prototype, and, through
  // Symbol.species, what split and matchAll make.
  const Native = native.RegExp, { construct, apply } = Reflect, { compile } = Native.prototype, { defineProperty } = Object;
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

  const Wrapper = function RegExp(pattern, flags) {
    if (typeof pattern === "string") {
      if (typeof flags === "string" && has(flags, "u") && (has(pattern, "\\p") || has(pattern, "\\P"))) pattern = expanded(pattern, lazy.properties);
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
  return { RegExp: Wrapper, lazy };
}
