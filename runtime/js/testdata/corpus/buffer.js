// # buffer from
console.log(Buffer.from("héllo"), Buffer.from("aGk=", "base64").toString(), Buffer.from("6869", "hex"), Buffer.from([1, 256, -1, 3.7, "4"]), Buffer.from(new Uint8Array([1, 2])), Buffer.from("hi", "utf16le"), Buffer.from("é", "latin1"), Buffer.from("é", "ascii"));
console.log(Buffer.from({ type: "Buffer", data: [1, 2] }), Buffer.from({ length: 2, 0: 5, 1: 6 }), Buffer.from(new String("boxed")), Buffer.from(Buffer.from("copy")));
for (const bad of [5, null, undefined, {}, true, Symbol("x"), () => 1]) console.log(probe(() => Buffer.from(bad)));
console.log(probe(() => Buffer.from("x", "nope")));
// # buffer from arraybuffer shares
const ab = new ArrayBuffer(4), b = Buffer.from(ab, 1, 2);
b[0] = 7;
console.log(new Uint8Array(ab), b.length, b.byteOffset, b.buffer === ab, probe(() => Buffer.from(ab, 9)), probe(() => Buffer.from(ab, 1, 9)));
// # buffer alloc
console.log(Buffer.alloc(3), Buffer.alloc(5, "ab"), Buffer.alloc(4, 1), Buffer.alloc(6, "YQ==", "base64"), Buffer.allocUnsafe(2).length, Buffer.alloc(0), Buffer.of(1, 2, 300));
console.log(probe(() => Buffer.alloc(-1)), probe(() => Buffer.alloc("5")), probe(() => Buffer.alloc(NaN)));
// # buffer toString
const b = Buffer.from("héllo wörld €😀");
for (const e of ["utf8", "UTF-8", "hex", "base64", "base64url", "latin1", "binary", "ascii", "ucs2", undefined]) console.log(e, JSON.stringify(b.toString(e)));
console.log(b.toString("utf8", 1, 4), b.toString("utf8", -5, 3), b.toString("hex", 4, 2), b.toString("utf8", 10), probe(() => b.toString("nope")));
console.log(JSON.stringify(Buffer.from([0xff, 0xe2, 0x82, 0x61]).toString()), JSON.stringify(Buffer.from([0x61, 0xd8, 0x00]).toString("utf16le")));
// # buffer json and compare
const a = Buffer.from("abc"), b = Buffer.from("abd");
console.log(JSON.stringify(a), a.equals(Buffer.from("abc")), a.equals(new Uint8Array([97, 98, 99])), a.compare(b), b.compare(a), Buffer.compare(a, a), [b, a].sort(Buffer.compare).map(String), a.compare(b, 0, 2, 0, 2));
console.log(probe(() => a.equals("abc")), probe(() => Buffer.compare(a, "x")));
// # buffer concat
console.log(Buffer.concat([Buffer.from("a"), new Uint8Array([98])]), Buffer.concat([]), Buffer.concat([Buffer.from("abcd")], 2), Buffer.concat([Buffer.from("ab")], 4), probe(() => Buffer.concat("x")), probe(() => Buffer.concat(["x"])));
// # buffer slice shares
const b = Buffer.from("abcdef"), s = b.slice(1, 4), u = b.subarray(-2);
s[0] = 0x7a;
console.log(b.toString(), s.toString(), u.toString(), s instanceof Buffer, Buffer.isBuffer(u), u.constructor === Buffer, b.slice().toString(), b.slice(4, 2).length);
// # buffer copy and fill
const t = Buffer.alloc(5);
console.log(Buffer.from("abc").copy(t, 3), t.toString("latin1"), Buffer.from("abc").copy(t, 0, 1), t, t.fill("xy"), t.fill(0x41, 1, 3), t.fill("é"), t.fill(""), t.fill("00ff", "hex"), t.fill(true));
// # buffer write
const b = Buffer.alloc(8);
console.log(b.write("abc"), b.write("zz", 3), b.write("€€", 5), b.write("ff00", 0, "hex"), b.write("xyz", 1, 2), b, probe(() => b.write(5)), probe(() => b.write("a", 99)));
// # buffer search
const b = Buffer.from("abcabcabc");
console.log(b.indexOf("c"), b.indexOf("abc", 1), b.indexOf(Buffer.from("bc"), -3), b.indexOf(98), b.indexOf("zz"), b.lastIndexOf("abc"), b.lastIndexOf("abc", 5), b.lastIndexOf(97, -4), b.includes("ca"), b.includes("x"), b.indexOf(""), b.indexOf("", 99), b.indexOf("YWJj", "base64"), b.lastIndexOf("abc", -8));
// # buffer numbers
const b = Buffer.alloc(16);
console.log(b.writeUInt8(255, 0), b.writeInt8(-1, 1), b.writeUInt16LE(0x1234, 2), b.writeUInt16BE(0x1234, 4), b.writeInt32LE(-2, 6), b.writeUInt32BE(0xdeadbeef, 10), b);
console.log(b.readUInt8(0), b.readInt8(1), b.readUInt16LE(2), b.readUint16BE(4), b.readInt32LE(6), b.readUInt32BE(10), b.readUInt32LE(10), b.readInt16BE(1));
b.writeDoubleLE(Math.PI, 0); b.writeFloatBE(1.5, 8);
console.log(b.readDoubleLE(0), b.readFloatBE(8), b.readDoubleBE(0));
b.writeBigUInt64LE(2n ** 63n + 5n, 0); b.writeBigInt64BE(-7n, 8);
console.log(b.readBigUInt64LE(0), b.readBigInt64BE(8), b.readBigUint64BE(8));
console.log(b.writeIntLE(-123456, 0, 3), b.readIntLE(0, 3), b.writeUIntBE(0xabcdef1234, 1, 5), b.readUIntBE(1, 5).toString(16), b.readUIntLE(1, 6));
// # buffer number errors
const b = Buffer.alloc(4);
for (const f of [() => b.readUInt8(4), () => b.readInt32LE(1), () => b.writeUInt8(256), () => b.writeInt8(-129), () => b.writeUInt16LE(70000), () => b.writeInt32BE(2 ** 31), () => b.readUInt8(1.5), () => b.readUInt8("1"), () => Buffer.alloc(1).readUInt16LE(), () => b.readUIntLE(0, 7), () => b.writeUInt32LE(-1)]) {
  try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); }
}
// # buffer swap
console.log(Buffer.from([1, 2, 3, 4]).swap16(), Buffer.from([1, 2, 3, 4]).swap32(), Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]).swap64(), probe(() => Buffer.from([1]).swap16()));
// # buffer statics
console.log(Buffer.byteLength("héé"), Buffer.byteLength("aGk=", "base64"), Buffer.byteLength("abcd", "hex"), Buffer.byteLength("ab", "utf16le"), Buffer.byteLength(new ArrayBuffer(7)), Buffer.isEncoding("UTF8"), Buffer.isEncoding("hex"), Buffer.isEncoding("x"), Buffer.isEncoding(5), Buffer.isBuffer(new Uint8Array(1)), probe(() => Buffer.byteLength(5)));
// # buffer is a Uint8Array
const b = Buffer.from([3, 1, 2]);
console.log(b instanceof Uint8Array, [...b], b.map((x) => x * 2), b.filter((x) => x > 1), Array.from(b.entries()), b.sort(), b.at(-1), b.join("-"), Object.prototype.toString.call(b), Array.isArray(b), b.length, typeof b.buffer, b.reverse());
// # buffer inspect
console.log(Buffer.alloc(60), [Buffer.from("a")], { b: Buffer.from("xyz") }, Buffer.alloc(51));
// # buffer loose base64 and hex
for (const s of ["aGk", "aGk=", "a-_b", "aG k=", "aGk=zz", "====", "a", "aGkh\n"]) console.log(JSON.stringify(s), Buffer.from(s, "base64"));
for (const s of ["abc", "zz", "0g12", "AbCd", ""]) console.log(s, Buffer.from(s, "hex"));
// # buffer iterate and spread
const b = Buffer.from("hi");
for (const x of b) console.log(x);
console.log({ ...b }, Object.keys(b), b.keys().next(), new Uint8Array(b), Buffer.from(b.buffer, b.byteOffset, b.length).toString());
// # node:buffer
const { Buffer: B, constants, isUtf8, isAscii } = require("node:buffer");
console.log(B === Buffer, constants.MAX_LENGTH > 1000, isUtf8(Buffer.from("é")), isUtf8(Buffer.from([0xff])), isAscii(Buffer.from("a")), isAscii(Buffer.from("é")), require("buffer").Blob === Blob);

// # searching from beyond either end
const s = Buffer.from("axbx");
console.log(["x", "", Buffer.from("bx"), 120].map((what) => [Infinity, -Infinity, 2 ** 40, 5, 4, 2, 0, -1, -4, -5].map((from) => [s.indexOf(what, from), s.lastIndexOf(what, from)])));

// # base64 with what belongs to no alphabet
console.log(["aGk_€-+/", "aGk=aGk=", "a", "=", "é", "a\0G\nk"].map((text) => [Buffer.from(text, "base64").toString("hex"), Buffer.from(text, "base64url").length]));
