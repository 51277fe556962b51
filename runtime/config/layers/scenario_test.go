package layers

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// scenario is a generated provider with its sources; its JSON is what
// testdata/resolve.py reads.
type scenario struct {
	ID       string            `json:"id"`
	Dir      string            `json:"dir"`
	Environ  map[string]string `json:"environ"`
	Flags    map[string]any    `json:"flags"`
	Inherit  []string          `json:"inherit"`
	Fields   []scenarioField   `json:"fields"`
	Endpoint *scenarioEndpoint `json:"endpoint"`

	dotenvs string
}

type scenarioField struct {
	Key     string   `json:"key"`
	Type    string   `json:"type"`
	Secret  bool     `json:"secret"`
	Default any      `json:"default"`
	Env     []string `json:"env"`
	Choices []string `json:"choices"`
}

type scenarioEndpoint struct {
	Defaults map[string]string `json:"defaults"`
	Derive   map[string]string `json:"derive"`
}

var (
	texts = []string{"", "  ", "a", " padded ", "eu-1", "3", "3.0", "2.5", "true", "No", "large", "small", "x,y", "http://h:1", "é", "${REF}", "${NONE:-d}", "a#b", "a #b", `q"q`, "back\\slash"}
	names = []string{"ABX_MY_CLOUD_API_KEY", "ABX_MY_CLOUD_REGION", "ABX_MY_CLOUD_COUNT", "ABX_MY_CLOUD_RATIO", "ABX_MY_CLOUD_SIZE", "ABX_MY_CLOUD_ON", "ABX_MY_CLOUD_TAGS",
		"CLOUD_KEY", "CLOUD_REGION", "ABX_MY_CLOUD_SANDBOX_API_KEY", "ABX_SANDBOX_API_KEY", "ABX_MY_CLOUD_SANDBOX_BASE_URL", "ABX_SANDBOX_BASE_URL", "ABX_MY_CLOUD_SANDBOX_DOMAIN",
		"ABX_SANDBOX_DOMAIN", "ABX_HTTP_TIMEOUT", "ABX_HTTP2", "ABX_LOG_LEVEL", "ABX_DEFAULT_TEMPLATE", "ABX_PROVIDER", "REF", "E2B_API_KEY"}
	fields = []scenarioField{
		{Key: "api_key", Type: "string", Secret: true, Env: []string{"CLOUD_KEY"}},
		{Key: "region", Type: "string", Env: []string{"CLOUD_REGION"}, Default: "zone-0"},
		{Key: "count", Type: "int", Default: 4}, {Key: "ratio", Type: "float"}, {Key: "on", Type: "bool", Default: false},
		{Key: "size", Type: "enum", Choices: []string{"SMALL", "LARGE"}}, {Key: "tags", Type: "csv"},
	}
)

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func some[T any](r *rand.Rand, from []T, chance float64) []T {
	var out []T
	for _, v := range from {
		if r.Float64() < chance {
			out = append(out, v)
		}
	}
	return out
}

func newScenario(t *testing.T, r *rand.Rand, dir string) *scenario {
	t.Helper()
	s := &scenario{ID: "my-cloud", Dir: dir, Environ: map[string]string{}, Flags: map[string]any{}}
	s.Inherit = some(r, []string{"sandbox_api_key", "sandbox_base_url", "sandbox_domain"}, 0.5)
	for _, f := range some(r, fields, 0.7) {
		if r.IntN(2) == 0 {
			f.Default = nil
		}
		if n, ok := f.Default.(int); ok {
			f.Default = int64(n)
		}
		s.Fields = append(s.Fields, f)
		if r.IntN(4) == 0 {
			s.Flags[f.Key] = pick(r, texts)
		}
	}
	for _, name := range some(r, names, 0.3) {
		s.Environ[name] = pick(r, texts)
	}
	s.endpoint(r)
	s.write(t, r)
	return s
}

func (s *scenario) endpoint(r *rand.Rand) {
	if r.IntN(2) == 0 {
		return
	}
	s.Endpoint = &scenarioEndpoint{Defaults: map[string]string{"sandbox_base_url": "https://api.example.com"}, Derive: map[string]string{}}
	if r.IntN(2) == 0 {
		s.Endpoint.Defaults["sandbox_domain"] = "example.com"
	}
	if r.IntN(2) == 0 {
		s.Endpoint.Derive["sandbox_base_url"] = "https://{region}.{count}.example.com"
	}
	if r.IntN(2) == 0 {
		s.Endpoint.Derive["sandbox_domain"] = "{region}.{{example}}.com"
	}
}

func (s *scenario) write(t *testing.T, r *rand.Rand) {
	t.Helper()
	for _, name := range []string{"cwd/.env", "home/.abx/.env"} {
		text := ""
		for range r.IntN(12) {
			text += dotenvLine(r)
		}
		s.dotenvs += text
		put(t, r, filepath.Join(s.Dir, name), text)
	}
	put(t, r, filepath.Join(s.Dir, "home/.abx/config.toml"), tomlText(r))
}

// put leaves out one file in five.
func put(t *testing.T, r *rand.Rand, path, text string) {
	t.Helper()
	if r.IntN(5) == 0 {
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// dotenvLine is mostly a binding and sometimes a near miss of one.
func dotenvLine(r *rand.Rand) string {
	name, value := pick(r, names), pick(r, texts)
	form := pick(r, []string{"%s=%s", "%s = %s", "export %s=%s", "%s='%s'", "%s=\"%s\"", "%s= # %s", "'%s'=%s", "%s=\"%s\" # c", "%s=\"%s\"x", "%s='%s\n more'", "# %s=%s",
		"%s\n#%s", "  %s=%s  ", "%s=\"\\n\\x%s\\t\"", "%s='%s", "%s=\u2003%s", "=%s%s", "%s==%s"})
	return fmt.Sprintf(form, name, value) + pick(r, []string{"\n", "\n", "\n\n", "\r\n", "\r"})
}

func tomlText(r *rand.Rand) string {
	if r.IntN(12) == 0 {
		return "[core\nprovider = 1"
	}
	values := []string{`""`, `"a"`, `" eu "`, "3", "2.5", "true", "false", `["a", "b"]`, "[]", "2020-01-02", "2020-01-02T03:04:05Z", "1_000", "1e16", `"large"`, "inf"}
	var b strings.Builder
	tables := []struct {
		name string
		keys []string
	}{
		{"core", []string{"provider"}},
		{"transport", []string{"sandbox_api_key", "sandbox_base_url", "sandbox_domain", "http_timeout", "http2", "log_level", "default_template", "region"}},
		{"providers.my-cloud", []string{"api_key", "region", "count", "ratio", "size", "on", "tags", "sandbox_api_key", "sandbox_base_url", "sandbox_domain", "http_timeout"}},
	}
	for _, table := range tables {
		fmt.Fprintf(&b, "[%s]\n", table.name)
		for _, key := range some(r, table.keys, 0.4) {
			fmt.Fprintf(&b, "%s = %s\n", key, pick(r, values))
		}
	}
	return b.String()
}
