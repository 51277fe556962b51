package server_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/server"
)

// fakeHost answers effects by "class.method" and keeps what it was asked.
type fakeHost struct {
	answer func(ctx context.Context, c guest.Call) (any, error)

	mu    sync.Mutex
	calls []guest.Call
	lines chan string
}

func newHost(answer func(ctx context.Context, c guest.Call) (any, error)) *fakeHost {
	return &fakeHost{answer: answer, lines: make(chan string, 1000)}
}

func (h *fakeHost) Call(ctx context.Context, c guest.Call) (any, error) {
	h.mu.Lock()
	h.calls = append(h.calls, c)
	h.mu.Unlock()
	if h.answer == nil {
		return nil, fmt.Errorf("unexpected effect %s.%s", c.Class, c.Method)
	}
	return h.answer(ctx, c)
}

func (h *fakeHost) Log(level, message string) {
	select {
	case h.lines <- level + ": " + message:
	default:
	}
}

func (h *fakeHost) asked() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var names []string
	for _, c := range h.calls {
		names = append(names, c.Class+"."+c.Method)
	}
	return names
}

// line waits for a line of the log that holds text.
func (h *fakeHost) line(t *testing.T, text string) string {
	t.Helper()
	late := time.After(10 * time.Second)
	for {
		select {
		case line := <-h.lines:
			if strings.Contains(line, text) {
				return line
			}
		case <-late:
			t.Fatalf("no line with %q in the log", text)
		}
	}
}

// module makes a bundle of the body of create(kit).
func module(body string) []byte {
	return []byte("var __abx_provider = { default: function create(kit) {\n" + body + "\n} };")
}

// infra makes a bundle whose buildInfra ends with `return {…fields, http_client: http}`.
func infra(fields string) []byte {
	return module(`return { async buildInfra(ctx) {
  const auth = ctx.headerKeyAuth(String(ctx.options.api_key), "X-API-Key");
  const http = ctx.http({ base_url: "https://api.example.com", domain: "example.com", auth });
  const overlay = kit.e2b.overlay;
  return { auth, http_client: http, endpoint: { base_url: "https://api.example.com", domain: "example.com" }, ` + fields + ` };
} };`)
}

// open starts a provider in this process and closes it at the test's end.
func open(t *testing.T, bundle []byte, host *fakeHost) *guest.Client {
	t.Helper()
	return openWith(t, guest.Boot{Bundle: bundle}, host)
}

func openWith(t *testing.T, boot guest.Boot, host *fakeHost) *guest.Client {
	t.Helper()
	boot.Provider = "my-cloud"
	if boot.Options == nil {
		boot.Options = map[string]any{"api_key": "sk-test"}
	}
	c := guest.Open(t.Context(), server.InProcess, boot, host)
	t.Cleanup(func() { c.Close() })
	return c
}

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
