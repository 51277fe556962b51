package gen_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/manifest"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// begun makes a folder of each kind.
func begun(t *testing.T) map[string]string {
	t.Helper()
	dirs := map[string]string{}
	for _, kind := range gen.Kinds() {
		dirs[kind] = filepath.Join(t.TempDir(), "acme-"+kind)
		if _, found := gen.Init("acme-"+kind, kind, dirs[kind]); found != nil {
			t.Fatal(found)
		}
	}
	return dirs
}

// A new folder has nothing to complain of, not even a warning.
func TestScaffoldsAreClean(t *testing.T) {
	for kind, dir := range begun(t) {
		providers, found := gen.Check(t.Context(), gen.Input{Folders: []gen.Folder{{Dir: dir}}, Guest: server.InProcess})
		if len(providers) != 1 || found != nil || providers[0].Manifest.Kind.Value != kind {
			t.Errorf("%s: %v", kind, found)
		}
	}
}

// The published hosts take a new folder's manifest as it is.
func TestPublishedHostsTakeTheScaffolds(t *testing.T) {
	const script = "import sys\nfrom agent_sandbox.providers.manifest import parse_manifest\n" +
		"for name in sys.argv[1:]: print(parse_manifest(open(name,'rb').read()).id)"
	dirs := begun(t)
	for _, env := range []string{testenv.SDK, testenv.SDK031} {
		args := []string{"-c", script}
		for _, kind := range gen.Kinds() {
			args = append(args, filepath.Join(dirs[kind], manifest.FileName))
		}
		said, err := exec.CommandContext(t.Context(), testenv.Python(t, env), args...).CombinedOutput()
		if err != nil || string(said) != "acme-node\nacme-rest\nacme-exec\n" {
			t.Errorf("%s: %v\n%s", env, err, said)
		}
	}
}

// An editor knows the names of the kit: tsc accepts the folder as it is, and
// refuses a misspelled method of it.
func TestTheEditorKnowsTheKit(t *testing.T) {
	tsc := filepath.Join(testenv.NodeModules(t), "typescript", "bin", "tsc")
	dir := begun(t)[api.KindNode]
	check := func() (string, error) {
		out, err := exec.CommandContext(t.Context(), "node", tsc, "--pretty", "false", "-p", filepath.Join(dir, "jsconfig.json")).CombinedOutput()
		return string(out), err
	}
	if out, err := check(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	module := filepath.Join(dir, "provider.mjs")
	text, err := os.ReadFile(module)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(module, []byte(strings.Replace(string(text), "ctx.headerKeyAuth(", "ctx.headerKeyAuht(", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := check(); err == nil || !strings.Contains(out, "'headerKeyAuht' does not exist") {
		t.Errorf("%v\n%s", err, out)
	}
}

// The README of the seeds: every variable, every feature, never a key.
func TestScaffoldREADME(t *testing.T) {
	for kind, dir := range begun(t) {
		m, found := manifest.Load(dir)
		if m == nil {
			t.Fatal(found)
		}
		text, err := os.ReadFile(filepath.Join(dir, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		d := m.Descriptor()
		for _, f := range d.Fields {
			for _, name := range config.FieldEnv(d.ID, f) {
				if !strings.Contains(string(text), name) {
					t.Errorf("%s: %s is not explained", kind, name)
				}
			}
		}
		_, list, _ := strings.Cut(string(text), "## Features\n")
		list, _, _ = strings.Cut(list, "Everything else is E8004")
		for _, f := range api.Features() {
			if strings.Contains(list, string(f)) != d.Supports(f) {
				t.Errorf("%s: the README and the manifest disagree about %s", kind, f)
			}
		}
		for _, key := range regexp.MustCompile(`_API_KEY=(\S+)`).FindAllStringSubmatch(string(text), -1) {
			if key[1] != "REPLACE_ME" {
				t.Errorf("%s: %s is no placeholder", kind, key[1])
			}
		}
	}
}

// What the program of the exec scaffold answers to initialize is what its
// manifest says: hosts compare the two.
func TestTheExecScaffoldShakesHands(t *testing.T) {
	python := testenv.Python(t, testenv.SDK)
	dir := begun(t)[api.KindExec]
	m, found := manifest.Load(dir)
	if m == nil {
		t.Fatal(found)
	}
	request, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": map[string]any{"config": map[string]any{}, "data_dir": t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python, filepath.Join(dir, "plugin.py"))
	cmd.Stdin = strings.NewReader(string(request) + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var reply struct {
		Result struct {
			Features   []api.Feature
			Operations struct{ CLI, Python []string }
		}
	}
	if err := json.Unmarshal(out, &reply); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	d := m.Descriptor()
	want, _ := json.Marshal([]any{d.Features, d.Operations.CLI, d.Operations.Python})
	got, _ := json.Marshal([]any{reply.Result.Features, reply.Result.Operations.CLI, reply.Result.Operations.Python})
	if string(want) != string(got) {
		t.Errorf("the manifest says %s\nand the program %s", want, got)
	}
}
