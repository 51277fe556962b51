package packages_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// The package e2b creates a sandbox, runs commands and moves files, from inside
// a provider. It imports modules of Node.js that only its templates use; the
// folder's package.json leaves them out.
func TestE2B(t *testing.T) {
	dir := folder(t, "e2b", "e2b")
	b := built(t, dir,
		"p/node_modules/@bufbuild/protobuf/dist/esm/proto-int64.js:31:13: warning: E8014: process.env.BUF_BIGINT_DISABLE is not there",
		"p/node_modules/e2b/dist/index.mjs:161:15: warning: E8014: import() of a computed path cannot be bundled and fails when it is reached")
	c := cloud.ForTest(t)
	p, log := open(t, b, map[string]any{"api_key": c.Key, "base_url": c.URL, "sandbox_url": c.DataURL})
	s, err := p.Create(t.Context(), api.CreateRequest{Template: "base", Metadata: map[string]string{"a": "1 & 2"}})
	if err != nil {
		t.Fatal(err)
	}
	log.wants(t, `run ["out\ncreate 1\ntmp\n","err\n",0]`, `exit [true,3,"café"]`, `seen ["a\nb\n"]`, `stdin ["hello\nend\n"]`, `bytes [256000,true]`,
		`text ["grüße",["ünï 文件 &?#%.txt"]]`, `stream [256000]`, `missing [true]`, `running [true,{"a":"1 & 2"}]`)
	if err := p.Kill(t.Context(), s.ID); err != nil {
		t.Error(err)
	}
	if running, err := p.IsRunning(t.Context(), s.ID); running || err != nil {
		t.Error(running, err)
	}
}

// Without the author's word the build names what is missing, and who wants it.
func TestE2BNamesWhatIsMissing(t *testing.T) {
	dir := folder(t, "e2b", "e2b")
	if err := os.Remove(filepath.Join(dir, "package.json")); err != nil {
		t.Fatal(err)
	}
	b, problems := bundle(t, dir)
	if b != nil {
		t.Error("it was built")
	}
	var missing []string
	for _, d := range problems {
		if d.Severity == diag.Error {
			missing = append(missing, d.Pos.String()+" "+d.Msg)
		}
	}
	const by = " is a module of Node.js, and providers run without Node.js (provider.mjs -> node_modules/e2b/dist/index.mjs -> "
	want := []string{
		`p/node_modules/e2b/dist/index.mjs:8:16 "node:fs"` + by + "node:fs)",
		`p/node_modules/e2b/dist/index.mjs:9:20 "node:stream"` + by + "node:stream)",
		`p/node_modules/e2b/dist/index.mjs:12:16 "node:os"` + by + "node:os)",
	}
	if d := cmp.Diff(want, missing); d != "" {
		t.Error(d)
	}
}
