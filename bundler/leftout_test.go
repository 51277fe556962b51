package bundler_test

import (
	"strings"
	"testing"

	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/runtime/guest/server"
)

// What is left out says so when it is used, and not before: by a default
// import, by a named one, by require, as a class.
func TestLeftOutModulesSayIt(t *testing.T) {
	t.Chdir(write(t, t.TempDir(), `
-- p/package.json --
{ "browser": { "fs": false, "stream": false } }
-- p/node_modules/dep/package.json --
{ "module": "index.mjs" }
-- p/node_modules/dep/index.mjs --
import fs, { readFile } from "node:fs";
import { Readable } from "node:stream";
export class Mine extends Readable {}
export const later = (name) => import(name);
export const uses = { a: () => fs.existsSync("/"), b: () => readFile("/"), c: () => new Mine() };
export const quiet = [typeof fs, typeof readFile, typeof fs.promises, fs.then, String(fs[Symbol.iterator])].join();
-- p/provider.mjs --
import { uses, quiet, later } from "dep";
import { older } from "old";
const all = [quiet];
for (const f of [...Object.values(uses), () => older("/")]) try { f(); all.push("nothing"); } catch (e) { all.push(e.code + " " + e.message); }
export default async () => { try { await later("tar"); } catch (e) { all.push(e.message); } throw new Error(all.join("; ")); };
-- p/node_modules/old/index.js --
const { statSync } = require("fs");
exports.older = (path) => statSync(path);
`))
	_, problems := bundler.Make(t.Context(), "p", "provider.mjs", bundler.Options{Provider: "p", Guest: server.InProcess})
	want := "object,function,function,,undefined; MODULE_NOT_FOUND existsSync of node:fs is not available to providers; " +
		"MODULE_NOT_FOUND readFile of node:fs is not available to providers; MODULE_NOT_FOUND Readable of node:stream is not available to providers; " +
		"MODULE_NOT_FOUND statSync of fs is not available to providers; import() of tar is not available to providers"
	if got := text(t, problems); !strings.Contains(got, "create(kit) fails: Error: "+want+"\n") {
		t.Error(got)
	}
}
