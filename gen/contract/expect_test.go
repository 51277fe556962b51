package contract_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen/contract"
)

// expectations writes a folder's file and reads it.
func expectations(t *testing.T, text string) (contract.Expectations, string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(contract.FileName, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	e, found := contract.ReadExpectations(".")
	var said strings.Builder
	if err := found.Text(&said); err != nil {
		t.Fatal(err)
	}
	return e, said.String()
}

// The author's own tests look at what devcloud has seen, part by part.
func TestExpectations(t *testing.T) {
	e, said := expectations(t, `
[options]
region = "US"

[[request]]
name = "fits"
method = "post"
path = "/sandboxes"
header = { X-Region = "US", X-API-Key = "{key}" }
body = { templateID = "base", timeout = 300 }

[[request]]
name = "header"
path = "/sandboxes"
header = { X-Region = "EU" }

[[request]]
name = "body"
method = "POST"
path = "/sandboxes"
body = { templateID = "other" }

[[request]]
name = "path"
method = "PUT"
path = "/nowhere"

[[request]]
name = "never"
path = "/pause"
never = true

[[request]]
name = "never, but it came"
method = "DELETE"
never = true
`)
	if said != "" {
		t.Fatal(said)
	}
	s := example(t, "my-cloud")
	s.Options, s.Requests = e.Given(), e.Requests
	s.Only = func(name string) bool {
		return name == "kill_is_idempotent" || strings.HasPrefix(name, contract.FileName)
	}
	got := results(t, s)
	for name, want := range map[string]string{
		"fits": "", "never": "", "header": `its header X-Region is not "EU"`, "body": `its body's "templateID" is "base", not "other"`,
		"path": "no PUT of a path that ends /nowhere came", "never, but it came": "a request came that never may",
	} {
		r := got[contract.FileName+": "+name]
		if (r.Outcome == contract.Pass) != (want == "") || !strings.Contains(r.Reason, want) {
			t.Errorf("%s: %+v", name, r)
		}
		if strings.Contains(r.Reason, "e2b_0000") {
			t.Errorf("%s shows the key", name)
		}
	}
}

func TestWrongExpectations(t *testing.T) {
	for text, want := range map[string]string{
		"[options]\na = \n":                       "abx-test.toml:2:5: E8014: expected value but found '\\n' instead\n",
		"[[requests]]\nname = 1\n":                "abx-test.toml: E8014: \"requests\" is not known; write [options] or [[request]] with name, method, path, header, body, never\nabx-test.toml: E8014: \"requests.name\" is not known; write [options] or [[request]] with name, method, path, header, body, never\n",
		"[[request]]\nmethod = \"GET\"\n":         "abx-test.toml: E8014: request 1 has no name, or neither method nor path; write name = \"the region is sent\", method = \"POST\" and path = \"/sandboxes\"\n",
		"[[request]]\nname = \"x\"\nnever = true": "abx-test.toml: E8014: request 1 has no name, or neither method nor path; write name = \"the region is sent\", method = \"POST\" and path = \"/sandboxes\"\n",
	} {
		if _, said := expectations(t, text); said != want {
			t.Errorf("%q: %q", text, said)
		}
	}
	if e, found := contract.ReadExpectations(filepath.Join(t.TempDir(), "none")); found != nil || len(e.Requests) > 0 {
		t.Error(e, found)
	}
}
