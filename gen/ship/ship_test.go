package ship_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/gen/ship"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/manifest"
)

const node = `
manifest_version = 1

[provider]
id = "acme"
version = "1.0"
name = "A | <b>cme</b>"
description = "Line one.\nLine two."
homepage = "https://example.com"

[runtime]
kind = "node"
entry = "provider.mjs"

[features]
supported = [%s]

[security]
network = ["api.example.com"]
env_passthrough = ["ACME_REGION", "NO_PROXY"]

[config.fields.api_key]
type = "string"
secret = true
required = true
description = "The key | of acme."

[config.fields.size]
type = "int"
default = 3
`

func parse(t *testing.T, features ...string) *manifest.Manifest {
	t.Helper()
	for i, f := range features {
		features[i] = `"` + f + `"`
	}
	m, found := manifest.Parse("abx-provider.toml", fmt.Appendf(nil, node, strings.Join(features, ", ")))
	if m == nil {
		t.Fatal(found.Err())
	}
	return m
}

func licence(module, version, file, text string) link.Licence {
	return link.Licence{Module: module, Version: version, File: file, Text: text}
}

var (
	exact   = &guest.Infra{Protocols: map[string]guest.Protocol{"process": {}, "filesystem": {}}}
	changed = &guest.Infra{Protocols: map[string]guest.Protocol{"process": {}, "filesystem": {Overridden: []string{"read"}}}}
)

// What is left out, by who moves the bytes and by what the build knows of it;
// the descriptor of the core and the shipped manifest have the same lists.
func TestLeftOut(t *testing.T) {
	all := []string{"sandbox.lifecycle", "process.manage", "code.interpret", "files.watch", "files.transfer"}
	for _, c := range []struct {
		name, plane string
		features    []string
		infra       *guest.Infra
		out         string
	}{
		{"auto where it is exact", ship.Auto, all, exact, "code.interpret files.transfer"},
		{"auto where it is not known", ship.Auto, all, nil, "code.interpret files.transfer"},
		{"auto where it is not exact", ship.Auto, all, changed, "code.interpret files.watch files.transfer"},
		{"auto where a feature is missing that hosts do not check", ship.Auto, []string{"exec.run", "files.watch"}, exact, "files.watch"},
		{"through the plugin", ship.Plugin, all, exact, "code.interpret files.watch files.transfer"},
		{"direct", ship.Direct, all, exact, "code.interpret files.transfer"},
		{"direct where every create fails", ship.Direct, all, changed, "code.interpret files.transfer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, found := ship.New(parse(t, append([]string{}, c.features...)...), c.infra, c.plane)
			var left []string
			for _, l := range s.LeftOut {
				left = append(left, l.What)
			}
			if got := strings.Join(left, " "); got != c.out {
				t.Errorf("left out: %s, want %s", got, c.out)
			}
			if notes := len(found); notes != len(left) && (c.plane != ship.Direct || notes != len(left)+1) {
				t.Errorf("%d notes for %v: %v", notes, left, found)
			}
			shipped, problems := manifest.Parse("abx-provider.toml", s.TOML("linux/amd64", "acme"))
			if shipped == nil || len(problems) > 0 {
				t.Fatal(problems)
			}
			d := shipped.Descriptor()
			if diff := cmp.Diff([]any{d.Features, d.Operations, d.Workflow, d.Security}, []any{s.Descriptor.Features, s.Descriptor.Operations, s.Descriptor.Workflow, s.Descriptor.Security}); diff != "" {
				t.Error(diff)
			}
			if d.Kind != api.KindExec || s.Descriptor.Kind != api.KindNode || !d.Security.SpawnsProcesses {
				t.Errorf("shipped as %s, run as %s, spawns %v", d.Kind, s.Descriptor.Kind, d.Security.SpawnsProcesses)
			}
		})
	}
}

// The folder names what it holds, and a manifest's words stay words in it.
func TestFolder(t *testing.T) {
	s, _ := ship.New(parse(t, "sandbox.lifecycle", "files.transfer"), exact, ship.Plugin)
	p, found := plan.New([]plan.Source{{Descriptor: s.Descriptor, Manifest: "abx-provider.toml"}})
	if p == nil {
		t.Fatal(found)
	}
	files, err := s.Folder(&p.Providers[0], ship.Folder{
		Name: "acme-windows-amd64", Platform: "windows/amd64",
		Executables: []link.Executable{{Name: "acme.exe", Content: []byte("core")}, {Name: "acme-guest.exe", Content: []byte("guest"), Digest: "sha256:1234"}},
		Licences:    []link.Licence{licence("Go", "go1", "LICENSE", "text\n"), licence("b", "v1", "LICENSE", "text\n"), licence("c", "v2", "NOTICE", "other")},
		Bundled:     []link.Licence{licence("left-pad", "1.0", "LICENSE", "left")},
	})
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for _, f := range files {
		text[f.Path] = string(f.Content)
		if strings.HasSuffix(f.Path, ".exe") != (f.Mode == 0o755) {
			t.Errorf("%s has mode %o", f.Path, f.Mode)
		}
	}
	for _, c := range []struct{ file, want string }{
		{"abx-provider.toml", `command = ["./acme.exe"]`},
		{"abx-provider.toml", `platforms = ["windows/amd64"]`},
		{"abx-provider.toml", `env_passthrough = ["ACME_REGION", "NO_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy", "no_proxy", "SSL_CERT_FILE"]`},
		{"README.md", "# A \\| &lt;b>cme&lt;/b>\n\nLine one. Line two.\n"},
		{"README.md", "install ./acme-windows-amd64 --yes"},
		{"README.md", "| `acme-guest.exe` | runs the provider's JavaScript without network, files or environment; the plugin starts it and checks it (`sha256:1234`) |"},
		{"README.md", "| network | `api.example.com` |"},
		{"README.md", `| api_key | ` + "`ABX_ACME_API_KEY`" + ` | required, secret | The key \| of acme. |`},
		{"README.md", "| size | `ABX_ACME_SIZE` |  | Default: 3. |"},
		{"README.md", "`files.transfer` is left out: EPP/1 has no method for it."},
		{ship.LicencesFile, "Go go1, LICENSE\nb v1, LICENSE\n"},
		{ship.LicencesFile, "left-pad 1.0, LICENSE\n"},
	} {
		if !strings.Contains(text[c.file], c.want) {
			t.Errorf("%s has no %q:\n%s", c.file, c.want, text[c.file])
		}
	}
	if strings.Count(text[ship.LicencesFile], "\ntext\n") != 1 {
		t.Error("a shared licence does not stand once:\n" + text[ship.LicencesFile])
	}
}

func TestBundledLicences(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"LICENSE": "own", "node_modules/a/LICENSE.md": "of a", "node_modules/a/package.json": `{"version": "1.2.3"}`, "node_modules/a/index.js": "",
		"node_modules/@s/b/NOTICE": "of b", "node_modules/@s/b/lib/x.js": "", "node_modules/unused/LICENSE": "unused",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := ship.Bundled(dir, "acme", "1.0", []string{"provider.mjs", "node_modules/a/index.js", "node_modules/@s/b/lib/x.js", "node_modules/a/other.js"})
	want := []link.Licence{licence("acme", "1.0", "LICENSE", "own"), licence("a", "1.2.3", "LICENSE.md", "of a"), licence("@s/b", "", "NOTICE", "of b")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What no host installs is refused, with what takes the room.
func TestCheck(t *testing.T) {
	big := func(name string, n int) out.File { return out.File{Path: name, Content: make([]byte, n)} }
	if found := ship.Check("dist/x", []out.File{big("a", ship.MaxFile)}); len(found) > 0 {
		t.Error(found)
	}
	var many []out.File
	for i := range ship.MaxFiles + 1 {
		many = append(many, big(fmt.Sprint(i), 0))
	}
	for want, files := range map[string][]out.File{
		"E8010: dist/x: a has 10485761 bytes, and no host installs a file of more than 10485760": {big("a", ship.MaxFile+1)},
		"E8010: dist/x has 52428801 bytes, and no host installs a plugin of more than 52428800":  {big("a", ship.MaxFile), big("b", ship.MaxFile), big("c", ship.MaxFile), big("d", ship.MaxFile), big("e", ship.MaxFile), big("f", 1)},
		"E8010: dist/x has 2001 files, and no host installs a plugin of more than 2000":          many,
	} {
		found := ship.Check("dist/x", files)
		if len(found) != 1 || found[0].String() != want {
			t.Errorf("got %v, want %s", found, want)
		}
		if strings.Contains(want, "bytes, and no host installs a plugin") && (len(found[0].Notes) != 6 || found[0].Notes[0].Msg != "10485760 bytes: a") {
			t.Errorf("notes: %v", found[0].Notes)
		}
	}
}
