package bundler_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/bundler"
)

// says bundles a folder, itself in a node_modules, and gives what it mentions.
func says(t *testing.T, files map[string]string) bundler.Mentions {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, found := bundler.Make(t.Context(), dir, "provider.mjs", bundler.Options{Shown: "node_modules/p"})
	if b == nil {
		t.Fatal(found.Err())
	}
	return b.Says
}

// Addresses are those of the author's own files, where they stand there.
func TestMentionedURLs(t *testing.T) {
	said := says(t, map[string]string{
		"provider.mjs": strings.Join([]string{
			`import { go } from "dep";`,
			`import { more } from "./ä.mjs";`,
			`const a = "https://api.example.com/v1", b = "see https://docs.example.com", c = "//x", d = "ftp://files.example.com";`,
			"const e = /* ä */ `wss://${a}.example.com`, f = 'HTTPS://UP.example.com';",
			`export default () => go(a, b, c, d, e, f, more);`,
		}, "\n"),
		"ä.mjs":                         "\nexport const more = `https://more.example.com/${1}`;\n",
		"node_modules/dep/index.js":     `export const go = () => "https://dep.example.com";`,
		"node_modules/dep/package.json": `{"name":"dep","main":"index.js"}`,
	})
	var got []string
	for _, m := range said.URLs {
		got = append(got, m.Pos.String()+" "+m.Text)
	}
	want := []string{
		"node_modules/p/ä.mjs:2:21 https://more.example.com/",
		"node_modules/p/provider.mjs:3:11 https://api.example.com/v1",
		"node_modules/p/provider.mjs:4:19 wss://",
		"node_modules/p/provider.mjs:4:49 HTTPS://UP.example.com",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for name, want := range map[string]bool{"go": true, "https://dep.example.com": true, "dep.example.com": false} {
		if said.Names[name] != want {
			t.Errorf("%s is named: %v", name, !want)
		}
	}
}

// Whether a key of ctx.core is read can be said only where core is asked for
// keys by their names.
func TestMentionedCore(t *testing.T) {
	for body, whole := range map[string]bool{
		`return ctx.core.sandbox_domain`:                             false,
		`return ctx["core"]?.sandbox_domain ?? ctx.core?.other`:      false,
		`const { sandbox_domain } = ctx.core; return sandbox_domain`: false,
		`return ctx.core["sandbox_domain"]`:                          false,
		`return ctx.options.score`:                                   false,
		`return ctx.core[ctx.options.key]`:                           true,
		`return { ...ctx.core }`:                                     true,
		`const { sandbox_domain, ...rest } = ctx.core; return rest`:  true,
		`const core = ctx.core; return core`:                         true,
		`return f(ctx.core)`:                                         true,
	} {
		said := says(t, map[string]string{"provider.mjs": "const f = (x) => x; export default (ctx) => { " + body + " };"})
		if said.Core != whole {
			t.Errorf("%s: %v", body, said.Core)
		}
	}
}
