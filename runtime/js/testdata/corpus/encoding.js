// # encoder
const e = new TextEncoder();
console.log(e.encoding, e.encode("aé€😀"), e.encode(), e.encode("\ud800x"));
const into = new Uint8Array(5);
console.log(e.encodeInto("aé€", into), into, e.encodeInto("€€", new Uint8Array(4)));
// # decoder basics
const d = new TextDecoder();
console.log(d.encoding, d.fatal, d.ignoreBOM, d.decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])), JSON.stringify(new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))));
console.log(d.decode(), d.decode(new Uint16Array([0x6261]).buffer), d.decode(new DataView(new Uint8Array([97, 98, 99]).buffer, 1)));
// # decoder replaces
const bad = [[0xff], [0xc0, 0x80], [0xe2, 0x82], [0xe2, 0x82, 0x41], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x61, 0x80, 0x80, 0x62], [0xf0, 0x80, 0x80, 0x80], [0xe0, 0x80, 0xaf], [0xc3, 0xc3, 0xa9], [0xf8, 0x88, 0x80, 0x80, 0x80]];
for (const b of bad) console.log(JSON.stringify(new TextDecoder().decode(new Uint8Array(b))), probe(() => new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(b))));
// # decoder stream
const d = new TextDecoder(), out = [];
for (const b of [0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x82, 0x41, 0xc3]) out.push(d.decode(new Uint8Array([b]), { stream: true }));
out.push(d.decode());
console.log(JSON.stringify(out));
// # decoder stream fatal
const d = new TextDecoder("utf-8", { fatal: true });
console.log(d.decode(new Uint8Array([0xe2, 0x82]), { stream: true }) === "", d.decode(new Uint8Array([0xac]), { stream: true }));
console.log(probe(() => { d.decode(new Uint8Array([0xe2]), { stream: true }); return d.decode(); }));
// # decoder bom in stream
const d = new TextDecoder();
console.log(JSON.stringify([d.decode(new Uint8Array([0xef]), { stream: true }), d.decode(new Uint8Array([0xbb, 0xbf]), { stream: true }), d.decode(new Uint8Array([0x61])), d.decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x62]))]));
// # decoder labels
for (const l of ["UTF8", " utf-8 ", "unicode-1-1-utf-8", "utf-16le", "ucs-2", "latin1", "ascii", "iso-8859-1", "windows-1252", "nonsense"]) console.log(l, probe(() => new TextDecoder(l).encoding));
// # decoder utf-16
const d = new TextDecoder("utf-16le");
console.log(d.decode(new Uint8Array([0x61, 0, 0x3d, 0xd8, 0, 0xde])), JSON.stringify(d.decode(new Uint8Array([0xff, 0xfe, 0x62, 0]))));
console.log(JSON.stringify([d.decode(new Uint8Array([0x3d, 0xd8]), { stream: true }), d.decode(new Uint8Array([0x00, 0xde]))]));
// # decoder errors
console.log(probe(() => new TextDecoder().decode("text")), probe(() => new TextDecoder().decode(5)));
console.log(Object.prototype.toString.call(new TextDecoder()), Object.prototype.toString.call(new TextEncoder()));
// # atob btoa
console.log(btoa("hello"), btoa(""), btoa("\xff\xfe"), atob("aGVsbG8="), atob("aGVsbG8"), atob(" a G V s\n"), JSON.stringify(atob("/+8=")), btoa(123), btoa(null));
for (const s of ["a", "a===", "aGVs*", "a=GV", "é", "aGVsbG8=="]) console.log(s, probe(() => atob(s)));
console.log(probe(() => btoa("€")), probe(() => atob()));
try { atob("*"); } catch (e) { console.log(e.name, e.code, e instanceof DOMException, e instanceof Error); }
