package server_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
)

// TestThrown: whatever is thrown becomes the right error, and its place goes
// beside it.
func TestThrown(t *testing.T) {
	host := newHost(func(context.Context, guest.Call) (any, error) {
		return nil, api.NotSupported("my-cloud", "pty", "open_terminal").With("another")
	})
	c := open(t, infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      async get_info(what) {
        if (what === "kit") throw new kit.errors.QuotaExceededError("full\u001b[31m", { suggestion: "pay" });
        if (what === "cause") throw new Error("outer", { cause: new kit.errors.TokenExpiredError("old") });
        if (what === "error") null.field;
        if (what === "string") throw "just text";
        if (what === "undefined") throw undefined;
        if (what === "hostile") throw { get code() { throw 1; }, get message() { throw 2; }, toString() { throw 3; } };
        if (what === "effect") await super.get_info;
        if (what === "core") return new kit.SandboxProtocol(http).get_info("x");
        if (what === "rethrown") try { await new kit.SandboxProtocol(http).get_info("x"); } catch (e) { if (!(e instanceof kit.errors.ProviderFeatureNotSupportedError)) throw 0; throw e; }
        if (what === "function") return { f() {}, s: Symbol("x"), nan: NaN };
        if (what === "cycle") { const o = {}; o.o = o; return o; }
        if (what === "liar") return { length: 2 ** 53, get x() { throw new TypeError("getter"); } };
        if (what === "revoked") { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy; }
        if (what === "sparse") { const a = []; a.length = 2 ** 32 - 1; return a; }
      },
    })`), host)
	for what, want := range map[string]struct {
		code api.Code
		text string
	}{
		"kit":       {api.CodeQuotaExceeded, "full"},
		"cause":     {api.CodeTokenExpired, "outer"},
		"error":     {api.CodeProvider, "TypeError"},
		"string":    {api.CodeProvider, "just text"},
		"undefined": {api.CodeProvider, "threw undefined"},
		"hostile":   {api.CodeProvider, ""},
		"core":      {api.CodeFeatureNotSupported, "does not support"},
		"rethrown":  {api.CodeFeatureNotSupported, "does not support"},
		"cycle":     {api.CodeProvider, "contains itself"},
		"liar":      {api.CodeProvider, "getter"},
		"revoked":   {api.CodeProvider, ""},
		"sparse":    {api.CodeProvider, "elements"},
	} {
		_, err := c.Call(t.Context(), "sandbox", "get_info", what)
		if err == nil || api.CodeOf(err) != want.code || !strings.Contains(err.Error(), want.text) {
			t.Errorf("%s: got %v", what, err)
			continue
		}
		if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' && r != '\n' }) {
			t.Errorf("%s: control characters in %q", what, err)
		}
		if what == "rethrown" {
			var e *api.Error
			errors.As(err, &e)
			if e.Feature != "pty" || e.Suggestion != "another" {
				t.Errorf("an error of the core came back as %+v", e)
			}
		}
	}
	_, err := c.Call(t.Context(), "sandbox", "get_info", "error")
	var place guest.Thrown
	if !errors.As(err, &place) || !strings.HasPrefix(place.Place, "provider.js:") || strings.Contains(err.Error(), "provider.js") {
		t.Errorf("the author's place is %q, the message %q", place.Place, err)
	}
	host.line(t, "warn: sandbox.get_info failed: TypeError")
	got := must[any](t)(c.Call(t.Context(), "sandbox", "get_info", "function"))
	if m := got.(map[string]any); len(m) != 1 || m["nan"] == m["nan"] {
		t.Errorf("got %v", got)
	}
}

// TestCancel: the effects of a call are taken back with it, and only its own.
func TestCancel(t *testing.T) {
	ended := make(chan string, 10)
	started := make(chan string, 10)
	host := newHost(func(ctx context.Context, c guest.Call) (any, error) {
		id := c.Args[0].(string)
		if id == "cleanup" {
			ended <- id
			return nil, nil
		}
		started <- id
		<-ctx.Done()
		ended <- id
		return nil, ctx.Err()
	})
	c := open(t, infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      async get_info(id) {
        const inner = new kit.SandboxProtocol(http);
        try { await null; return await inner.get_info(id); }
        finally { await inner.kill("cleanup"); }
      },
    })`), host)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 2)
	for id, ctx := range map[string]context.Context{"a": ctx, "b": t.Context()} {
		go func() { _, err := c.Call(ctx, "sandbox", "get_info", id); done <- err }()
		<-started
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff([]string{"a", "cleanup"}, order(<-ended, <-ended)); diff != "" {
		t.Error(diff)
	}
	select {
	case id := <-ended:
		t.Errorf("%s ended too", id)
	default:
	}
}

func order(names ...string) []string { slices.Sort(names); return names }

// TestAuthNeverWaitsForCalls: as many calls as the window holds, whose effects
// all ask for auth headers, whose author asks the core for them.
func TestAuthNeverWaitsForCalls(t *testing.T) {
	var c *guest.Client
	const calls = 200
	host := newHost(func(ctx context.Context, call guest.Call) (any, error) {
		if call.Method == "get_info" {
			return c.AuthHeaders(ctx, 1) // the client with the callback
		}
		return map[string]any{"status": 200, "body": []byte(`"t"`)}, nil
	})
	c = open(t, module(`return { buildInfra(ctx) {
    let inner;
    const plain = ctx.http({ base_url: "https://a", domain: "a" });
    const auth = { getHeaders: async () => ({ Authorization: (await plain.platformRequest("GET", "/token")).json() }) };
    const http = ctx.http({ base_url: "https://a", domain: "a", auth });
    inner = new kit.SandboxProtocol(http);
    return { http_client: http, sandbox_protocol: kit.e2b.overlay(inner, { get_info: (id) => inner.get_info(id) }) };
  } };`), host)
	var all sync.WaitGroup
	for range calls {
		all.Go(func() {
			v, err := c.Call(t.Context(), "sandbox", "get_info", "sb")
			if m, _ := v.(map[string]any); err != nil || m["Authorization"] != "t" {
				t.Errorf("got %v, %v", v, err)
			}
		})
	}
	all.Wait()
}

// TestAuthCallback: an author's own auth object is asked, and refreshed.
func TestAuthCallback(t *testing.T) {
	host := newHost(func(_ context.Context, c guest.Call) (any, error) {
		body := `{"token":"t1"}`
		return map[string]any{"status": 200, "headers": map[string]any{"X-A": "1"}, "body": []byte(body)}, nil
	})
	c := open(t, module(`return { async buildInfra(ctx) {
    const auth = { n: 0, async getHeaders() { return { Authorization: "Bearer " + this.n }; }, async refresh() { this.n++; } };
    const http = ctx.http({ baseUrl: "https://a", domain: "a", auth, headers: { "X-B": 2 }, timeout: 1.5 });
    const res = await http.platform_request("POST", "/token", { json: { a: 1 } });
    if (res.json().token !== "t1" || res.header("x-a") !== "1" || res.status_code !== 200) throw new Error("bad response");
    return { auth, httpClient: http, sandboxProtocol: new kit.SandboxProtocol(http) };
  } };`), host)
	infra := must[*guest.Infra](t)(c.Infra(t.Context()))
	if cl := infra.Clients[0]; !cl.AuthCallback || !cl.AuthRefresh || cl.Headers["X-B"] != "2" || cl.Timeout.Seconds() != 1.5 {
		t.Errorf("the client is %+v", cl)
	}
	with := host.calls[0].With
	if with == nil || with.AuthHeaders["Authorization"] != "Bearer 0" || with.AuthCallback || with.BaseURL != "https://a" {
		t.Errorf("while buildInfra ran the client was %+v", with)
	}
	if err := c.AuthRefresh(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	got := must[map[string]string](t)(c.AuthHeaders(t.Context(), 0))
	if diff := cmp.Diff(map[string]string{"Authorization": "Bearer 1"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestHTTPErrors: a status of 400 or more is thrown, with the response in it.
func TestHTTPErrors(t *testing.T) {
	host := newHost(func(_ context.Context, c guest.Call) (any, error) {
		return map[string]any{"status": c.Args[1], "body": []byte(`{"message":"no"}`)}, nil
	})
	c := open(t, infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      async get_info(status) {
        try { return await http.platformRequest("GET", status); }
        catch (e) { if (status === 404) return [e.status, e.response.json().message, e instanceof kit.errors.HTTPStatusError]; throw e; }
      },
    })`), host)
	got := must[any](t)(c.Call(t.Context(), "sandbox", "get_info", 404))
	if diff := cmp.Diff([]any{404.0, "no", true}, got); diff != "" {
		t.Error(diff)
	}
	if _, err := c.Call(t.Context(), "sandbox", "get_info", 401); api.CodeOf(err) != api.CodeInvalidAPIKey {
		t.Errorf("got %v", err)
	}
}

// TestFetch: a body up and a body down.
func TestFetch(t *testing.T) {
	host := newHost(func(_ context.Context, c guest.Call) (any, error) {
		r := c.Args[0].(map[string]any)
		body, err := r["body"].(guest.Stream).Recv()
		if err != nil {
			return nil, err
		}
		return map[string]any{
			"status": 201, "status_text": "Created", "url": r["url"], "headers": []any{[]any{"x-method", r["method"]}},
			"body": &counter{n: 2, value: func(int) any { return body }},
		}, nil
	})
	c := open(t, infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      async get_info() {
        const r = await fetch("https://a.example/x", { method: "POST", body: "ab" });
        return [r.status, r.headers.get("x-method"), await r.text()];
      },
    })`), host)
	got := must[any](t)(c.Call(t.Context(), "sandbox", "get_info", "x"))
	if diff := cmp.Diff([]any{201.0, "POST", "abab"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestAbortSignal: a kit method takes a signal, too.
func TestAbortSignal(t *testing.T) {
	started, stopped := make(chan struct{}), make(chan struct{})
	host := newHost(untilAborted("list", started, stopped))
	c := open(t, infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      async list() {
        const controller = new AbortController(), inner = new kit.SandboxProtocol(http);
        const pending = inner.list({ signal: controller.signal, limit: 5 });
        await inner.kill("when it has started");
        controller.abort(new Error("mine"));
        return pending.catch((e) => e.message);
      },
    })`), host)
	if got := must[any](t)(c.Call(t.Context(), "sandbox", "list")); got != "mine" {
		t.Errorf("got %v", got)
	}
	<-stopped
}

// untilAborted answers one method when its context ends, and others when that
// one has started.
func untilAborted(method string, started, stopped chan struct{}) func(context.Context, guest.Call) (any, error) {
	return func(ctx context.Context, c guest.Call) (any, error) {
		if c.Method != method {
			<-started
			return nil, nil
		}
		if m, ok := c.Args[0].(map[string]any); !ok || m["signal"] != nil {
			return nil, errors.New("the signal itself crossed")
		}
		close(started)
		<-ctx.Done()
		close(stopped)
		return nil, ctx.Err()
	}
}

func TestFetchAbort(t *testing.T) {
	started, stopped := make(chan struct{}), make(chan struct{})
	c := open(t, infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      async get_info() {
        const controller = new AbortController();
        const pending = fetch("https://a.example/hang", { signal: controller.signal });
        await new kit.SandboxProtocol(http).kill("when it has started");
        controller.abort();
        return pending.catch((e) => e.name);
      },
    })`), newHost(untilAborted("fetch", started, stopped)))
	if got := must[any](t)(c.Call(t.Context(), "sandbox", "get_info")); got != "AbortError" {
		t.Errorf("got %v", got)
	}
	<-stopped
}

func TestProbe(t *testing.T) {
	host := newHost(echo)
	c := openWith(t, guest.Boot{Probe: true, Bundle: module(`return { async buildInfra(ctx) {
    const http = ctx.http({ base_url: "https://a", domain: "a" });
    await http.platformRequest("GET", "/x");
  } };`)}, host)
	_, err := c.Infra(t.Context())
	if err == nil || !strings.Contains(err.Error(), "test run has no network") || host.asked() != nil {
		t.Errorf("got %v; the core was asked for %v", err, host.asked())
	}
}

// TestBadModules: what is wrong with a module is said with its place.
func TestBadModules(t *testing.T) {
	for bundle, want := range map[string]string{
		`var __abx_provider = {};`:  "default export must be a function",
		`var x = (`:                 "SyntaxError",
		`null.x;`:                   "TypeError",
		string(module(`return 5;`)): "must return an object with buildInfra",
		string(module(`return { buildInfra() { return 5; } };`)):                                     "buildInfra must return an object",
		string(module(`return { buildInfra(ctx) { ctx.options.api_key = "x"; } };`)):                 "TypeError",
		string(module(`return { buildInfra(ctx) { return { http_client: {} }; } };`)):                "not what ctx.http",
		string(module(`return { buildInfra(ctx) { new kit.SandboxProtocol({}); } };`)):               "takes what ctx.http",
		string(module(`return { buildInfra(ctx) { return { envd_dial: ["h", 0] }; } };`)):            "envd_dial must be",
		string(module(`return { buildInfra(ctx) { return { sandbox_protocol: "x" }; } };`)):          "sandbox_protocol is no object",
		string(module(`return { async buildInfra(ctx) { "use strict"; ctx.core.x.y = 1; } };`)):      "TypeError",
		string(module(`return { buildInfra() { return new Proxy({}, { get() { throw 5; } }); } };`)): "threw 5",
	} {
		c := open(t, []byte(bundle), newHost(nil))
		_, err := c.Infra(t.Context())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n\tgot %v, want %q", bundle, err, want)
		}
	}
}

// TestLog: console and ctx.log reach the host's log, not more.
func TestLog(t *testing.T) {
	host := newHost(nil)
	c := open(t, module(`console.warn("from", { a: 1 }); return { buildInfra(ctx) { ctx.log("plain", 1); ctx.log.error("bad\u0007"); return {}; } };`), host)
	must[*guest.Infra](t)(c.Infra(t.Context()))
	host.line(t, "warn: from")
	host.line(t, "info: plain 1")
	if line := host.line(t, "error: bad"); strings.Contains(line, "\a") {
		t.Errorf("a control character in %q", line)
	}
}

// TestCloseCallsClose: the provider's close() may still use the core.
func TestCloseCallsClose(t *testing.T) {
	host := newHost(echo)
	c := open(t, infra(`close: () => new kit.SandboxProtocol(http).kill("sb")`), host)
	must[*guest.Infra](t)(c.Infra(t.Context()))
	c.Close()
	if diff := cmp.Diff([]string{"sandbox.kill"}, host.asked()); diff != "" {
		t.Error(diff)
	}
}
