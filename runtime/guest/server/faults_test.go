package server_test

import (
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
)

// TestFaultsInOneProcess: what of cases/05 one process can end by itself. A
// regular expression goes on until it is done (this one for a moment), and
// nobody waits for it.
func TestFaultsInOneProcess(t *testing.T) {
	host := newHost(nil)
	c := openWith(t, guest.Boot{Limits: guest.Limits{Call: 300 * time.Millisecond}, Bundle: infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      async list(mode) {
        if (mode === "loop") for (;;) {}
        if (mode === "swallow") for (;;) { try { for (;;) {} } catch { /* keep going */ } }
        if (mode === "microtask") { const f = () => Promise.resolve().then(f); return f(); }
        if (mode === "recurse") { const f = () => f() + 1; return f(); }
        if (mode === "redos") return /^(a+)+\1$/.test("a".repeat(23) + "!");
        if (mode === "never") return new Promise(() => {});
        if (mode === "timers") { const f = () => setTimeout(f, 0); f(); return new Promise(() => {}); }
        if (mode === "getter") return { get x() { for (;;) {} } };
        return [];
      },
    })`)}, host)
	for _, mode := range []string{"loop", "swallow", "microtask", "recurse", "redos", "never", "timers", "getter"} {
		_, err := c.Call(t.Context(), "sandbox", "list", mode)
		if code := api.CodeOf(err); err == nil || code != api.CodeProviderTimeout && code != api.CodeProvider {
			t.Errorf("%s: %v", mode, err)
		}
		if _, err := c.CallWithin(t.Context(), time.Minute, "sandbox", "list", "fine"); err != nil {
			t.Errorf("after %s: %v", mode, err)
		}
	}
	if line := host.line(t, "ended"); !strings.Contains(line, "my-cloud") {
		t.Errorf("the log says %q", line)
	}
}
