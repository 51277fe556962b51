// Stream is a stream of the core: an async iterable whose return() tells the
// core to stop. next and stop are the host's.
class Stream {
  constructor(next, stop) {
    hidden(this, "next", next);
    hidden(this, "stop", stop);
  }
  return(value) {
    this.stop();
    return Promise.resolve({ value, done: true });
  }
  throw(reason) {
    this.stop();
    return Promise.reject(reason);
  }
  [Symbol.asyncIterator]() {
    return this;
  }
}

// Deferred is a stream that the core has yet to open. It may be awaited first
// or iterated at once: authors do both.
class Deferred {
  constructor(opening) {
    hidden(this, "opening", opening);
    hidden(this, "opened", undefined);
    opening.then((s) => { this.opened = s; }, () => {});
  }
  then(ok, fail) {
    return this.opening.then(ok, fail);
  }
  catch(fail) {
    return this.opening.catch(fail);
  }
  finally(f) {
    return this.opening.finally(f);
  }
  next() {
    return this.opened ? this.opened.next() : this.opening.then((s) => s.next());
  }
  return(value) {
    this.opening.then((s) => s.return(), () => {});
    return Promise.resolve({ value, done: true });
  }
  throw(reason) {
    this.return();
    return Promise.reject(reason);
  }
  [Symbol.asyncIterator]() {
    return this;
  }
}

// iteratorOf gives the iterator of what may be streamed, undefined for the rest.
function iteratorOf(o) {
  const open = o[Symbol.asyncIterator];
  if (typeof open === "function") return Reflect.apply(open, o, []);
  const sync = o[Symbol.iterator];
  if (typeof sync === "function" && typeof o.next === "function") return Reflect.apply(sync, o, []);
  return undefined;
}

// puller gives a function that asks an iterator for its next value; each time
// one of ok(value), end() and fail(reason) is called.
function puller(iterator, ok, end, fail) {
  const take = (result) => {
    if (!isObject(result)) return fail(new TypeError("an iterator's next() gave no object"));
    if (result.done) return end();
    const value = result.value;
    if (isObject(value) && typeof value.then === "function") return settled(value).then(ok, fail);
    return ok(value);
  };
  const guarded = (result) => {
    try {
      take(result);
    } catch (e) {
      fail(e); // a getter of the result threw
    }
  };
  return () => {
    try {
      Promise.resolve(iterator.next()).then(guarded, fail);
    } catch (e) {
      fail(e);
    }
  };
}

// stop ends an iterator early; its own failure then interests nobody.
function stop(iterator, done) {
  new Promise((resolve) => resolve(typeof iterator.return === "function" ? iterator.return() : undefined)).then(done, done);
}
