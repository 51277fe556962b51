// # hashes
const { createHash } = require("node:crypto");
for (const h of ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "SHA256", "RSA-SHA256"]) console.log(h, createHash(h).update("héllo").digest("hex"));
console.log(createHash("sha256").update("a").update(Buffer.from("b")).update("YQ==", "base64").digest("base64"), createHash("sha1").digest("base64url"), createHash("md5").update("").digest());
// # hash errors
const { createHash, createHmac } = require("crypto");
const h = createHash("sha1"); h.digest();
console.log(probe(() => h.update("x")), probe(() => h.digest()), probe(() => createHash("sha1").update(5)), probe(() => createHmac("nope", "k")), probe(() => createHash(5)));
try { createHash("nope"); } catch (e) { console.log(e.message); }
// # hash copy
const h = require("crypto").createHash("sha256").update("a"), c = h.copy().update("b");
console.log(h.digest("hex"), c.digest("hex"));
// # hmac
const { createHmac } = require("crypto");
for (const h of ["md5", "sha1", "sha256", "sha512"]) console.log(createHmac(h, "key").update("data").digest("hex"));
console.log(createHmac("sha256", Buffer.alloc(200, 1)).update("x").digest("base64"), createHmac("sha256", "").update("x").digest("hex"));
const m = createHmac("sha256", "k"); m.digest("hex");
console.log(m.digest("hex"));
// # random
const { randomBytes, randomUUID, randomInt, timingSafeEqual } = require("crypto");
console.log(randomBytes(8).length, Buffer.isBuffer(randomBytes(1)), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(randomUUID()), randomUUID() !== randomUUID(), randomBytes(0).length);
console.log(await new Promise((r) => randomBytes(4, (e, b) => r([e, b.length]))), Array.from({ length: 50 }, () => randomInt(3)).every((n) => n >= 0 && n < 3), randomInt(5, 6), probe(() => randomBytes(-1)), probe(() => randomBytes("1")), probe(() => randomInt(2, 1)));
console.log(timingSafeEqual(Buffer.from("ab"), Buffer.from("ab")), timingSafeEqual(Buffer.from("ab"), Buffer.from("ac")), probe(() => timingSafeEqual(Buffer.from("a"), Buffer.from("ab"))), probe(() => timingSafeEqual("a", "a")));
// # web crypto global
console.log(crypto.randomUUID().length, crypto.getRandomValues(new Uint8Array(4)).length, crypto.getRandomValues(new Uint32Array(2)) instanceof Uint32Array, Object.prototype.toString.call(crypto), typeof crypto.subtle);
for (const v of [new Float32Array(1), [1], new Uint8Array(65537), new DataView(new ArrayBuffer(1))]) try { crypto.getRandomValues(v); } catch (e) { console.log(e.name, e.code); }
// # subtle digest
const hex = (b) => Buffer.from(b).toString("hex");
for (const a of ["SHA-1", "SHA-256", { name: "sha-384" }, "SHA-512"]) console.log(hex(await crypto.subtle.digest(a, new TextEncoder().encode("abc"))));
const d = await crypto.subtle.digest("SHA-256", new Uint8Array(0));
console.log(d instanceof ArrayBuffer, d.byteLength);
console.log(await probe(() => crypto.subtle.digest("MD5", new Uint8Array(1))), await probe(() => crypto.subtle.digest("SHA-256", "text")));
// # subtle hmac
const enc = new TextEncoder(), key = await crypto.subtle.importKey("raw", enc.encode("secret"), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
const sig = await crypto.subtle.sign("HMAC", key, enc.encode("message"));
console.log(Buffer.from(sig).toString("hex"), await crypto.subtle.verify("HMAC", key, sig, enc.encode("message")), await crypto.subtle.verify("HMAC", key, sig, enc.encode("other")));
console.log(key.type, key.extractable, key.algorithm, key.usages);
const only = await crypto.subtle.importKey("raw", enc.encode("s"), { name: "HMAC", hash: { name: "SHA-512" } }, true, ["sign"]);
console.log(await probe(() => crypto.subtle.verify("HMAC", only, sig, enc.encode("m"))), Buffer.from(await crypto.subtle.exportKey("raw", only)).toString(), await crypto.subtle.exportKey("jwk", only));
console.log(await probe(() => crypto.subtle.importKey("raw", enc.encode("s"), { name: "HMAC", hash: "SHA-256" }, true, [])));
// # subtle key that stays inside
const key = await crypto.subtle.importKey("raw", new Uint8Array(3), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
console.log(await probe(() => crypto.subtle.exportKey("raw", key)));
// # aws style signing
const { createHmac, createHash } = require("crypto");
const hmac = (k, s) => createHmac("sha256", k).update(s, "utf8").digest();
const k = hmac(hmac(hmac(hmac("AWS4SECRET", "20260102"), "eu-west-1"), "s3"), "aws4_request");
console.log(createHmac("sha256", k).update(createHash("sha256").update("payload").digest("hex")).digest("hex"));
// # webcrypto in node module
const { webcrypto, subtle } = require("node:crypto");
console.log(webcrypto.subtle === subtle, typeof webcrypto.randomUUID());
