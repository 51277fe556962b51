const OWN = new WeakSet(); // the kit's own implementations

// lookup finds a method in either casing; the nearest one in the chain of
// prototypes wins, whatever its casing.
function lookup(o, name) {
  const names = [name, camel(name)];
  for (let p = o; isObject(p); p = Object.getPrototypeOf(p)) {
    const key = names.find((n) => has(p, n));
    if (key !== undefined) return o[key];
  }
  return read(o, name); // a proxy may answer without having
}

// changed tells whether the provider has a method of its own by that name.
function changed(o, name) {
  const f = lookup(o, name);
  return typeof f === "function" && !OWN.has(f);
}

// reaches tells whether a method has to be called in JavaScript: because the
// provider has its own, or has changed one that it goes through.
function reaches(o, cls, name) {
  if (changed(o, name)) return true;
  const derived = DERIVED[cls][name];
  return derived !== undefined && reaches(o, cls, derived.from);
}

// answerBoth gives each known method of o and of the author's classes behind it
// its other casing, so that callers, overlays and super find it by both.
function answerBoth(o, cls) {
  for (let p = o; isObject(p) && p !== Object.prototype && !own.has(p); p = Object.getPrototypeOf(p)) {
    for (const name of METHODS[cls]) {
      if (has(p, name)) twin(p, name);
      else if (has(p, camel(name))) twin(p, camel(name));
    }
  }
}
const own = new WeakSet(); // the kit's own prototypes

// makeClass makes one of the four classes.
function makeClass(title, cls) {
  const made = {
    [title]: class {
      constructor(http) {
        const index = clientIndex.get(http);
        if (index === undefined) throw new TypeError(`${title} takes what ctx.http(…) made`);
        hidden(this, CLIENT, index);
        answerBoth(Object.getPrototypeOf(this), cls);
      }
    },
  }[title];
  own.add(made.prototype);
  for (const name of METHODS[cls]) {
    const f = implementation(cls, name);
    OWN.add(f);
    hidden(made.prototype, name, f);
    hidden(made.prototype, camel(name), f);
  }
  return made;
}

// implementation is the kit's own body of a method: the core does it.
function implementation(cls, name) {
  const derived = DERIVED[cls][name];
  const streams = STREAMS[cls]?.includes(name);
  const at = tokenAt(cls, name);
  return {
    [name](...args) {
      if (derived && reaches(this, cls, derived.from)) return derived.run(this, args);
      const client = this?.[CLIENT];
      if (client === undefined) throw new TypeError(`${name} was called without its object`);
      if (at >= 0 && args.length > at) args[at] = plainToken(args[at]);
      const result = effect(cls, name, client, args);
      return streams ? new Deferred(result) : result;
    },
  }[name];
}
