// Runs the scripts that come on stdin, [{name, source}], and prints what each
// wrote with console.log: {name: [line]}. Each is the body of an async function.
import { createRequire } from "node:module";
import { format } from "node:util";

const require = createRequire(import.meta.url);
const AsyncFunction = (async () => {}).constructor;
const out = {};
let text = "";
for await (const part of process.stdin) text += part;
const print = process.stdout.write.bind(process.stdout);
process.on("warning", () => {});
process.removeAllListeners("warning");
// AbortSignal.timeout alone does not keep the process.
const stay = setInterval(() => {}, 1000);
for (const { name, source, probe } of JSON.parse(text)) {
  const lines = (out[name] = []);
  console.log = (...args) => lines.push(format(...args));
  try {
    await new AsyncFunction("require", "probe", source)(require, (0, eval)(probe));
  } catch (e) {
    lines.push("ended with " + e);
  }
}
print(JSON.stringify(out), () => clearInterval(stay));
