(native, use) => {
  const { inspect, format } = use("inspect");
  const counts = new Map(), times = new Map();
  const elapsed = (label) => {
    const ms = native.now() - times.get(label);
    return `${label}: ${ms >= 1000 ? `${(ms / 1000).toFixed(3)}s` : `${+ms.toFixed(3)}ms`}`;
  };
  const cell = (v) => typeof v === "string" ? `'${v}'` : inspect(v, { depth: 0 });
  const table = (data) => {
    if (data === null || typeof data !== "object") return native.log("info", format(data));
    const rows = Object.entries(data instanceof Map ? Object.fromEntries(data) : data), columns = new Set(["(index)"]), lines = [];
    for (const [, row] of rows) if (row !== null && typeof row === "object") for (const key of Object.keys(row)) columns.add(key);
    if (rows.some(([, row]) => row === null || typeof row !== "object")) columns.add("Values");
    lines.push([...columns]);
    for (const [key, row] of rows) {
      const object = row !== null && typeof row === "object";
      lines.push([...columns].map((c) => c === "(index)" ? key : c === "Values" && !object ? cell(row) : object && Object.hasOwn(row, c) ? cell(row[c]) : ""));
    }
    for (const line of lines) native.log("info", line.join(" | "));
  };
  return {
    format,
    assert(ok, ...args) { if (!ok) native.log("warn", args.length ? typeof args[0] === "string" ? format("Assertion failed: " + args[0], ...args.slice(1)) : format("Assertion failed", ...args) : "Assertion failed"); },
    count(label = "default") { counts.set(`${label}`, (counts.get(`${label}`) ?? 0) + 1); native.log("info", `${label}: ${counts.get(`${label}`)}`); },
    countReset(label = "default") { counts.delete(`${label}`); },
    dir(v, options) { native.log("info", inspect(v, options)); },
    dirxml(...args) { native.log("info", format(...args)); },
    table,
    time(label = "default") { times.set(`${label}`, native.now()); },
    timeLog(label = "default", ...args) { if (times.has(`${label}`)) native.log("info", format(elapsed(`${label}`), ...args)); },
    timeEnd(label = "default") { if (times.has(`${label}`)) native.log("info", elapsed(`${label}`)); times.delete(`${label}`); },
    trace(...args) { native.log("debug", "Trace: " + format(...args) + native.stack(new Error())); },
  };
}
