// # event target
const t = new EventTarget(), out = [];
const f = (e) => out.push("f " + e.type);
t.addEventListener("x", f); t.addEventListener("x", f); t.addEventListener("x", { handleEvent(e) { out.push("object " + (e.target === t)); } });
t.addEventListener("x", () => out.push("once"), { once: true });
console.log(t.dispatchEvent(new Event("x")), out.splice(0));
t.removeEventListener("x", f);
console.log(t.dispatchEvent(new Event("x")), out.splice(0), t.dispatchEvent(new Event("y")));
// # event properties
const e = new Event("go", { cancelable: true, bubbles: true });
console.log(e.type, e.bubbles, e.cancelable, e.defaultPrevented, e.target, e.isTrusted, typeof e.timeStamp, e.composedPath());
e.preventDefault();
console.log(e.defaultPrevented, new CustomEvent("c", { detail: { x: 1 } }).detail, new CustomEvent("c").detail, probe(() => new Event()));
const t = new EventTarget();
t.addEventListener("z", (e) => e.preventDefault());
console.log(t.dispatchEvent(new Event("z", { cancelable: true })), probe(() => t.dispatchEvent({})), probe(() => t.addEventListener("x")), probe(() => t.addEventListener("x", 5)));
// # stop immediate
const t = new EventTarget(), out = [];
t.addEventListener("a", (e) => { out.push(1); e.stopImmediatePropagation(); }); t.addEventListener("a", () => out.push(2));
t.dispatchEvent(new Event("a"));
console.log(out);
// # abort controller
const c = new AbortController(), out = [];
c.signal.addEventListener("abort", (e) => out.push(e.type)); c.signal.onabort = () => out.push("on");
console.log(c.signal.aborted, c.signal.reason, probe(() => c.signal.throwIfAborted()));
c.abort(); c.abort("again");
console.log(c.signal.aborted, c.signal.reason.name, c.signal.reason.code, c.signal.reason.message, out, probe(() => c.signal.throwIfAborted()));
const d = new AbortController(); d.abort("why");
console.log(d.signal.reason, AbortSignal.abort(5).reason, AbortSignal.abort().reason.name, probe(() => new AbortSignal()));
// # abort timeout
const s = AbortSignal.timeout(3);
console.log(s.aborted);
await new Promise((r) => s.addEventListener("abort", r));
console.log(s.aborted, s.reason.name, s.reason.code, s.reason.message, s.reason instanceof DOMException, probe(() => AbortSignal.timeout(-1)), probe(() => AbortSignal.timeout("1")));
// # abort any
const a = new AbortController(), b = new AbortController(), any = AbortSignal.any([a.signal, b.signal]), nested = AbortSignal.any([any]);
let n = 0;
any.addEventListener("abort", () => n++);
b.abort("b"); a.abort("a");
console.log(any.aborted, any.reason, nested.reason, n, AbortSignal.any([AbortSignal.abort("x"), a.signal]).reason, AbortSignal.any([]).aborted, probe(() => AbortSignal.any([1])));
// # listener with signal
const c = new AbortController(), t = new EventTarget(); let n = 0;
t.addEventListener("x", () => n++, { signal: c.signal });
t.dispatchEvent(new Event("x")); c.abort(); t.dispatchEvent(new Event("x"));
console.log(n);
// # dom exception
const e = new DOMException("msg", "AbortError");
console.log(e.name, e.message, e.code, e instanceof Error, DOMException.ABORT_ERR, e.TIMEOUT_ERR, String(e), new DOMException().name, new DOMException("x", "Odd").code, Object.prototype.toString.call(e));
console.log(new DOMException("m", { name: "DataError", cause: 4 }).cause, new DOMException("m", "NotFoundError").code, DOMException.DATA_CLONE_ERR, DOMException.prototype.SYNTAX_ERR);
// # event tags
console.log([new Event("x"), new EventTarget(), new AbortController(), new AbortController().signal].map((o) => Object.prototype.toString.call(o)));
