(native, use) => {
  const { ReadableStream } = use("streams");
  const { AbortController } = use("events");
  const deferred = () => {
    const d = {};
    d.promise = new Promise((resolve, reject) => { d.resolve = resolve; d.reject = reject; });
    d.promise.catch(() => {});
    return d;
  };
  const coded = (E, code, message) => Object.assign(new E(message), { code });
  const invalid = (message) => coded(TypeError, "ERR_INVALID_STATE", "Invalid state: " + message);
  const attempt = (f) => { try { return Promise.resolve(f()); } catch (e) { return Promise.reject(e); } };
  const strategyOf = ({ highWaterMark, size } = {}, mark) => {
    mark = highWaterMark === undefined ? mark : +highWaterMark;
    if (!(mark >= 0)) throw coded(RangeError, "ERR_INVALID_ARG_VALUE", "The property 'strategy.highWaterMark' is invalid.");
    return { mark, size: typeof size === "function" ? size : () => 1 };
  };
  let inner;

  class WritableStreamDefaultController {
    #s; #abort = new AbortController();
    constructor(s) { this.#s = s; s.aborting = (reason) => this.#abort.abort(reason); }
    get signal() { return this.#abort.signal; }
    error(e) { this.#s.fail(e); }
  }

  // Inner is the state of a stream that its writer and controller share.
  class Inner {
    state = "writable"; queue = []; total = 0; busy = false; closing = null; aborted = null; writer = null; started = false; full = false;
    ready = deferred(); closed = deferred();
    constructor(sink, strategy) {
      this.sink = sink;
      Object.assign(this, strategyOf(strategy ?? {}, 1));
      this.ready.resolve(undefined);
      this.controller = new WritableStreamDefaultController(this);
      this.update();
    }
    begin() {
      const start = this.sink.start?.(this.controller);
      Promise.resolve(start).then(() => { this.started = true; this.advance(); }, (e) => { this.started = true; this.fail(e); });
    }
    desired() { return this.state === "writable" ? this.mark - this.total : this.state === "closed" ? 0 : null; }
    update() {
      if (this.state !== "writable") return;
      const full = this.desired() <= 0 && !this.closing;
      if (full && !this.full) this.ready = deferred();
      if (!full && this.full) this.ready.resolve(undefined);
      this.full = full;
    }
    write(chunk) {
      let size = 1;
      try { size = this.size(chunk); } catch (e) { this.fail(e); }
      if (this.state === "errored" || this.state === "erroring") return Promise.reject(this.error);
      if (this.closing || this.state === "closed") return Promise.reject(invalid("WritableStream is closed"));
      const item = { chunk, size, ...deferred() };
      this.queue.push(item);
      this.total += size;
      this.update();
      this.advance();
      return item.promise;
    }
    close() {
      if (this.closing || this.state === "closed" || this.state === "errored") return Promise.reject(invalid("WritableStream is closed"));
      this.closing = deferred();
      this.update();
      this.advance();
      return this.closing.promise;
    }
    advance() {
      if (!this.started || this.busy) return;
      if (this.state === "erroring") return this.finish();
      if (this.state !== "writable") return;
      const [item] = this.queue;
      if (!item && !this.closing) return;
      this.busy = true;
      attempt(() => item ? this.sink.write?.(item.chunk, this.controller) : this.sink.close?.()).then(() => {
        this.busy = false;
        if (item) {
          this.queue.shift();
          this.total -= item.size;
          item.resolve(undefined);
          this.update();
          return this.advance();
        }
        this.state = "closed";
        this.closing.resolve(undefined);
        this.aborted?.resolve(undefined);
        this.closed.resolve(undefined);
      }, (e) => {
        this.busy = false;
        if (item) this.queue.shift();
        (item ?? this.closing).reject(e);
        this.fail(e);
        this.advance();
      });
    }
    fail(e) {
      if (this.state !== "writable") return;
      [this.state, this.error] = ["erroring", e];
      if (!this.full) this.ready = deferred();
      this.ready.reject(e);
      this.advance();
    }
    finish() {
      this.state = "errored";
      for (const item of this.queue.splice(0)) item.reject(this.error);
      const end = () => { this.closing?.reject(this.error); this.closed.reject(this.error); };
      if (!this.aborted || this.aborted.late) { this.aborted?.reject(this.error); return end(); }
      attempt(() => this.sink.abort?.(this.aborted.reason)).then(this.aborted.resolve, this.aborted.reject).then(end);
    }
    abort(reason) {
      if (this.state === "closed" || this.state === "errored") return Promise.resolve(undefined);
      this.aborting(reason);
      if (this.aborted) return this.aborted.promise;
      this.aborted = { ...deferred(), reason, late: this.state === "erroring" };
      const { promise } = this.aborted;
      this.fail(reason);
      return promise.then(() => undefined);
    }
  }

  class WritableStreamDefaultWriter {
    #s;
    constructor(stream) {
      const s = inner(stream);
      if (s.writer) throw invalid("WritableStream is locked");
      s.writer = this;
      this.#s = s;
    }
    #held() { if (this.#s.writer !== this) throw invalid("Writer is not bound to a WritableStream"); return this.#s; }
    #of(f) { try { return f(this.#held()); } catch (e) { return Promise.reject(e); } }
    get closed() { return this.#of((s) => s.closed.promise); }
    get ready() { return this.#of((s) => s.ready.promise); }
    get desiredSize() { return this.#held().desired(); }
    write(chunk) { return this.#of((s) => s.write(chunk)); }
    close() { return this.#of((s) => s.close()); }
    abort(reason) { return this.#of((s) => s.abort(reason)); }
    releaseLock() { if (this.#s.writer === this) this.#s.writer = null; }
  }

  class WritableStream {
    #s;
    static { inner = (stream) => stream.#s; }
    constructor(sink = {}, strategy = {}) {
      if (sink === null || (typeof sink !== "object" && typeof sink !== "function")) throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "sink" argument must be of type object.');
      if (sink.type !== undefined) throw coded(RangeError, "ERR_INVALID_ARG_VALUE", "The property 'type' is invalid.");
      this.#s = new Inner(sink, strategy);
      this.#s.begin();
    }
    get locked() { return this.#s.writer !== null; }
    getWriter() { return new WritableStreamDefaultWriter(this); }
    abort(reason) { return this.locked ? Promise.reject(invalid("WritableStream is locked")) : this.#s.abort(reason); }
    close() { return this.locked ? Promise.reject(invalid("WritableStream is locked")) : this.#s.close(); }
  }

  class TransformStreamDefaultController {
    #readable; #end; #count;
    constructor(readable, end, count) { [this.#readable, this.#end, this.#count] = [readable, end, count]; }
    get desiredSize() { return this.#readable.desiredSize; }
    enqueue(chunk) { this.#count(); this.#readable.enqueue(chunk); }
    error(e) { this.#end(e); this.#readable.error(e); }
    terminate() { this.#readable.close(); this.#end(invalid("TransformStream has been terminated")); }
  }

  class TransformStream {
    #readable; #writable;
    constructor(transformer = {}, writableStrategy = {}, readableStrategy = {}) {
      if (transformer === null) transformer = {};
      if (transformer.readableType !== undefined || transformer.writableType !== undefined) throw coded(RangeError, "ERR_INVALID_ARG_VALUE", "The property 'transformer.readableType' is invalid.");
      let readable, writable, wanted = deferred(), made = 0;
      const started = deferred(), { mark, size } = strategyOf(readableStrategy ?? {}, 0);
      const failed = (e) => { readable.error(e); throw e; };
      this.#readable = new ReadableStream({
        start(c) { readable = c; return started.promise; },
        pull() { wanted.resolve(undefined); },
        cancel(reason) { writable.error(reason); wanted.resolve(undefined); return transformer.cancel?.(reason); },
      }, { highWaterMark: mark, size });
      const controller = new TransformStreamDefaultController(readable, (e) => { writable.error(e); wanted.resolve(undefined); }, () => { made++; });
      this.#writable = new WritableStream({
        start(c) { writable = c; return started.promise; },
        async write(chunk) {
          await wanted.promise;
          const before = made;
          wanted = deferred();
          try { await (typeof transformer.transform === "function" ? transformer.transform(chunk, controller) : controller.enqueue(chunk)); } catch (e) { failed(e); }
          if (made === before) wanted.resolve(undefined);
        },
        async close() {
          try { await transformer.flush?.(controller); } catch (e) { failed(e); }
          try { readable.close(); } catch {}
        },
        async abort(reason) { readable.error(reason); await transformer.cancel?.(reason); },
      }, writableStrategy);
      attempt(() => transformer.start?.(controller)).then(started.resolve, started.reject);
    }
    get readable() { return this.#readable; }
    get writable() { return this.#writable; }
  }

  const through = (make) => class {
    #t = make(this);
    get readable() { return this.#t.readable; }
    get writable() { return this.#t.writable; }
  };
  class TextEncoderStream extends through(() => {
    const encoder = new TextEncoder();
    let high = "";
    return new TransformStream({
      transform(text, c) {
        text = high + text;
        high = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : "";
        if (text.length > high.length) c.enqueue(encoder.encode(text.slice(0, text.length - high.length)));
      },
      flush(c) { if (high) c.enqueue(encoder.encode(high)); },
    });
  }) {
    get encoding() { return "utf-8"; }
  }
  const decoderOf = new WeakMap();
  class TextDecoderStream extends through((self) => new TransformStream({
    transform(chunk, c) { const text = decoderOf.get(self).decode(chunk, { stream: true }); if (text) c.enqueue(text); },
    flush(c) { const text = decoderOf.get(self).decode(); if (text) c.enqueue(text); },
  })) {
    constructor(label, options) {
      super();
      decoderOf.set(this, new TextDecoder(label, options));
    }
    get encoding() { return decoderOf.get(this).encoding; }
    get fatal() { return decoderOf.get(this).fatal; }
    get ignoreBOM() { return decoderOf.get(this).ignoreBOM; }
  }

  const strategy = (name, size) => ({ [name]: class {
    #mark;
    constructor(init) {
      if (init === null || typeof init !== "object") throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "init" argument must be an object.');
      if (init.highWaterMark === undefined) throw coded(TypeError, "ERR_MISSING_OPTION", "options.highWaterMark is required");
      this.#mark = +init.highWaterMark;
    }
    get highWaterMark() { return this.#mark; }
    get size() { return size; }
  } })[name];
  const CountQueuingStrategy = strategy("CountQueuingStrategy", () => 1), ByteLengthQueuingStrategy = strategy("ByteLengthQueuingStrategy", (chunk) => chunk.byteLength);
  const all = { WritableStream, TransformStream, TextEncoderStream, TextDecoderStream, CountQueuingStrategy, ByteLengthQueuingStrategy, WritableStreamDefaultWriter, WritableStreamDefaultController, TransformStreamDefaultController };
  for (const [name, c] of Object.entries(all)) Object.defineProperty(c.prototype, Symbol.toStringTag, { value: name, configurable: true });
  return all;
}
