export function fail(what) {
  const message = `é ${what}`; throw new TypeError(message);
}
export async function later(what) {
  await Promise.resolve();
  fail(what);
}
