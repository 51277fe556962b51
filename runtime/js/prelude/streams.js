(native) => {
  const deferred = () => {
    const d = {};
    d.promise = new Promise((resolve, reject) => { d.resolve = resolve; d.reject = reject; });
    return d;
  };
  const quiet = (promise) => { promise.catch(() => {}); return promise; };
  const coded = (E, code, message) => Object.assign(new E(message), { code });
  const invalid = (message) => coded(TypeError, "ERR_INVALID_STATE", "Invalid state: " + message);
  let pullInto, inner;

  class ReadableStreamDefaultController {
    #stream;
    constructor(stream) { this.#stream = stream; }
    get desiredSize() { return inner(this.#stream).desiredSize(); }
    get byobRequest() { return null; }
    enqueue(chunk) { inner(this.#stream).enqueue(chunk); }
    close() { inner(this.#stream).close(); }
    error(e) { inner(this.#stream).fail(e); }
  }

  // Inner is the state of a stream that its reader and controller share.
  class Inner {
    state = "readable"; queue = []; total = 0; waiting = []; reader = null; started = false; pulling = false; again = false; closing = false; disturbed = false;
    constructor(stream, source, strategy) {
      this.source = source;
      this.mark = strategy?.highWaterMark === undefined ? (source.type === "bytes" ? 0 : 1) : +strategy.highWaterMark;
      if (!(this.mark >= 0)) throw coded(RangeError, "ERR_INVALID_ARG_VALUE", "The property 'strategy.highWaterMark' is invalid.");
      this.size = typeof strategy?.size === "function" ? strategy.size : source.type === "bytes" ? (c) => c.byteLength : () => 1;
      this.controller = new ReadableStreamDefaultController(stream);
      this.closed = deferred();
      quiet(this.closed.promise);
    }
    begin() {
      const started = this.source.start?.(this.controller);
      Promise.resolve(started).then(() => { this.started = true; this.pull(); }, (e) => this.fail(e));
    }
    desiredSize() { return this.state === "errored" ? null : this.state === "closed" ? 0 : this.mark - this.total; }
    enqueue(chunk) {
      if (this.closing || this.state !== "readable") throw invalid("Controller is already closed");
      if (this.source.type === "bytes" && !ArrayBuffer.isView(chunk)) throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "buffer" argument must be an instance of Buffer, TypedArray, or DataView.');
      if (this.waiting.length) this.waiting.shift().resolve({ value: chunk, done: false });
      else {
        const size = this.size(chunk);
        this.queue.push([chunk, size]);
        this.total += size;
      }
      this.pull();
    }
    close() {
      if (this.closing || this.state !== "readable") throw invalid("Controller is already closed");
      this.closing = true;
      if (this.queue.length === 0) this.finish();
    }
    finish() {
      if (this.state !== "readable") return;
      this.state = "closed";
      for (const w of this.waiting.splice(0)) w.resolve({ value: undefined, done: true });
      this.closed.resolve(undefined);
    }
    fail(e) {
      if (this.state !== "readable") return;
      [this.state, this.error, this.queue, this.total] = ["errored", e, [], 0];
      for (const w of this.waiting.splice(0)) w.reject(e);
      this.closed.reject(e);
    }
    pull() {
      const wanted = this.waiting.length > 0 || this.desiredSize() > 0;
      if (!this.started || this.state !== "readable" || this.closing || !wanted || typeof this.source.pull !== "function") return;
      if (this.pulling) { this.again = true; return; }
      this.pulling = true;
      let result;
      try { result = Promise.resolve(this.source.pull(this.controller)); } catch (e) { result = Promise.reject(e); }
      result.then(() => {
        this.pulling = false;
        if (this.again) { this.again = false; this.pull(); }
      }, (e) => this.fail(e));
    }
    read() {
      this.disturbed = true;
      if (this.queue.length) {
        const [chunk, size] = this.queue.shift();
        this.total -= size;
        if (this.closing && this.queue.length === 0) this.finish();
        else this.pull();
        return Promise.resolve({ value: chunk, done: false });
      }
      if (this.state === "closed") return Promise.resolve({ value: undefined, done: true });
      if (this.state === "errored") return Promise.reject(this.error);
      const wait = deferred();
      this.waiting.push(wait);
      this.pull();
      return wait.promise;
    }
    cancel(reason) {
      this.disturbed = true;
      if (this.state === "closed") return Promise.resolve(undefined);
      if (this.state === "errored") return Promise.reject(this.error);
      this.queue = [];
      this.finish();
      try { return Promise.resolve(this.source.cancel?.(reason)).then(() => undefined); } catch (e) { return Promise.reject(e); }
    }
  }

  class ReadableStreamDefaultReader {
    #stream; #closed;
    constructor(stream) {
      const s = inner(stream);
      if (s.reader) throw invalid("ReadableStream is locked");
      s.reader = this;
      this.#stream = s;
      this.#closed = s.closed.promise;
    }
    get closed() { return this.#closed; }
    read() { return this.#stream ? this.#stream.read() : Promise.reject(invalid("The reader is not attached to a stream")); }
    cancel(reason) { return this.#stream ? this.#stream.cancel(reason) : Promise.reject(invalid("The reader is not attached to a stream")); }
    releaseLock() {
      const s = this.#stream;
      if (!s) return;
      const gone = invalid("Releasing reader");
      for (const w of s.waiting.splice(0)) w.reject(gone);
      this.#stream = s.reader = null;
      this.#closed = quiet(Promise.reject(gone));
    }
  }

  class ReadableStream {
    #inner;
    static { inner = (stream) => stream.#inner; }
    constructor(source = {}, strategy = {}) {
      if (source === null || typeof source !== "object") throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "source" argument must be of type object.');
      if (source.type !== undefined && `${source.type}` !== "bytes") throw coded(TypeError, "ERR_INVALID_ARG_VALUE", "The argument 'source.type' is invalid.");
      this.#inner = new Inner(this, source, strategy);
      this.#inner.begin();
    }
    static from(iterable) {
      const make = iterable?.[Symbol.asyncIterator] ?? iterable?.[Symbol.iterator];
      if (typeof make !== "function") throw coded(TypeError, "ERR_ARG_NOT_ITERABLE", "iterable must be iterable");
      const iterator = make.call(iterable);
      return new ReadableStream({
        async pull(controller) {
          const { value, done } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(await value);
        },
        async cancel(reason) { await iterator.return?.(reason); },
      }, { highWaterMark: 0 });
    }
    get locked() { return this.#inner.reader !== null; }
    cancel(reason) { return this.locked ? Promise.reject(invalid("ReadableStream is locked")) : this.#inner.cancel(reason); }
    getReader(options) {
      if (options?.mode !== undefined) throw coded(TypeError, "ERR_INVALID_ARG_VALUE", "The property 'options.mode' is invalid.");
      return new ReadableStreamDefaultReader(this);
    }
    tee() {
      const reader = this.getReader(), branches = [], cancelled = [false, false], reasons = [], done = deferred();
      let reading = false;
      const pull = async () => {
        if (reading) return;
        reading = true;
        try {
          const { value, done: end } = await reader.read();
          reading = false;
          branches.forEach((b, i) => {
            if (cancelled[i]) return;
            if (end) b.close();
            else b.enqueue(value);
          });
          if (end) done.resolve(undefined);
        } catch (e) {
          branches.forEach((b) => b.error(e));
          done.resolve(undefined);
        }
      };
      const cancel = (i) => (reason) => {
        [cancelled[i], reasons[i]] = [true, reason];
        if (cancelled[0] && cancelled[1]) done.resolve(reader.cancel(reasons));
        return done.promise;
      };
      return [0, 1].map((i) => new ReadableStream({ start(c) { branches[i] = c; }, pull, cancel: cancel(i) }));
    }
    async pipeTo(destination, { preventClose, preventAbort, preventCancel, signal } = {}) {
      const reader = this.getReader(), writer = destination.getWriter();
      try {
        for (;;) {
          signal?.throwIfAborted();
          const { value, done } = await reader.read();
          if (done) break;
          try {
            await writer.write(value);
          } catch (e) {
            if (!preventCancel) await reader.cancel(e);
            throw e;
          }
        }
        if (!preventClose) await writer.close();
      } catch (e) {
        if (!preventAbort) await writer.abort?.(e);
        throw e;
      } finally {
        reader.releaseLock();
        writer.releaseLock();
      }
    }
    pipeThrough({ readable, writable }, options) {
      quiet(this.pipeTo(writable, options));
      return readable;
    }
    values({ preventCancel = false } = {}) {
      const reader = this.getReader();
      let last = Promise.resolve();
      const queued = (step) => { last = last.then(step, step); return last; };
      let ended = false;
      return Object.setPrototypeOf({
        next: () => queued(async () => {
          if (ended) return { done: true, value: undefined };
          try {
            const result = await reader.read();
            if (result.done) { ended = true; reader.releaseLock(); }
            return result;
          } catch (e) {
            ended = true;
            reader.releaseLock();
            throw e;
          }
        }),
        return: (value) => queued(async () => {
          if (!ended) {
            ended = true;
            if (!preventCancel) {
              const cancelling = reader.cancel(value);
              reader.releaseLock();
              await cancelling;
            } else reader.releaseLock();
          }
          return { done: true, value };
        }),
      }, iteratorPrototype);
    }
  }
  const iteratorPrototype = { [Symbol.asyncIterator]() { return this; } };
  Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, { value: ReadableStream.prototype.values, writable: true, configurable: true });
  for (const c of [ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController]) {
    Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true });
  }
  return { ReadableStream, ReadableStreamDefaultReader, disturbed: (stream) => inner(stream).disturbed };
}
