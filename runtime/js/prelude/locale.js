() => {
  // There is no Intl: what takes a locale answers as en-US does, with the common
  // options, where goja would throw or print another form.
  // An option that would give another text than Node.js's is refused.
  const only = (options, known) => {
    for (const name in options ?? {}) {
      if (options[name] !== undefined && !known[name]?.(options[name])) throw new RangeError(`toLocaleString with ${name} ${String(options[name])} is not available to providers: there is no Intl`);
    }
    return options ?? {};
  };
  const any = () => true, of = (...list) => (v) => list.includes(v), utc = of("UTC", "GMT", "Etc/UTC");
  const ofNumbers = { minimumFractionDigits: any, maximumFractionDigits: any, minimumIntegerDigits: any, useGrouping: any, style: of("decimal", "percent") };
  const grouped = (n, options) => {
    options = only(options, ofNumbers);
    if (options.style === "percent") return grouped(Number(n) * 100, { maximumFractionDigits: options.minimumFractionDigits ?? 0, ...options, style: undefined }) + "%";
    if (!Number.isFinite(Number(n)) && typeof n === "number") return Number.isNaN(n) ? "NaN" : n < 0 ? "-∞" : "∞";
    if (typeof n === "bigint") return `${n}`.replace(/\B(?=(\d{3})+$)/g, ",");
    const { minimumFractionDigits: low = 0, maximumFractionDigits: high = Math.max(low, 3), minimumIntegerDigits: digits = 1, useGrouping = true } = options;
    let [whole, fraction = ""] = Math.abs(n) < 1e21 ? Math.abs(n).toFixed(high).split(".") : [String(BigInt(Math.abs(n)))];
    whole = whole.padStart(digits, "0");
    fraction = fraction.replace(/0+$/, "").padEnd(low, "0");
    if (useGrouping) whole = whole.replace(/\B(?=(\d{3})+$)/g, ",");
    return (n < 0 || Object.is(n, -0) ? "-" : "") + whole + (fraction && "." + fraction);
  };
  const two = (n) => String(n).padStart(2, "0");
  const parts = (d, utc) => utc
    ? [d.getUTCFullYear(), d.getUTCMonth() + 1, d.getUTCDate(), d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds()]
    : [d.getFullYear(), d.getMonth() + 1, d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds()];
  const shown = (date, time) => function (_, options) {
    if (Number.isNaN(this.getTime())) return "Invalid Date";
    const { timeZone, hour12 = true } = only(options, { timeZone: utc, hour12: any });
    const [y, m, d, h, min, s] = parts(this, timeZone !== undefined);
    const day = `${m}/${d}/${y}`, clock = hour12 ? `${h % 12 || 12}:${two(min)}:${two(s)} ${h < 12 ? "AM" : "PM"}` : `${two(h || 24)}:${two(min)}:${two(s)}`;
    return date && time ? `${day}, ${clock}` : date ? day : clock;
  };
  return {
    number: { toLocaleString(_, options) { return grouped(this.valueOf(), options); } },
    bigint: { toLocaleString() { return grouped(this.valueOf()); } },
    date: { toLocaleString: shown(true, true), toLocaleDateString: shown(true, false), toLocaleTimeString: shown(false, true) },
  };
}
