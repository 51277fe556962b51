// # repetitions forget what their groups held
console.log(/(?:(a)|b)*/.exec("ab"), /(z)((a+)?(b+)?(c))*/.exec("zaacbbbcac"), /(?:(a)|(b)|(c))+/.exec("abc"), /((a)|(b))*/.exec("ab"), /(a*)*/.exec("b"), /(|a)+/.exec("aa"), /(?=(a+))a*b\1/.exec("baaabac"));
// # lines end at carriage returns too
console.log("a: b\r\nc: d\r\n".match(/^\w+: \w+$/gm), "x\r\ny".replace(/$/gm, "|"), /^c$/m.test("b\rc\rd"), /a$/m.test("a\u2028"), "a\r\nb".split(/^/m), /(?=^a)a/m.test("\ra"), /(?=.)[^]/.test("\u2028"));
// # words are of ASCII
console.log("éfoo".match(/\bfoo/g), "é foo".replace(/\b/g, "|"), "naïve café".split(/\b/), "éé".match(/\B/g).length, "über".replace(/\b\w/g, (c) => c.toUpperCase()), "日本foo".match(/\bfoo\b/g), /(?!\b)é/.test("aé"));
// # empty matches behind others
console.log("abc".replace(/x*/g, "-"), "abc".replace(/.*/g, "[$&]"), "a//".replace(/\/*$/g, "/"), "1Z ".replace(/[^a]?/g, "<$&>"), "aab".match(/a*/g), "2ddb_".replace(/[b-d]*/g, "<$&>"));
// # surrogates
console.log("a🎉b😀c".replace(/🎉|😀/g, "_"), "a😀b".replace(/[\ud800-\udbff][\udc00-\udfff]/g, "_"), /[\uD800-\uDBFF](?![\uDC00-\uDFFF])/.test("😀"), /(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test("\udc00"), /(?<=😀)x/.test("😀x"), /(?=)(😀)\1/.test("😀😀"), /(?=[🎉😀])/u.test("😀"), new RegExp("[\ud800-\udbff]x").test("\ud83dx"), new RegExp("\ud83d").test("😀"), /\ud83d/u.test("😀"));
// # case
console.log(["ſ", "\u212a", "ß", "ẞ", "ı", "İ", "å", "\u212b", "Σ", "ς"].map((c) => [/[a-z]/i.test(c), /[a-z]/iu.test(c), /\w/iu.test(c), /\W/iu.test(c), /ß/i.test(c), /ß/iu.test(c), /å/i.test(c), /å/iu.test(c), /σ/i.test(c)].map(Number).join("")).join(" "));
// # the last match
/(\d)(\d)(x)?/.exec("a12b"); console.log(RegExp.$1, RegExp.$2, RegExp.$3 === "", RegExp.$9 === "", RegExp.lastMatch, RegExp["$&"], RegExp.leftContext, RegExp["$'"], RegExp.input, RegExp.lastParen === ""); "ab".replace(/(b)/, "x"); console.log(RegExp.$1, RegExp.leftContext); /q/.test("zz"); console.log(RegExp.$1);
// # what is wrong
for (const [p, f] of [["("], [")"], ["[a"], ["a**"], ["*"], ["+a"], ["a{2,1}"], ["[b-a]"], ["\\"], ["(?<a>.)(?<a>.)"], ["(?<1>a)"], ["\\k<a>", "u"], ["(?<a>.)\\k<b>"], ["(?<a>.)\\k"], ["}", "u"], ["]", "u"], ["\\-", "u"], ["\\1", "u"], ["[\\d-a]", "u"], ["\\u{110000}", "u"], ["(?a)"], ["(?#a)"], ["{1}"], ["x{1"], ["\\c", "u"], ["\\p{L", "u"], ["(?<=a)*"]]) { try { new RegExp(p, f); console.log(p, "is fine"); } catch (e) { console.log(e.name, p, f); } }
try { new RegExp("a(b", "gi"); } catch (e) { console.log(e.message); } try { new RegExp("[b-a]"); } catch (e) { console.log(e.message); } try { new RegExp("(?<a>.)(?<a>.)"); } catch (e) { console.log(e.message); }
// # exec of others
class R extends RegExp { exec(s) { const m = super.exec(s); if (m) m.extra = 1; return m; } } const r = new R("a", "g"); console.log(r.exec("a").extra, "aa".replace(r, "b"), "a-a".split(new R("-")), [..."aa".matchAll(r)].length, r.test("xa"), r.lastIndex);
console.log(probe(() => RegExp.prototype.exec.call({}, "a")), probe(() => RegExp.prototype.test.call({ exec: () => ({}) }, "a")), probe(() => RegExp.prototype.test.call({ exec: () => 5 }, "a")), probe(() => RegExp.prototype[Symbol.split].call(/b/, "abc")), probe(() => RegExp.prototype[Symbol.split].call(5, "abc")));
const c = /a/g; console.log(c.test("a"), c.compile("b") === c, c.test("b"), c.source, c.flags, c.lastIndex);
// # split
console.log("a1b2".split(/(\d)/), "ab".split(/(?:)/), "😀a".split(/(?:)/u), "".split(/a/), "".split(/(?:)/), "abc".split(/b/, 0), "abc".split(/$/), "a,b,c".split(/,/, 2), "A<B>b</B>".split(/<(\/)?([^<>]+)>/), "aXbxc".split(/x/i), "abc".split(/(?=b)|b/), "ab".split(/(?<=a)/), "test".split(/(?:t)/y), "a1b".split(/(\d)/, 2));
// # a long text
const line = "GET /p?x=1 HTTP/1.1\r\nHost: example.com\r\n\r\n", big = line.repeat(50); console.log(big.match(/^([\w-]+): (.*)$/gm).length, big.split(/\r?\n/).length, big.replace(/[A-Z]+(?= |\/)/g, (m) => m.toLowerCase()).indexOf("GET"), /^(?:a|b)*c/.test("ab".repeat(2000)), /^(?:.|\n)*$/.test("x".repeat(3000)));
