package cloud

import (
	"context"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/testenv"
)

// user runs a script of a client that nobody here wrote; it has to say "fine".
func user(t *testing.T, env []string, name string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append([]string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + t.TempDir(), "PYTHONDONTWRITEBYTECODE=1"}, env...)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "fine\n") {
		t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// e2b is the environment of E2B's own clients.
func e2b(c *Cloud) []string {
	return []string{"E2B_API_KEY=" + c.Key, "E2B_API_URL=" + c.URL, "E2B_SANDBOX_URL=" + c.DataURL}
}

// With namespaces and without, a user sees the same.
func TestPythonE2B(t *testing.T) {
	python := testenv.Python(t, testenv.E2B)
	for name, plain := range map[string]bool{"namespace": false, "plain": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			user(t, e2b(ForTest(t, Options{MaxSandboxes: 2, Plain: plain})), python, "testdata/e2b_sync.py")
		})
	}
}

func TestCodeInterpreter(t *testing.T) {
	python := testenv.Python(t, testenv.E2B)
	user(t, e2b(ForTest(t)), python, "testdata/code_interpreter.py")
}

func TestNodeE2B(t *testing.T) {
	modules := testenv.NodeModules(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal(err)
	}
	c := ForTest(t, Options{MaxSandboxes: 2})
	user(t, append(e2b(c), "NODE_MODULES="+modules), node, "testdata/e2b.mjs")
}

func TestCubeSandbox(t *testing.T) {
	python := testenv.Python(t, testenv.E2B)
	c := ForTest(t, Options{Secure: SecureAsked, EnvdURL: None, Domain: "cube.app"})
	host, port, err := net.SplitHostPort(strings.TrimPrefix(c.DataURL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	user(t, []string{"CUBE_API_URL=" + c.URL, "CUBE_API_KEY=" + c.Key, "CUBE_PROXY_NODE_IP=" + host, "CUBE_PROXY_PORT_HTTP=" + port},
		python, "testdata/cubesandbox_user.py")
}

func TestAgentSandbox(t *testing.T) {
	python := testenv.Python(t, testenv.SDK)
	c := ForTest(t)
	user(t, []string{"URL=" + c.URL, "KEY=" + c.Key}, python, "testdata/agent_sandbox_user.py")
}
