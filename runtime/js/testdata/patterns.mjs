// Prints random regular expressions of the kinds that MODE names, each with a text and what Node.js makes of it: patterns.mjs SEED COUNT MODE.
let seed = +process.argv[2] || 1; const N = +process.argv[3] || 20000; const mode = process.argv[4] || "plain";
const rnd = (n) => { seed = (seed + 0x6D2B79F5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) % n; };
const pick = (a) => a[rnd(a.length)];
const has = (f) => mode.includes(f);
let groups, depth, names;
const chars = ["a", "b", "c", "A", "k", "s", "1", "_", " ", "-"];
if (has("uni")) chars.push("é", "É", "ß", "日", "٣");
if (has("sur")) chars.push("😀", "🎉", "\\ud83d", "\\ude00", "\\ud83d\\ude00");
const cls = () => pick(["\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "."]);
const set = () => { let s = "[" + pick(["", "", "^"]); const n = 1 + rnd(3); for (let i = 0; i < n; i++) s += pick(["a", "b-d", "A-Z", "\\d", "\\w", "\\s", "1", "_", "x"].concat(has("uni") ? ["é", "à-ÿ"] : [], has("sur") ? ["\\ud800-\\udbff", "\\udc00-\\udfff", "😀", "\\ud83d"] : [], has("neg") ? ["\\W", "\\D", "\\S"] : [])); return s + "]"; };
const quant = () => pick(["*", "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}", "*?", "+?", "??", "{1,2}?"]);
const atom = (d, inQ) => {
  const r = rnd(12);
  if (r < 5) return pick(chars);
  if (r < 6) return cls();
  if (r < 8) return set();
  if (d <= 0) return pick(chars);
  if (r < 9) return "(?:" + alt(d - 1, inQ) + ")";
  if (inQ && !has("cap")) return "(?:" + alt(d - 1, inQ) + ")";
  groups++;
  if (rnd(6) === 0) { const n = pick(["x", "Yy", "z1", "foo_Bar"]) + groups; return "(?<" + n + ">" + alt(d - 1, inQ) + ")"; }
  return "(" + alt(d - 1, inQ) + ")";
};
const term = (d, inQ) => {
  const r = rnd(14);
  if (r === 0 && has("look")) return pick(["(?=", "(?!", "(?<=", "(?<!"]) + alt(d - 1, inQ || !has("cap")) + ")";
  if (r === 1 && has("anch")) return pick(["^", "$"]);
  if (r === 2 && has("bound")) return pick(["\\b", "\\B"]);
  if (r === 3 && has("back") && groups) return "\\" + (1 + rnd(groups)) + "(?:)";
  if (rnd(3) === 0) return atom(d, true) + quant();
  return atom(d, inQ);
};
const seq = (d, inQ) => { let s = ""; const n = 1 + rnd(3); for (let i = 0; i < n; i++) s += term(d, inQ); return s; };
const alt = (d, inQ) => rnd(3) ? seq(d, inQ) : seq(d, inQ) + "|" + seq(d, inQ);
const inChars = ["a", "b", "c", "d", "A", "k", "s", "1", "2", "_", " ", "-", "x", "\n", "Z"];
if (has("uni")) inChars.push("é", "É", "ß", "日", "٣");
if (has("cr")) inChars.push("\r", "\u2028", "\r\n");
if (has("fold")) inChars.push("\u017f", "\u212a", "ẞ");
if (has("sur")) inChars.push("😀", "🎉", "\ud83d", "\ude00");
const flagsOf = () => { let f = pick(["", "g"]); for (const c of "imsu") if (has("F" + c) && rnd(3) === 0) f += c; if (has("Fy") && rnd(5) === 0) f += "y"; return f; };
const out = [];
const show = (m) => m && [m.index, ...m, m.groups && { ...m.groups }];
while (out.length < N) {
  groups = 0; const src = alt(2, false), flags = flagsOf();
  let re; try { re = new RegExp(src, flags); } catch { continue; }
  let s = ""; const n = rnd(8); for (let i = 0; i < n; i++) s += pick(inChars);
  const start = rnd(3) === 0 ? rnd(s.length + 1) : 0;
  re.lastIndex = start;
  const want = JSON.stringify([show(re.exec(s)), re.lastIndex, (re.lastIndex = 0, s.replace(re, "<$&>")), s.split(re), re.source]);
  out.push({ src, flags, s: Array.from({ length: s.length }, (_, i) => s.charCodeAt(i)), start, want });
}
process.stdout.write(JSON.stringify(out));
