package server_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/server"
)

// forms are expressions of JavaScript in which each $ stands for another one.
var forms = []string{
	"1", "NaN", `"text"`, "null", "undefined", "10n**30n", `Symbol("s")`, "(() => 1)", "class {}", "new Date(NaN)", "/x/g", "new Error('e')", "new Uint8Array(9)", "globalThis", "new WeakMap()",
	"[$]", "[$, $, $]", "{ a: $ }", "{ sandbox_id: $, envdUrl: $, envd_url: $ }", "{ ['__proto__']: $, constructor: $ }", "{ toJSON() { return $; } }", "{ toString: $, valueOf: $ }", "{ length: 1e9, 0: $ }",
	"{ get a() { return $; } }", "{ get a() { throw $; } }", "Object.create($)", "new Map([[$, $]])", "new Set([$, $])", "Object.freeze([$])", "new Array(1e6).fill($)", "'x'.repeat(1e6) + String($)",
	"new Proxy($, {})", "new Proxy($, { get: () => $ })", "new Proxy([], { get: () => 2 ** 53 })", "new Proxy($, { ownKeys: () => ['a', $] })", "(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy; })()",
	"Promise.resolve($)", "Promise.reject($)", "new Promise(() => {})", "{ then: $ }", "{ then(ok, no) { ok($); ok($); no($); } }", "{ then(ok) { setTimeout(ok, 1, $); throw $; } }",
	"(() => { const a = { b: $ }; a.a = a; return a; })()", "(() => { let a = $; for (let i = 0; i < 500; i++) a = [a]; return a; })()", "(async () => { throw $; })()", "(() => { throw $; })()",
	"(async function* () { yield $; yield $; })()", "(function* () { yield $; })()", "{ [Symbol.asyncIterator]: $ }", "{ [Symbol.asyncIterator]() { return { next: () => $, return: () => $ }; } }",
	"{ [Symbol.asyncIterator]() { return { next: () => ({ value: $ }) }; } }", "{ [Symbol.asyncIterator]() { return { next: () => ({ done: $, value: $ }), get return() { throw $; } }; } }", "{ [Symbol.asyncIterator]() { return { next: () => new Promise(() => {}) }; } }",
	"new ReadableStream({ start(c) { c.enqueue($); c.close(); } })", "new Blob([String($)])", "new Response(String($))", "new Headers()", "new kit.SandboxProtocol(http)", "http.platformRequest('GET', $)", "fetch($)", "(Object.prototype.polluted = $, {})",
}

// expression writes one of the forms for each byte, until none is left.
func expression(data []byte) string {
	depth := 0
	var next func() string
	next = func() string {
		if len(data) == 0 || depth > 12 {
			return "0"
		}
		form := forms[int(data[0])%len(forms)]
		data = data[1:]
		depth++
		defer func() { depth-- }()
		var b strings.Builder
		for i, part := range strings.Split(form, "$") {
			if i > 0 {
				b.WriteString("(" + next() + ")")
			}
			b.WriteString(part)
		}
		return b.String()
	}
	return next()
}

// FuzzResults: whatever a method gives back is a value, a stream or an error
// that can be shown, and comes in time.
func FuzzResults(f *testing.F) {
	for n := range forms {
		f.Add([]byte{byte(n)})
		if n%2 == 0 {
			f.Add([]byte{byte(n), byte(n + 1), byte(n + 2), byte(n * 7)})
		}
		if n%3 == 0 {
			f.Add([]byte{17, byte(n), 16, byte(n), byte(n * 3), byte(n * 5)})
		}
	}
	host := newHost(nil)
	c := guest.Open(f.Context(), server.InProcess, guest.Boot{
		Provider: "my-cloud", Limits: guest.Limits{Call: 150 * time.Millisecond, OutputBytes: 1 << 20},
		Bundle: infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      list: (source) => new Function("kit", "http", "return (" + source + ")")(kit, http),
    })`),
	}, host)
	f.Cleanup(func() { c.Close() })
	f.Fuzz(func(t *testing.T, data []byte) {
		source := expression(data)
		v, err := c.Call(t.Context(), "sandbox", "list", source)
		if err != nil {
			fitToShow(t, source, err)
			return
		}
		drain(t, source, v)
	})
}

func fitToShow(t *testing.T, source string, err error) {
	t.Helper()
	var e *api.Error
	if !errors.As(err, &e) || e.Provider != "my-cloud" || strings.ContainsAny(err.Error(), "\x1b\x00\r") || len(err.Error()) > 10_000 {
		t.Errorf("%s gave %s", source, strconv.Quote(err.Error()[:min(len(err.Error()), 300)]))
	}
}

// drain reads a few values of each stream; the ones that never come are left.
func drain(t *testing.T, source string, v any) {
	switch v := v.(type) {
	case guest.Stream:
		stop := time.AfterFunc(100*time.Millisecond, func() { v.Close() })
		for range 5 {
			if _, err := v.Recv(); err != nil {
				break
			}
		}
		stop.Stop()
		v.Close()
	case []any:
		for _, part := range v {
			drain(t, source, part)
		}
	case map[string]any:
		for _, part := range v {
			drain(t, source, part)
		}
	}
}
