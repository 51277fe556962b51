// overlay gives a copy of inner in which the given methods replace inner's.
// `this` in them is the overlay; inner itself stays as it is.
function overlay(inner, methods) {
  if (!isObject(inner)) throw new TypeError("kit.e2b.overlay(inner, methods): inner is no object");
  if (!isObject(methods)) throw new TypeError("kit.e2b.overlay(inner, methods): methods is no object");
  const o = Object.create(inner);
  const keys = Reflect.ownKeys(methods);
  for (const key of keys) {
    const d = Object.getOwnPropertyDescriptor(methods, key);
    if ("value" in d && d.value === undefined) continue;
    Object.defineProperty(o, key, { ...d, configurable: true });
  }
  for (const key of keys) {
    if (typeof key === "string" && has(o, key)) twin(o, key);
  }
  return o;
}
