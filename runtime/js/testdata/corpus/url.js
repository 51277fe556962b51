// # url parts
for (const u of ["https://user:pa%20ss@example.com:8080/a/b/../c?x=1&y=2#frag", "http://EXAMPLE.com:80", "https://example.com:443/", "http://example.com/a b?c d#e f",
  "HTTP://example.com/%7Efoo/%zz", "http://[2001:DB8::1]:8080/x", "file:///etc/passwd", "mailto:me@example.com", "data:text/plain,hello world", "ws://h:80/", "wss://h:443/p",
  "http://example.com?q", "http://example.com#", "http://example.com?", "ftp://f:21/x", "foo://bar:1/baz", "foo:/a/../b", "http://a//b///c", "javascript:alert(1)", "https://example.com/ü?ü#ü", "http://1.2.3/", "http://0x7f.1/", "http://256/"]) {
  console.log(u, probe(() => { const x = new URL(u); return [x.href, x.origin, x.protocol, x.username, x.password, x.host, x.hostname, x.port, x.pathname, x.search, x.hash].join(" | "); }));
}
// # url relative
const base = "https://example.com/a/b/c?q=1#h";
for (const r of ["d", "../d", "../../../d", "/d", "//other.com/d", "?z", "#z", "", ".", "..", "./", "d/./e/../f", "https:d", "http:d", "mailto:x", "\\d", "d?a=/b", "%2e%2e/d", ";x", "a:b"]) {
  console.log(JSON.stringify(r), probe(() => new URL(r, base).href));
}
// # url invalid
for (const u of ["", "x", "http://", "http:// x", "http://a b/", "http://[::1", "http://a:99999", "http://a:b", "//x", "http://%00", "http://a%2fb", "https://exa<mple", "http://1.2.3.256", "http://[1:2]", "http://a@", "http://@", "http://:80"]) {
  console.log(JSON.stringify(u), probe(() => new URL(u).href));
}
// # url invalid error
try { new URL("nope"); } catch (e) { console.log(e instanceof TypeError, e.code, e.message, e.input); }
console.log(URL.canParse("http://a"), URL.canParse("a"), URL.canParse("a", "http://b"));
// # url setters
const u = new URL("http://example.com/path");
const steps = [["protocol", "https"], ["protocol", "foo"], ["host", "other.org:81"], ["hostname", "third.net"], ["port", "443"], ["port", "8443x"], ["port", ""], ["pathname", "a b/../c?d#e"],
  ["search", "?a=b c'"], ["search", ""], ["search", "x=1"], ["hash", "#top `"], ["hash", ""], ["username", "me@x"], ["password", "p:w/"], ["href", "http://new.example/x?y#z"], ["host", ""], ["hostname", "bad host"], ["port", "99999"]];
for (const [k, v] of steps) { u[k] = v; console.log(k, v, u.href); }
console.log(probe(() => { u.href = "zzz"; }));
// # url searchParams live
const u = new URL("http://a/?x=1&y=2&x=3");
u.searchParams.append("z", "a b&c");
u.searchParams.delete("y");
console.log(u.href, u.search);
u.search = "?q=%C3%A9+1";
console.log([...u.searchParams], u.searchParams.get("q"));
u.searchParams.delete("q");
console.log(u.href, u.searchParams.size);
// # url inspect and json
const u = new URL("https://u:p@example.com:1/x?y=1#z");
console.log(u);
console.log(JSON.stringify({ u }), String(u), `${u}`, Object.prototype.toString.call(u));
console.log(new URLSearchParams("a=1&b=2"), new URLSearchParams());
// # url idna
for (const h of ["münchen.de", "日本語.jp", "faß.de", "xn--mnchen-3ya.de", "EXÄMPLE.com", "a。b", "☃.net"]) console.log(h, probe(() => new URL("http://" + h + "/").hostname));
// # url ipv4 and ipv6
for (const h of ["127.1", "0300.0.0.1", "1.2.3.4.", "0x1.0x2", "4294967295", "4294967296", "1.2.3.4.5", "[::ffff:1.2.3.4]", "[1::]", "[1:0:0:2:0:0:0:3]", "[::]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[:1]", "[1::2::3]", "1.2.3.08"]) {
  console.log(h, probe(() => new URL("http://" + h + "/").hostname));
}
// # url file paths
for (const f of ["file:///C:/x/../y", "file://localhost/a", "file:a", "file://host/share", "file:///a/b/../../../c", "file:///C|/x"]) console.log(f, probe(() => new URL(f).href));
// # url opaque
const u = new URL("mailto:a@b?subject=x#y");
console.log(u.pathname, u.search, u.hash, u.origin, u.host === "");
u.pathname = "/changed"; u.host = "h"; u.search = "?s=1";
console.log(u.href);
// # params construct
console.log(String(new URLSearchParams("?a=1&b=&c&=d&&e=%zz+x")), String(new URLSearchParams({ a: 1, b: "ü&=" })), String(new URLSearchParams([["a", "1"], ["a", "2"]])));
console.log(String(new URLSearchParams(new Map([["m", "1"]]))), String(new URLSearchParams(new URLSearchParams("x=y"))), String(new URLSearchParams("")), String(new URLSearchParams(undefined)));
console.log(probe(() => new URLSearchParams([["a"]])), probe(() => new URLSearchParams([1])));
// # params methods
const p = new URLSearchParams("b=2&a=1&b=3");
console.log(p.get("b"), p.getAll("b"), p.has("a"), p.has("b", "3"), p.has("b", "9"), p.get("zz"), p.size);
p.set("b", "only"); p.append("c", null); p.append("d", undefined);
console.log(p.toString());
p.sort();
console.log(p.toString(), [...p.keys()], [...p.values()], [...p.entries()].length);
p.delete("b", "nothing"); p.delete("a");
console.log(p.toString());
p.forEach((v, k, all) => console.log(k, v, all === p));
console.log(probe(() => p.get()), probe(() => p.append("a")), probe(() => p.forEach(1)));
// # params encoding
const p = new URLSearchParams();
p.append("a b", "!'()*-._~ /?:@&=+$,#%é😀\ud800");
console.log(p.toString());
console.log(new URLSearchParams(p.toString()).get("a b"));
// # params iterator order
const p = new URLSearchParams("z=1&y=2");
for (const [k, v] of p) console.log(k, v);
console.log(typeof p[Symbol.iterator], p[Symbol.iterator] === p.entries, Object.prototype.toString.call(p));
// # encodeURIComponent family
console.log(encodeURIComponent("a b&ü/😀'()*"), encodeURI("http://a/ü?x=y z#é"), decodeURIComponent("%C3%BC%20"), escape("ü x"), unescape("%u0107%20"));
console.log(probe(() => decodeURIComponent("%")), probe(() => encodeURIComponent("\ud800")));
