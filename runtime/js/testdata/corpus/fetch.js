// # headers
const h = new Headers({ "Content-Type": "text/plain", "X-A": "1" });
h.append("x-a", " 2 "); h.append("Set-Cookie", "a=1"); h.append("set-cookie", "b=2"); h.set("X-B", 5);
console.log([...h], h.get("X-A"), h.has("x-b"), h.get("none"), h.getSetCookie(), h.get("set-cookie"));
h.delete("x-a"); h.delete("none");
console.log([...h.keys()], [...h.values()], [...h.entries()].length);
h.forEach((v, k, all) => console.log(k, v, all === h));
// # headers construct
console.log([...new Headers([["b", "2"], ["a", "1"], ["b", "3"]])], [...new Headers(new Headers({ q: "1" }))], [...new Headers()], [...new Headers(new Map([["m", "1"]]))]);
for (const bad of [null, 5, [["a"]], [1], { "bad name": "x" }, { a: "b\nc" }, { a: "é€" }, { "": "x" }]) console.log(probe(() => [...new Headers(bad)]));
console.log([...new Headers({ a: "  trim\t" })], probe(() => new Headers().get("bad name")), probe(() => new Headers().append("a", "\0")));
// # headers tag
console.log(Object.prototype.toString.call(new Headers()), typeof Headers.prototype[Symbol.iterator], String(new Headers()));
// # response basics
const r = new Response("héllo", { status: 201, statusText: "Made", headers: { "X-Y": "1" } });
console.log(r.status, r.ok, r.statusText, r.headers.get("content-type"), r.headers.get("x-y"), r.bodyUsed, r.type, r.url, r.redirected, await r.text(), r.bodyUsed, await probe(() => r.text()));
console.log(new Response().body, new Response(null).bodyUsed, await new Response().text(), new Response("x").status, new Response("", { status: 404 }).ok);
// # response errors
for (const init of [{ status: 199 }, { status: 600 }, { status: "abc" }, { statusText: "a\nb" }]) console.log(probe(() => new Response("x", init).status));
console.log(probe(() => new Response("x", { status: 204 })), probe(() => new Response(null, { status: 204 }).status), probe(() => new Response(null, { status: 304 }).ok));
// # response bodies
console.log(await new Response('{"a":[1]}').json(), new Uint8Array(await new Response("ab").arrayBuffer()), await (await new Response("blob", { headers: { "content-type": "a/b" } }).blob()).text(), await probe(() => new Response("{").json()));
console.log(await new Response(new Uint8Array([104, 105])).text(), await new Response(new Uint16Array([0x6968]).buffer).text(), await new Response(new Blob(["x", "y"], { type: "q/r" })).text(), new Response(new Blob(["x"], { type: "q/r" })).headers.get("content-type"));
console.log(new Response(new URLSearchParams("a=1 2")).headers.get("content-type"), await new Response(new URLSearchParams("a=1 2")).text(), await new Response(5).text(), await new Response({}).text(), new Response(new Uint8Array(1)).headers.get("content-type"));
// # response json static
const r = Response.json({ a: 1 }, { status: 202 });
console.log(r.status, r.headers.get("content-type"), await r.text(), probe(() => Response.json(undefined)), Response.json([], { headers: { "content-type": "x/y" } }).headers.get("content-type"));
console.log(Response.error().type, Response.error().status, Response.redirect("http://a/b", 301).headers.get("location"), Response.redirect("http://a/").status, probe(() => Response.redirect("http://a", 200)));
// # response clone
const r = new Response("twice", { headers: { a: "b" } }), c = r.clone();
console.log(await r.text(), await c.text(), c.headers.get("a"), probe(() => r.clone()));
// # response stream body
const s = new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode("one ")); c.enqueue(new TextEncoder().encode("two")); c.close(); } });
const r = new Response(s);
console.log(r.body === s, r.body.locked, await r.text(), s.locked, r.bodyUsed);
const reader = new Response("chunk").body.getReader();
console.log(new TextDecoder().decode((await reader.read()).value), (await reader.read()).done);
// # response body reading marks used
const r = new Response("abc");
const reader = r.body.getReader();
await reader.read();
console.log(r.bodyUsed, r.body.locked, await probe(() => r.text()));
// # response form data
const f = await new Response("a=1&b=x+y&a=2", { headers: { "content-type": "application/x-www-form-urlencoded" } }).formData();
console.log([...f]);
const m = await new Response('--B\r\nContent-Disposition: form-data; name="t"\r\n\r\nhé\r\n--B\r\nContent-Disposition: form-data; name="f"; filename="n.txt"\r\nContent-Type: text/x\r\n\r\nl1\r\nl2\r\n--B--\r\n', { headers: { "content-type": "multipart/form-data; boundary=B" } }).formData();
console.log(m.get("t"), m.get("f").name, m.get("f").type, await m.get("f").text(), await probe(() => new Response("x", { headers: { "content-type": "text/plain" } }).formData()));
// # request basics
const r = new Request("http://example.com/a?b#c", { method: "post", headers: { "X-A": "1" }, body: "data" });
console.log(r.method, r.url, r.headers.get("x-a"), r.headers.get("content-type"), r.redirect, r.signal.aborted, r.bodyUsed, await r.text(), r.duplex);
console.log(new Request("http://a").method, new Request("http://a", { method: "Patch" }).method, new Request("http://a", { method: "delete" }).method, new Request(new URL("http://b/c")).url);
// # request errors
for (const f of [() => new Request("relative"), () => new Request("http://a", { method: "bad method" }), () => new Request("http://a", { method: "TRACE" }), () => new Request("http://a", { body: "x" }), () => new Request("http://u:p@a"), () => new Request("http://a", { redirect: "maybe" }), () => new Request("http://a", { signal: {} }), () => new Request(), () => new Request("http://a", { method: "POST", body: new ReadableStream() })]) console.log(probe(() => f().url));
// # request from request
const a = new Request("http://x/y", { method: "PUT", body: "b", headers: { q: "1" } }), b = new Request(a, { headers: { z: "2" } });
console.log(b.method, b.url, b.headers.get("q"), b.headers.get("z"), await b.text());
const c = new Request("http://x", { method: "POST", body: "cl" }), d = c.clone();
console.log(await c.text(), await d.text(), new Request(new Request("http://k"), { method: "DELETE" }).method);
// # request signal follows
const c = new AbortController(), r = new Request("http://a", { signal: c.signal });
c.abort("stop");
console.log(r.signal.aborted, r.signal.reason, r.signal !== c.signal);
// # fetch refuses
console.log(await probe(() => fetch("not a url")), await probe(() => fetch("http://127.0.0.1:9", { signal: AbortSignal.abort("gone") })), await probe(() => fetch("http://a", { method: "GET", body: "x" })), await probe(() => fetch("nope://x")));
try { await fetch("http://x.invalid", { signal: AbortSignal.abort() }); } catch (e) { console.log(e.name, e instanceof DOMException); }
// # blob
const b = new Blob(["ab", new Uint8Array([99]), new Blob(["d"]), new Uint8Array([101]).buffer, 5], { type: "Text/Plain" });
console.log(b.size, b.type, await b.text(), new Uint8Array(await b.slice(1, 3).arrayBuffer()), b.slice(-2).size, b.slice(1, 2, "x/y").type, await b.slice(-3, -1).text(), b.slice(5, 2).size);
console.log(new Blob().size, new Blob([], { type: "é" }).type, Object.prototype.toString.call(b), probe(() => new Blob("x")), probe(() => new Blob(5)));
const parts = []; const r = b.stream().getReader();
for (;;) { const { value, done } = await r.read(); if (done) break; parts.push(...value); }
console.log(parts.length);
// # file
const { File } = require("node:buffer");
const f = new File(["abc"], "n.txt", { type: "text/plain", lastModified: 5 });
console.log(f.name, f.size, f.type, f.lastModified, f instanceof Blob, await f.text(), Object.prototype.toString.call(f), probe(() => new File([])), new File([], "x").lastModified > 1e12);
// # form data
const f = new FormData();
f.append("a", 1); f.append("a", "two"); f.append("b", new Blob(["x"], { type: "t/u" })); f.append("c", new Blob(["y"]), "name.bin"); f.set("d", null);
console.log(f.get("a"), f.getAll("a"), f.has("b"), f.get("b").name, f.get("c").name, f.get("d"), f.get("zz"), [...f.keys()]);
f.set("a", "only"); f.delete("d");
console.log([...f].map(([k, v]) => [k, typeof v]), Object.prototype.toString.call(f), probe(() => new FormData({})));
f.forEach((v, k) => console.log(k, typeof v));
// # form data round trip
const f = new FormData();
f.append('na"me', "line\nbreak"); f.append("file", new Blob([new Uint8Array([0, 255, 13, 10, 45, 45])], { type: "x/y" }), 'f"n.bin');
const r = new Response(f), type = r.headers.get("content-type");
console.log(/^multipart\/form-data; boundary=/.test(type));
const back = await r.formData();
console.log(JSON.stringify(back.get('na"me')), new Uint8Array(await back.get("file").arrayBuffer()), back.get("file").name, back.get("file").type);
// # form data body text
const f = new FormData(); f.append("k", "v"); f.append("u", new Blob(["body"], { type: "a/b" }), "f.txt");
const r = new Response(f), b = r.headers.get("content-type").split("boundary=")[1];
console.log((await r.text()).replaceAll(b, "BOUNDARY"));
