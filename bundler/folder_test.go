package bundler_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"golang.org/x/tools/txtar"

	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/runtime/diag"
)

func text(t *testing.T, l diag.List) string {
	t.Helper()
	var b bytes.Buffer
	if err := l.Text(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func write(t *testing.T, dir string, archive string) string {
	t.Helper()
	return unpackTo(t, dir, txtar.Parse([]byte(archive)))
}

const small = `
-- provider.mjs --
import { where } from "./lib/a.mjs";
import { createHash } from "node:crypto";
export default () => where + createHash.name;
-- lib/a.mjs --
export const where = "here";
`

// The same files give the same bytes wherever they lie, and no byte tells where.
func TestSameBytesFromTwoFolders(t *testing.T) {
	one := write(t, t.TempDir(), small)
	two := write(t, filepath.Join(t.TempDir(), "wörk space"), small)
	a, problems := bundler.Make(t.Context(), one, "provider.mjs", bundler.Options{})
	if a == nil {
		t.Fatal(text(t, problems))
	}
	t.Chdir(two)
	b, problems := bundler.Make(t.Context(), ".", "provider.mjs", bundler.Options{TempDir: t.TempDir()})
	if b == nil {
		t.Fatal(text(t, problems))
	}
	if !bytes.Equal(a.JS, b.JS) || !bytes.Equal(a.Map, b.Map) || a.Digest != b.Digest {
		t.Error("the bundle differs from folder to folder")
	}
	for _, secret := range []string{one, filepath.Base(one), os.TempDir()} {
		if bytes.Contains(a.JS, []byte(secret)) || bytes.Contains(a.Map, []byte(secret)) {
			t.Errorf("the bundle tells of %s", secret)
		}
	}
}

// Nothing is left of the private copy, and the author's files are untouched.
func TestLeavesNothingBehind(t *testing.T) {
	dir, temp := write(t, t.TempDir(), small), t.TempDir()
	if b, problems := bundler.Make(t.Context(), dir, "provider.mjs", bundler.Options{TempDir: temp}); b == nil {
		t.Fatal(text(t, problems))
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "lib", "a.mjs")); err != nil {
		t.Error(err)
	}
}

// A link that stays inside is a file like another, as package managers make
// them; one that leads out is not followed.
func TestSymbolicLinks(t *testing.T) {
	root := write(t, t.TempDir(), `
-- outer/secret.mjs --
export const k = "LEAK-ME-42";
-- outer/pkg/index.js --
module.exports = "LEAK-ME-42";
-- p/provider.mjs --
import pkg from "linked";
import { k } from "./secret.mjs";
import outer from "outer";
export default () => [pkg, k, outer];
-- p/node_modules/.store/linked/index.js --
module.exports = require("inner");
-- p/node_modules/.store/inner/index.js --
module.exports = "inside";
-- p/node_modules/.store/node_modules/x --
`)
	link := func(target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(root, "p", name)); err != nil {
			t.Fatal(err)
		}
	}
	link(".store/linked", "node_modules/linked")
	link("../inner", "node_modules/.store/node_modules/inner")
	link("../outer/secret.mjs", "secret.mjs")
	link(filepath.Join(root, "outer", "pkg"), "node_modules/outer")
	link("nowhere", "broken.mjs")
	t.Chdir(root)
	b, problems := bundler.Make(t.Context(), "p", "provider.mjs", bundler.Options{})
	want := `p/provider.mjs:2:19: E8014: "./secret.mjs" is outside of the provider's folder; imports must stay inside the plugin directory; copy the file into the folder
p/provider.mjs:3:19: E8014: there is no package "outer" in the provider's folder; imports must stay inside the plugin directory; install it into the folder's own node_modules
`
	if got := text(t, problems); b != nil || got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The folder itself may be a link; messages name it as the user does.
func TestFolderIsALink(t *testing.T) {
	root := write(t, t.TempDir(), "-- real/provider.mjs --\nexport default 1;\nlet x = ;\n")
	if err := os.Symlink("real", filepath.Join(root, "named")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	_, problems := bundler.Make(t.Context(), "./named", "provider.mjs", bundler.Options{})
	if got := text(t, problems); !strings.HasPrefix(got, "named/provider.mjs:2:9: E8014: ") {
		t.Error(got)
	}
}

func TestEntry(t *testing.T) {
	root := write(t, t.TempDir(), "-- p/lib/x.mjs --\n-- outside.mjs --\n")
	if err := os.Symlink("../outside.mjs", filepath.Join(root, "p", "out.mjs")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	at := diag.Pos{File: "p/abx-provider.toml", Line: 9, Col: 9}
	for entry, want := range map[string]string{
		"provider.mjs": "the entry file \"provider.mjs\" does not exist; ",
		"lib":          "the entry \"lib\" is no file; ",
		"out.mjs":      "the entry file \"out.mjs\" is a link to outside; imports must stay inside the plugin directory; ",
	} {
		_, problems := bundler.Make(t.Context(), "p", entry, bundler.Options{EntryPos: at})
		if got := text(t, problems); !strings.HasPrefix(got, "p/abx-provider.toml:9:9: E8014: "+want) {
			t.Errorf("%s: %s", entry, got)
		}
	}
}

// What comes out is one script that the engine takes: it sets its global, asks
// for node: modules by their full names, and has what import() brought.
func TestBundleRuns(t *testing.T) {
	dir := write(t, t.TempDir(), `
-- provider.mjs --
import { createHash } from "crypto";
import data from "./data.json";
export default async function create(r) {
  return [createHash(), data.a, (await import("./late.mjs")).default, (await import(`+"`./regions/${r}.mjs`"+`)).default, process.env.NODE_ENV].join();
}
-- data.json --
{ "a": "json" }
-- late.mjs --
export default "late";
-- regions/eu.mjs --
export default "eu";
`)
	b, problems := bundler.Make(t.Context(), dir, "provider.mjs", bundler.Options{})
	if b == nil {
		t.Fatal(text(t, problems))
	}
	rt := goja.New()
	var asked []string
	if err := rt.Set("__abx_require", func(name string) map[string]any {
		asked = append(asked, name)
		return map[string]any{"createHash": func() string { return "hash" }}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := rt.RunString(string(b.JS)); err != nil {
		t.Fatal(err)
	}
	v, err := rt.RunString(bundler.GlobalName + `.default("eu")`)
	if err != nil {
		t.Fatal(err)
	}
	promise := v.Export().(*goja.Promise)
	if got := promise.Result().String(); promise.State() != goja.PromiseStateFulfilled || got != "hash,json,late,eu,production" {
		t.Errorf("%v %q", promise.State(), got)
	}
	if len(asked) != 1 || asked[0] != "node:crypto" {
		t.Errorf("asked for %q", asked)
	}
}
