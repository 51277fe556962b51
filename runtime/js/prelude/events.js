(native) => {
  const codes = ["IndexSizeError", , "HierarchyRequestError", "WrongDocumentError", "InvalidCharacterError", , "NoModificationAllowedError",
    "NotFoundError", "NotSupportedError", "InUseAttributeError", "InvalidStateError", "SyntaxError", "InvalidModificationError", "NamespaceError",
    "InvalidAccessError", , "TypeMismatchError", "SecurityError", "NetworkError", "AbortError", "URLMismatchError", "QuotaExceededError",
    "TimeoutError", "InvalidNodeTypeError", "DataCloneError"];

  class DOMException extends Error {
    #name;
    constructor(message = "", options = "Error") {
      super(`${message}`);
      const rich = options !== null && typeof options === "object";
      this.#name = `${rich ? options.name ?? "Error" : options}`;
      if (rich && "cause" in options) Object.defineProperty(this, "cause", { value: options.cause, configurable: true, writable: true });
    }
    get name() { return this.#name; }
    get code() { return codes.indexOf(this.#name) + 1; }
  }
  codes.forEach((name, i) => {
    const constant = name.replace(/Error$/, "").replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase() + "_ERR";
    for (const o of [DOMException, DOMException.prototype]) Object.defineProperty(o, constant, { value: i + 1, enumerable: true });
  });

  const missing = (message) => Object.assign(new TypeError(message), { code: "ERR_MISSING_ARGS" });
  class Event {
    #type; #init; #stopped = false; #prevented = false; #time = native.now();
    target = null; currentTarget = null; eventPhase = 0;
    constructor(type, init = {}) {
      if (arguments.length === 0) throw missing('The "type" argument must be specified');
      this.#type = `${type}`;
      this.#init = { bubbles: !!init?.bubbles, cancelable: !!init?.cancelable, composed: !!init?.composed };
      for (const key of ["target", "currentTarget", "eventPhase"]) Object.defineProperty(this, key, { enumerable: false });
    }
    get type() { return this.#type; }
    get bubbles() { return this.#init.bubbles; }
    get cancelable() { return this.#init.cancelable; }
    get composed() { return this.#init.composed; }
    get defaultPrevented() { return this.#prevented; }
    get returnValue() { return !this.#prevented; }
    get srcElement() { return this.target; }
    get timeStamp() { return this.#time; }
    get isTrusted() { return false; }
    preventDefault() { if (this.#init.cancelable) this.#prevented = true; }
    stopPropagation() {}
    stopImmediatePropagation() { this.#stopped = true; }
    composedPath() { return this.currentTarget ? [this.currentTarget] : []; }
    static stopped(event) { return event.#stopped; }
  }
  const { stopped } = Event;
  delete Event.stopped;

  class CustomEvent extends Event {
    #detail;
    constructor(type, init) {
      super(type, init);
      this.#detail = init?.detail ?? null;
    }
    get detail() { return this.#detail; }
  }

  const isCapture = (options) => typeof options === "boolean" ? options : !!options?.capture;

  class EventTarget {
    #listeners = new Map();
    addEventListener(type, listener, options) {
      if (arguments.length < 2) throw missing('The "type" and "listener" arguments must be specified');
      if (listener === null || listener === undefined) return;
      if (typeof listener !== "function" && typeof listener !== "object") {
        throw Object.assign(new TypeError('The "listener" argument must be an instance of EventListener.'), { code: "ERR_INVALID_ARG_TYPE" });
      }
      const capture = isCapture(options), signal = options?.signal;
      if (signal?.aborted) return;
      const list = this.#listeners.get(`${type}`) ?? [];
      if (list.some((l) => l.listener === listener && l.capture === capture)) return;
      this.#listeners.set(`${type}`, [...list, { listener, capture, once: !!options?.once }]);
      signal?.addEventListener("abort", () => this.removeEventListener(type, listener, options), { once: true });
    }
    removeEventListener(type, listener, options) {
      const capture = isCapture(options), list = this.#listeners.get(`${type}`);
      if (list) this.#listeners.set(`${type}`, list.filter((l) => l.listener !== listener || l.capture !== capture));
    }
    dispatchEvent(event) {
      if (!(event instanceof Event)) {
        throw Object.assign(new TypeError('The "event" argument must be an instance of Event.'), { code: "ERR_INVALID_ARG_TYPE" });
      }
      event.target = event.currentTarget = this;
      event.eventPhase = 2;
      for (const entry of this.#listeners.get(event.type) ?? []) {
        if (!this.#listeners.get(event.type).includes(entry)) continue;
        if (entry.once) this.removeEventListener(event.type, entry.listener, entry.capture);
        try {
          if (typeof entry.listener === "function") entry.listener.call(this, event);
          else entry.listener.handleEvent(event);
        } catch (e) {
          native.uncaught(e);
        }
        if (stopped(event)) break;
      }
      event.currentTarget = null;
      event.eventPhase = 0;
      return !event.defaultPrevented;
    }
  }

  let making = false;
  const make = () => {
    making = true;
    try { return new AbortSignal(); } finally { making = false; }
  };
  let abort, follow;

  class AbortSignal extends EventTarget {
    #reason; #aborted = false; #onabort = null; #followers = [];
    constructor() {
      if (!making) throw Object.assign(new TypeError("Illegal constructor"), { code: "ERR_ILLEGAL_CONSTRUCTOR" });
      super();
    }
    static {
      abort = (signal, reason = new DOMException("This operation was aborted", "AbortError")) => {
        if (signal.#aborted) return;
        const all = [signal];
        for (const s of all) all.push(...s.#followers.filter((f) => !f.#aborted && !all.includes(f)));
        for (const s of all) [s.#aborted, s.#reason] = [true, reason];
        for (const s of all) s.dispatchEvent(new Event("abort"));
      };
      follow = (signal, sources) => {
        for (const s of sources) s.#followers.push(signal);
      };
    }
    static abort(reason) {
      const signal = make();
      abort(signal, reason);
      return signal;
    }
    static timeout(ms) {
      if (typeof ms !== "number" || !(ms >= 0 && ms <= Number.MAX_SAFE_INTEGER)) {
        const type = typeof ms === "number";
        throw Object.assign(new (type ? RangeError : TypeError)(`The "delay" argument is not a valid number of milliseconds`),
          { code: type ? "ERR_OUT_OF_RANGE" : "ERR_INVALID_ARG_TYPE" });
      }
      const signal = make();
      setTimeout(() => abort(signal, new DOMException("The operation was aborted due to timeout", "TimeoutError")), ms);
      return signal;
    }
    static any(signals) {
      if (typeof signals?.[Symbol.iterator] !== "function") throw Object.assign(new TypeError('The "signals" argument must be an iterable.'), { code: "ERR_INVALID_ARG_TYPE" });
      const signal = make(), sources = [...signals];
      for (const s of sources) {
        if (!(s instanceof AbortSignal)) {
          throw Object.assign(new TypeError('The "signals" argument must hold instances of AbortSignal'), { code: "ERR_INVALID_ARG_TYPE" });
        }
      }
      const done = sources.find((s) => s.aborted);
      if (done) abort(signal, done.reason);
      else follow(signal, sources);
      return signal;
    }
    get aborted() { return this.#aborted; }
    get reason() { return this.#reason; }
    get onabort() { return this.#onabort; }
    set onabort(f) {
      if (this.#onabort) this.removeEventListener("abort", this.#onabort);
      this.#onabort = typeof f === "function" ? f : null;
      if (this.#onabort) this.addEventListener("abort", this.#onabort);
    }
    throwIfAborted() { if (this.#aborted) throw this.#reason; }
  }

  class AbortController {
    #signal = make();
    get signal() { return this.#signal; }
    abort(reason) { abort(this.#signal, reason); }
  }

  for (const c of [DOMException, Event, CustomEvent, EventTarget, AbortSignal, AbortController]) {
    Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true });
  }
  return { DOMException, Event, CustomEvent, EventTarget, AbortSignal, AbortController };
}
