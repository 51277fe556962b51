() => {
  // ranges decodes what the bundle's table has: the distances between the code
  // points where a property begins and ends.
  const ranges = (steps) => {
    let at = 0;
    const bounds = steps.split(",").map((step) => at += parseInt(step, 36));
    return bounds;
  };
  const code = (c) => `\\u{${c.toString(16)}}`;
  const written = (bounds, not) => {
    if (not) bounds = bounds[0] === 0 ? bounds.slice(1) : [0, ...bounds];
    if (bounds.length % 2) bounds.at(-1) === 0x110000 ? bounds.pop() : bounds.push(0x110000);
    let text = "";
    for (let i = 0; i < bounds.length; i += 2) text += code(bounds[i]) + (bounds[i + 1] - bounds[i] > 1 ? "-" + code(bounds[i + 1] - 1) : "");
    return text;
  };
  // expand writes the properties of a pattern as ranges.
  const expand = (pattern, table) => {
    let inside = false;
    return pattern.replace(/\\([pP])(?:\{([^}]*)\})?|\\[^]|[[\]]/g, (m, p, name) => {
      if (m === "[" || m === "]") inside = m === "[";
      if (!p) return m;
      if (name === undefined) throw new SyntaxError(`Invalid regular expression: /${pattern}/: Invalid property name`);
      if (!table || !Object.hasOwn(table, name)) {
        throw new SyntaxError(`Invalid regular expression: /${pattern}/: ${m} is not available to providers here, for the build saw no text with its name; write it out in a literal`);
      }
      const text = written(ranges(table[name]), p === "P");
      return inside ? text : `[${text}]`;
    });
  };
  return { expand };
}
