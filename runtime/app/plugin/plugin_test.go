package plugin_test

import (
	"bytes"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/app/plugin"
)

// linked is a rest provider.
var linked = api.Linked{Descriptor: &api.Descriptor{
	ID: "acme", Version: "0.1.0", Kind: api.KindREST,
	Endpoint: &api.Endpoint{
		BaseURL: "https://127.0.0.1", Domain: "127.0.0.1", Scheme: "header", Header: "X-API-Key",
		Derive: map[string]string{"sandbox_base_url": "{base_url}"},
	},
	Features: []api.Feature{api.FeatureSandboxLifecycle},
	Security: api.Security{EnvPassthrough: []string{"SSL_CERT_FILE"}},
	Fields:   []api.Field{{Key: "api_key", Type: "string", Secret: true}, {Key: "base_url", Type: "url"}},
}}

// TestMain is the plugin, too: the test starts this executable as one.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "__plugin" {
		os.Exit(plugin.Main(linked, plugin.Options{DataPlane: plugin.ThroughUs}))
	}
	os.Exit(m.Run())
}

// What the libraries below log holds headers; none of it reaches the host.
func TestStderrIsQuiet(t *testing.T) {
	var keys []string
	cloud := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("X-API-Key"))
		w.WriteHeader(http.StatusNotFound)
	}))
	cloud.EnableHTTP2 = true
	cloud.StartTLS()
	defer cloud.Close()
	authority := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cloud.Certificate().Raw})
	if err := os.WriteFile(authority, block, 0o600); err != nil {
		t.Fatal(err)
	}
	config, err := json.Marshal(map[string]string{"api_key": "canary-key", "base_url": cloud.URL})
	if err != nil {
		t.Fatal(err)
	}
	var out, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), os.Args[0], "__plugin")
	cmd.Env = []string{"SSL_CERT_FILE=" + authority, "GODEBUG=http2debug=2"}
	cmd.Stdout, cmd.Stderr = &out, &stderr
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"config":` + string(config) + `}}
{"jsonrpc":"2.0","id":2,"method":"sandbox.get","params":{"sandbox_id":"x"}}
`)
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if len(keys) == 0 || keys[0] != "canary-key" || !strings.Contains(out.String(), "E2009") {
		t.Fatalf("the call did not reach the cloud: %q, %s", keys, &out)
	}
	if stderr.Len() > 0 || strings.Contains(out.String(), "canary") {
		t.Errorf("stdout: %s\nstderr: %.2000s", &out, &stderr)
	}
}
