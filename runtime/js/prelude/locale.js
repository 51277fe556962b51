() => {
  // There is no Intl: what takes a locale answers as en-US does, with the common
  // options, where goja would throw or print another form.
  const grouped = (n, options = {}) => {
    if (!Number.isFinite(Number(n)) && typeof n === "number") return Number.isNaN(n) ? "NaN" : n < 0 ? "-∞" : "∞";
    if (typeof n === "bigint") return `${n}`.replace(/\B(?=(\d{3})+$)/g, ",");
    const { minimumFractionDigits: low = 0, maximumFractionDigits: high = Math.max(low, 3), useGrouping = true } = options;
    let [whole, fraction = ""] = Math.abs(n).toFixed(high).split(".");
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
    const [y, m, d, h, min, s] = parts(this, options?.timeZone === "UTC");
    const day = `${m}/${d}/${y}`, clock = `${h % 12 || 12}:${two(min)}:${two(s)} ${h < 12 ? "AM" : "PM"}`;
    return date && time ? `${day}, ${clock}` : date ? day : clock;
  };
  return {
    number: { toLocaleString(_, options) { return grouped(this.valueOf(), options); } },
    bigint: { toLocaleString() { return grouped(this.valueOf()); } },
    date: { toLocaleString: shown(true, true), toLocaleDateString: shown(true, false), toLocaleTimeString: shown(false, true) },
  };
}
