package plugins

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/gen/ship"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// Each platform's folder is one that hosts install. With -short only this
// machine's platform is linked: the others compile Go's library first.
func TestPlatforms(t *testing.T) {
	platforms := []link.Platform{{OS: "linux", Arch: "amd64"}, {OS: "linux", Arch: "arm64"}, {OS: "darwin", Arch: "arm64"}, {OS: "windows", Arch: "amd64"}}
	if testing.Short() {
		platforms = platforms[:1]
	}
	dir := t.TempDir()
	built, found := build(t, oneFolder("provider"), gen.PluginTarget{Dir: dir, DataPlane: ship.Auto, Platforms: platforms})
	if built == nil {
		t.Fatal(found)
	}
	for i, p := range platforms {
		f := built.Folders[i]
		if f.Dir != filepath.Join(dir, "my-cloud-"+p.OS+"-"+p.Arch) {
			t.Errorf("%s lies in %s", p, f.Dir)
		}
		for _, name := range []string{p.Exe("my-cloud"), p.Exe("my-cloud-guest")} {
			info, err := os.Stat(filepath.Join(f.Dir, name))
			if err != nil || info.Size() > 10_485_760 {
				t.Errorf("%s for %s: %v %v", name, p, info.Size(), err)
			}
		}
		m, problems := manifest.Load(f.Dir)
		if m == nil || len(problems) > 0 {
			t.Fatal(problems)
		}
		if got := manifest.Values(m.Command); len(got) != 1 || got[0] != "./"+p.Exe("my-cloud") || manifest.Values(m.Platforms)[0] != p.String() {
			t.Errorf("the manifest for %s has %v, %v", p, got, manifest.Values(m.Platforms))
		}
	}
}

// A bundle that makes the core too large for every host is refused, and named.
func TestTooHeavy(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "heavy")
	if err := os.CopyFS(source, os.DirFS(filepath.Join("testdata", "heavy"))); err != nil {
		t.Fatal(err)
	}
	js := `const ballast = "` + strings.Repeat("lead ", 1<<20) + `";
export default (kit) => ({ buildInfra: async (ctx) => ({ http_client: ctx.http({ base_url: ballast.slice(0, 4) }) }) });
`
	if err := os.WriteFile(filepath.Join(source, "provider.mjs"), []byte(js), 0o644); err != nil {
		t.Fatal(err)
	}
	made, found := build(t, []gen.Folder{{Dir: source}}, gen.PluginTarget{Dir: filepath.Join(dir, "dist"), DataPlane: ship.Auto})
	if made != nil {
		t.Fatalf("it was built: %+v", made.Folders)
	}
	if !strings.Contains(found, "E8010: heavy of heavy for ") || !strings.Contains(found, "no host installs a file of more than 10485760") || !strings.Contains(found, " bytes: abx/providers/heavy\n") {
		t.Error(found)
	}
	if _, err := os.Stat(filepath.Join(dir, "dist")); !os.IsNotExist(err) {
		t.Error("something was written")
	}
}

// The same bytes from the same input, whatever else is built beside it.
func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	both := []gen.Folder{{Dir: filepath.Join("testdata", "changed")}, {Dir: filepath.Join("testdata", "provider")}}
	if built, found := build(t, both, gen.PluginTarget{Dir: dir, DataPlane: ship.Auto}); built == nil {
		t.Fatal(found)
	}
	alone := ofCase(t, "provider")
	for _, name := range []string{"my-cloud", "my-cloud-guest", "abx-provider.toml", "README.md", ship.LicencesFile} {
		one, err1 := os.ReadFile(filepath.Join(alone, name))
		two, err2 := os.ReadFile(filepath.Join(dir, "my-cloud", name))
		if err1 != nil || err2 != nil || !bytes.Equal(one, two) {
			t.Errorf("%s differs: %v %v", name, err1, err2)
		}
	}
}
