// # headers in detail
const h = new Headers([["B", "1"], ["a", "2"], ["b", "3"], ["Set-Cookie", "x=1"], ["set-cookie", "y=2"]]); console.log([...h], h.get("B"), h.get("set-cookie"), h.getSetCookie(), h.has("A"), h.get("none"), (h.delete("b"), [...h.keys()]), (h.set("a", " v "), h.get("a")), (h.append("a", "w"), h.get("a")), [...h.values()], Object.fromEntries(new Headers({ "X-Y": 1 })), new Headers(h).get("a"));
// # headers refuse
for (const f of [() => new Headers({ "bad name": "x" }), () => new Headers({ "": "x" }), () => new Headers({ a: "b\nc" }), () => new Headers({ a: "\u0100" }), () => new Headers([["a"]]), () => new Headers([["a", "b", "c"]]), () => new Headers("text"), () => new Headers(null), () => new Headers({ a: "é" }).get("a"), () => new Headers({ a: "x\ty" }).get("a"), () => new Headers({ a: undefined, b: null }).get("a"), () => new Headers().append("a"), () => new Headers().get("é")]) console.log(probe(f));
// # headers during iteration
const h = new Headers({ a: 1, b: 2 }), seen = []; for (const [k] of h) { seen.push(k); if (k === "a") h.append("c", 3); } console.log(seen.slice(0, 2), [...h.keys()], h.forEach((v, k, o) => { if (o !== h) console.log("bad"); }), probe(() => h.forEach(5)));
// # response properties
const r = new Response("é", { status: 201, statusText: "Made", headers: { "X-A": "1" } }); console.log(r.status, r.statusText, r.ok, r.type, r.url, r.redirected, r.bodyUsed, r.headers.get("content-type"), r.headers.get("x-a"), await r.text(), r.bodyUsed, await probe(() => r.text()), await probe(() => r.json()));
// # response readers
const make = (t) => new Response(t); console.log(await make('{"a":[1]}').json(), [...new Uint8Array(await make("hé").arrayBuffer())], (await make("xyz").blob()).size, await make("\ufeffbom").text(), await make(null).text(), (await make(undefined).arrayBuffer()).byteLength, await make("").text(), await probe(() => make("{bad").json()), await probe(() => make("").json()), await probe(() => make("x").formData()));
// # response body kinds
for (const b of ["text", new Uint8Array([65, 66]), new Uint8Array([65, 66]).buffer, new DataView(new Uint8Array([67]).buffer), new Blob(["blob"], { type: "text/x" }), new URLSearchParams({ a: "b c" }), Buffer.from("buf"), 5, { toString: () => "obj" }, [1, 2], true]) { const r = new Response(b); console.log(r.headers.get("content-type"), await r.text()); }
// # response body is async iterable
const r = new Response(new ReadableStream({ start(c) { for (const s of ["a", "b", "c"]) c.enqueue(new TextEncoder().encode(s)); c.close(); } })); const out = []; for await (const x of r.body) out.push(new TextDecoder().decode(x)); console.log(out, r.bodyUsed, r.body.locked, await probe(() => r.text()));
// # response body partly read
const r = new Response("hello world"), reader = r.body.getReader(); console.log((await reader.read()).value.length, r.bodyUsed, await probe(() => r.text())); reader.releaseLock(); console.log(r.body.locked, await probe(() => r.arrayBuffer()), probe(() => r.clone()));
// # response from an async generator
async function* parts() { yield new TextEncoder().encode("one "); await null; yield new TextEncoder().encode("two"); } console.log(await new Response(ReadableStream.from(parts())).text());
// # response stream of wrong chunks
console.log(await probe(() => new Response(new ReadableStream({ start(c) { c.enqueue("text"); c.close(); } })).text()), await probe(() => new Response(new ReadableStream({ start(c) { c.error(new RangeError("broken")); } })).text()), probe(() => { const s = new ReadableStream(); s.getReader(); return new Response(s); }));
// # response statics
const j = Response.json({ a: 1 }, { status: 202, headers: { x: "y" } }); console.log(j.status, j.headers.get("content-type"), j.headers.get("x"), await j.json(), Response.error().type, Response.error().status, Response.redirect("http://a/b", 307).headers.get("location"), Response.redirect("http://a/b").status, probe(() => Response.redirect("http://a", 200)), probe(() => Response.json(undefined)), probe(() => Response.redirect("::bad")), probe(() => Response.json(1n)));
// # response init refused
for (const i of [{ status: 199 }, { status: 600 }, { status: 101 }, { statusText: "\n" }, { status: "abc" }, { headers: { "bad name": "" } }]) console.log(JSON.stringify(i), probe(() => new Response(null, i).status)); for (const s of [204, 205, 304]) console.log(s, probe(() => new Response("x", { status: s })), new Response(null, { status: s }).body);
// # response clone reads twice
const r = new Response("twice", { headers: { a: "b" } }), c = r.clone(); console.log(await r.text(), await c.text(), c.headers.get("a"), c !== r, probe(() => r.clone())); const s = new Response(new ReadableStream({ start(x) { x.enqueue(new Uint8Array([120])); x.close(); } })), t = s.clone(); console.log(await Promise.all([s.text(), t.text()]));
// # request properties
const r = new Request("http://EXAMPLE.com/a?b#c", { method: "post", headers: { A: "1" }, body: "x", redirect: "manual" }); console.log(r.method, r.url, r.headers.get("a"), r.headers.get("content-type"), r.redirect, r.signal.aborted, r.bodyUsed, r.mode, r.credentials, r.cache, r.integrity, r.keepalive, r.destination, await r.text(), r.bodyUsed);
// # request methods
for (const m of ["get", "Post", "patch", "PATCH", "delete", "options", "HEAD", "foo", "query"]) console.log(m, new Request("http://a", { method: m }).method); for (const m of ["", "a b", "CONNECT", "trace", "TRACK"]) console.log(m, probe(() => new Request("http://a", { method: m }).method));
// # request refuses
for (const f of [() => new Request("/relative"), () => new Request("http://u:p@a/"), () => new Request("http://a", { body: "x" }), () => new Request("http://a", { method: "HEAD", body: "x" }), () => new Request("http://a", { redirect: "maybe" }), () => new Request("http://a", { signal: {} }), () => new Request("http://a", { method: "POST", body: new ReadableStream() }), () => new Request("http://a", { headers: [["x"]] })]) console.log(probe(f));
// # request copies
const a = new Request("http://a/", { method: "POST", body: "b1", headers: { x: "1" } }), b = new Request(a, { headers: { y: "2" } }); console.log(b.method, b.headers.get("x"), b.headers.get("y"), a.bodyUsed, await b.text(), probe(() => new Request(a))); const c = new Request("http://a/", { method: "PUT", body: "z" }), d = c.clone(); console.log(await c.text(), await d.text(), d.method);
// # request with a stream body
const r = new Request("http://a", { method: "POST", duplex: "half", body: new ReadableStream({ start(c) { c.enqueue(new Uint8Array([104, 105])); c.close(); } }) }); console.log(r.duplex, r.headers.get("content-type"), r.body instanceof ReadableStream, await r.text());
// # request body kinds
for (const body of ["t", new URLSearchParams("a=1"), new Blob(["b"], { type: "Text/Plain" }), new Uint8Array([1]), "é"]) { const r = new Request("http://a", { method: "POST", body }); console.log(r.headers.get("content-type"), [...new Uint8Array(await r.arrayBuffer())]); }
// # request json round trip
const r = new Request("http://a", { method: "POST", body: JSON.stringify({ metadata: { "ключ": "é😀" } }), headers: { "Content-Type": "application/json" } }); console.log(await r.json(), r.headers.get("content-type"));
// # signals of requests
const c = new AbortController(), r = new Request("http://a", { signal: c.signal }), s = new Request(r); console.log(r.signal === c.signal, r.signal.aborted); c.abort("x"); console.log(r.signal.aborted, r.signal.reason, s.signal.aborted, new Request("http://a", { signal: null }).signal.aborted);
// # fetch of what cannot be fetched
for (const u of ["/x", "::", "http://", "foo:bar", "http://u:p@h/"]) console.log(JSON.stringify(u), await probe(() => fetch(u))); console.log(await probe(() => fetch("http://127.0.0.1/", { signal: AbortSignal.abort() })), await probe(() => fetch("http://127.0.0.1/", { signal: AbortSignal.abort("why") })), await probe(() => fetch("http://127.0.0.1", { method: "GET", body: "x" })), await probe(() => fetch()));
// # form data as an upload
const f = new FormData(); f.append("field", "välue"); f.append("file", new Blob(["data"], { type: "text/plain" }), "ä\"b.txt"); f.append("multi", "1"); f.append("multi", "2"); const r = new Response(f); console.log(r.headers.get("content-type").split(";")[0], [...f].map(([k, v]) => [k, typeof v === "string" ? v : v.name + v.type + v.size])); const back = await r.formData(); console.log(back.get("field"), back.get("file").name, back.get("file").type, await back.get("file").text(), back.getAll("multi"));
// # form data wire text
const f = new FormData(); f.append("a", "line1\nline2"); f.append('q"\r\n', "v"); f.append("f", new File(["x"], "n.bin")); const t = await new Response(f).text(), mark = t.slice(0, t.indexOf("\r\n")); console.log(JSON.stringify(t.replaceAll(mark, "MARK")));
// # form data methods
const f = new FormData(); f.set("a", 1); f.append("a", null); f.set("b", undefined); console.log(f.getAll("a"), f.get("b"), f.has("c"), f.get("c"), (f.set("a", "only"), f.getAll("a")), (f.delete("a"), [...f.keys()]), probe(() => f.append("x")), probe(() => f.append("x", "y", "name")), f.forEach((v, k) => k), [...f.entries()].length, Object.prototype.toString.call(f)); f.append("blob", new Blob(["1"])); f.append("named", new File(["2"], "own.txt"), "other.txt"); console.log(f.get("blob").name, f.get("named").name, f.get("blob") instanceof File);
// # form data parsed from text
const parse = (t, b = "XX", type = "multipart/form-data; boundary=" + b) => new Response(t, { headers: { "content-type": type } }).formData().then((f) => [...f].map(([k, v]) => [k, typeof v === "string" ? v : [v.name, v.type, v.size]])); console.log(await probe(() => parse("a=1&b=%20x+y", "", "application/x-www-form-urlencoded")), await probe(() => parse("plain", "", "text/plain")));
// # blob slices and types
const b = new Blob(["héllo", new Uint8Array([33]), new Blob(["!"])], { type: "Text/PLAIN" }); console.log(b.size, b.type, await b.text(), await b.slice(0, 1).text(), await b.slice(-2).text(), b.slice(1, 3, "a/b").type, b.slice(5, 2).size, [...new Uint8Array(await b.slice(1, 3).arrayBuffer())], new Blob([], { type: "é" }).type, new Blob(["a\r\nb"], { endings: "transparent" }).size, new Blob([1, null, {}]).size);
// # blob streams
const b = new Blob(["x".repeat(100_000)]); let n = 0; for await (const c of b.stream()) n += c.length; console.log(n, (await b.arrayBuffer()).byteLength, await new Response(b.stream()).text() === "x".repeat(100_000));
// # files
const f = new File(["abc"], "n/ä.txt", { type: "text/plain", lastModified: 5 }); console.log(f.name, f.size, f.type, f.lastModified, f instanceof Blob, await f.text(), f.slice(1) instanceof File, typeof new File([], "x").lastModified, probe(() => new File([])), Object.prototype.toString.call(f));
// # streams under responses cancel
let why; const r = new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(10)); }, cancel(x) { why = x; } })); await r.body.cancel("enough"); console.log(why, r.bodyUsed, await probe(() => r.text()));
// # readable stream iteration preventCancel
let cancelled = false; const s = new ReadableStream({ pull(c) { c.enqueue(1); }, cancel() { cancelled = true; } }); for await (const x of s.values({ preventCancel: true })) break; console.log(cancelled, s.locked); for await (const x of s) break; console.log(cancelled, s.locked);
// # tee with slow branch
let n = 0; const s = new ReadableStream({ pull(c) { c.enqueue(n++); if (n === 4) c.close(); } }), [a, b] = s.tee(); const all = async (x) => { const o = []; for await (const v of x) o.push(v); return o; }; console.log(await all(a), await all(b)); const [c, d] = new ReadableStream({ start(x) { x.error(new RangeError("tee")); } }).tee(); console.log(await probe(() => all(c)), await probe(() => all(d)));
// # server sent events by hand
const text = "event: a\ndata: 1\n\ndata: {\"x\":\ndata: 2}\n\n: note\nid: 7\ndata: end\n\n", bytes = new TextEncoder().encode(text); const s = new ReadableStream({ start(c) { for (let i = 0; i < bytes.length; i += 5) c.enqueue(bytes.slice(i, i + 5)); c.close(); } });
async function* events(stream) { const d = new TextDecoder(); let buf = ""; for await (const chunk of stream) { buf += d.decode(chunk, { stream: true }); for (let at; (at = buf.indexOf("\n\n")) >= 0; buf = buf.slice(at + 2)) { const data = buf.slice(0, at).split("\n").filter((l) => l.startsWith("data:")).map((l) => l.slice(5).trim()); if (data.length) yield data.join("\n"); } } }
const out = []; for await (const e of events(s)) out.push(e); console.log(out);
// # ndjson lines by hand
async function* lines(stream) { let rest = ""; const d = new TextDecoder("utf-8", { fatal: true }); for await (const c of stream) { const parts = (rest + d.decode(c, { stream: true })).split("\n"); rest = parts.pop(); yield* parts.filter(Boolean).map(JSON.parse); } if (rest) yield JSON.parse(rest); }
const r = new Response('{"a":1}\n{"b":"é"}\n[3]'); const out = []; for await (const x of lines(r.body)) out.push(x); console.log(out);
