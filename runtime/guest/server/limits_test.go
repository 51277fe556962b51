package server_test

import (
	"context"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
)

// TestLimitsOfABuild: each limit is held where the build set it, costs the call
// that went over it, and leaves the next one alone.
func TestLimitsOfABuild(t *testing.T) {
	host := newHost(func(ctx context.Context, _ guest.Call) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	c := openWith(t, guest.Boot{
		Limits: guest.Limits{StackDepth: 150, OutputBytes: 2048, Timers: 5, Requests: 3},
		Bundle: infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      async get_info(what, n) {
        if (what === "output") return { sandbox_id: "x".repeat(n) };
        if (what === "bytes") return [new Uint8Array(n / 2), new Uint8Array(n / 2)];
        if (what === "stack") { const down = (n) => (n > 0 ? down(n - 1) + 1 : 0); return down(n); }
        if (what === "timers") { const all = []; try { for (let i = 0; i < n; i++) all.push(setTimeout(() => {}, 1e6)); } finally { all.forEach(clearTimeout); } return n; }
        if (what === "requests") {
          const leave = new AbortController();
          setTimeout(() => leave.abort(), 20);
          const all = Array.from({ length: n }, () => http.platformRequest("GET", "/", { signal: leave.signal }));
          const failed = (await Promise.allSettled(all)).find((r) => r.reason && r.reason.name !== "AbortError");
          if (failed) throw failed.reason;
          return n;
        }
      },
    })`),
	}, host)
	for _, row := range []struct {
		what     string
		fits, no int
		says     string
	}{
		{"output", 1800, 3000, "larger than 2048 bytes"},
		{"bytes", 1800, 3000, "larger than 2048 bytes"},
		{"timers", 5, 6, "more than 5 timers"},
		{"requests", 3, 4, "more than 3 requests"},
		{"stack", 60, 400, ""}, // last: it costs the guest
	} {
		if _, err := c.Call(t.Context(), "sandbox", "get_info", row.what, row.fits); err != nil {
			t.Errorf("%s %d: %v", row.what, row.fits, err)
		}
		_, err := c.Call(t.Context(), "sandbox", "get_info", row.what, row.no)
		if api.CodeOf(err) != api.CodeProvider || err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s %d: %v", row.what, row.no, err)
		}
		if _, err := c.Call(t.Context(), "sandbox", "get_info", row.what, row.fits); err != nil {
			t.Errorf("%s %d again: %v", row.what, row.fits, err)
		}
	}
}
