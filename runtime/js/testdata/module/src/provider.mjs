// The sources of ../bundle.js, which esbuild made of them as the bundler does.
import { fail, later } from "./lib/faults.mjs";

export const touched = process.env.NODE_ENV;
export function now(what) {
  return fail(what);
}
export async function asynchronous(what) {
  await null;
  return later(what);
}
export async function* lines() {
  yield "one";
  throw new Error("in a generator");
}
export const absent = () => process.exit(1);
export default function create() {
  return { buildInfra: async () => ({ answer: 42 }) };
}
