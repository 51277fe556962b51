// Every name answers to snake_case and to camelCase.
const camel = (name) => name.replace(/_([a-z0-9])/g, (_, c) => c.toUpperCase());
const snake = (name) => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

const isObject = (v) => v !== null && (typeof v === "object" || typeof v === "function");
const has = (o, key) => Object.prototype.hasOwnProperty.call(o, key);
const hidden = (o, key, value) =>
  Object.defineProperty(o, key, { value, writable: true, configurable: true, enumerable: false });

// read gives the first of the names, in either casing, that o answers to.
function read(o, ...names) {
  if (!isObject(o)) return undefined;
  for (const name of names) {
    const v = o[name];
    if (v !== undefined) return v;
    const other = o[camel(name)];
    if (other !== undefined) return other;
  }
  return undefined;
}

// bound gives a method of o in either casing, bound to it.
function bound(o, name) {
  const f = read(o, name);
  return typeof f === "function" ? (...args) => Reflect.apply(f, o, args) : undefined;
}

// settled is what to await in place of a provider's value: goja's await looks at
// v.constructor unguarded, and one that throws there is never heard of again.
const settled = (v) => new Promise((resolve) => resolve(v));

// twin defines key in the other casing on o, where o itself has only one.
function twin(o, key) {
  for (const other of [camel(key), snake(key)]) {
    if (other === key || has(o, other)) continue;
    const d = Object.getOwnPropertyDescriptor(o, key);
    try {
      Object.defineProperty(o, other, { ...d, enumerable: false });
    } catch {
      // A frozen object keeps the one casing that it has.
    }
  }
}
