package layers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// TestLikeThePublishedResolver generates providers, environments, .env files
// and config.toml files, and holds Resolve to the published resolver over all.
func TestLikeThePublishedResolver(t *testing.T) {
	python := testenv.Python(t, testenv.SDK)
	r := rand.New(rand.NewPCG(7, 11))
	root := t.TempDir()
	cases := make([]*scenario, 600)
	var in bytes.Buffer
	for i := range cases {
		cases[i] = newScenario(t, r, filepath.Join(root, fmt.Sprint(i)))
		line, err := json.Marshal(cases[i])
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command(python, "testdata/resolve.py")
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if diff := cmp.Diff(hostAnswer(t, line), cases[i].ours(t)); diff != "" {
			t.Errorf("host (-) and ours (+) differ:\n%s\n%s", diff, cases[i].describe())
		}
		if t.Failed() {
			return
		}
	}
}

func hostAnswer(t *testing.T, line string) map[string]string {
	t.Helper()
	var answer map[string][]string
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for key, v := range answer {
		out[key] = strings.Join(v, " ")
	}
	for _, key := range []string{"max_connections", "max_keepalive_connections", "keepalive_expiry", "ws_ping_interval",
		"github_token", "template_index_url", "template_dir", "mcp_auth_token", "mcp_allowed_origins", "mcp_runtime_dir"} {
		delete(out, key) // tuning of the hosts' own, which abx has no use for
	}
	for key, v := range map[string]string{"log_level": "str WARNING", "provider": "str alicloud-express"} {
		if out[key] == v { // the host's own defaults; ours are to have none
			delete(out, key)
		}
	}
	return out
}

// ours resolves a scenario, and checks on the way that nothing was asked for
// that the provider may not read.
func (s *scenario) ours(t *testing.T) map[string]string {
	t.Helper()
	l := Load(Sources{Flags: s.Flags, Cwd: filepath.Join(s.Dir, "cwd"), Home: filepath.Join(s.Dir, "home"), Environ: s.lookup(t)})
	r, err := l.Resolve(s.descriptor())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, values := range []map[string]any{r.Options, r.Core} {
		for key, v := range values {
			out[key] = shown(v)
		}
	}
	if id := l.Provider(); id != "" {
		out["provider"] = "str " + id
	}
	if out["log_level"] == "str WARNING" {
		delete(out, "log_level")
	}
	return out
}

func (s *scenario) lookup(t *testing.T) func(string) (string, bool) {
	inherits := strings.Join(s.Inherit, " ")
	return func(name string) (string, bool) {
		for _, core := range config.Inheritable() {
			if strings.HasSuffix(name, strings.ToUpper(core)) && !strings.Contains(inherits, core) && !strings.Contains(s.dotenvs, "${"+name) {
				t.Errorf("%s was read though %v are inherited", name, s.Inherit)
			}
		}
		v, ok := s.Environ[name]
		return v, ok
	}
}

func shown(v any) string {
	text, _ := config.Text(v)
	return map[string]string{"string": "str", "int64": "int", "float64": "float", "bool": "bool"}[fmt.Sprintf("%T", v)] + " " + text
}

func (s *scenario) describe() string {
	text, _ := json.MarshalIndent(s, "", " ")
	for _, name := range []string{"cwd/.env", "home/.abx/.env", "home/.abx/config.toml"} {
		if data, err := os.ReadFile(filepath.Join(s.Dir, name)); err == nil {
			text = append(text, fmt.Sprintf("\n--- %s\n%s", name, data)...)
		}
	}
	return string(text)
}

func (s *scenario) descriptor() *api.Descriptor {
	d := &api.Descriptor{ID: s.ID, Inherit: s.Inherit}
	for _, f := range s.Fields {
		d.Fields = append(d.Fields, api.Field{Key: f.Key, Type: f.Type, Secret: f.Secret, Env: f.Env, Choices: f.Choices, Default: f.Default})
	}
	if e := s.Endpoint; e != nil {
		d.Endpoint = &api.Endpoint{BaseURL: e.Defaults["sandbox_base_url"], Domain: e.Defaults["sandbox_domain"], Derive: e.Derive}
	}
	return d
}
