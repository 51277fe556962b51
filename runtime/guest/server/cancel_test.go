package server_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/guest"
)

// TestCancelTakesBack: whatever a cancelled call waits for ends in the core, and
// its cleanup runs.
func TestCancelTakesBack(t *testing.T) {
	for name, body := range map[string]string{
		"a request":                 `await null; await Promise.resolve(); await fetch("https://a.example/hang");`,
		"a request of a timer":      `await new Promise((_, reject) => setTimeout(() => setImmediate(() => fetch("https://a.example/hang").catch(reject)), 1));`,
		"a body that is read":       `await (await fetch("https://a.example/body")).text();`,
		"a body that is not read":   `const r = await fetch("https://a.example/body"); await inner.pause("x"); await r.text();`,
		"a body that is sent":       `await fetch("https://a.example/hang", { method: "POST", duplex: "half", body: endless });`,
		"a kit method's stream":     `for (const it = (await inner.connect("stream"))[Symbol.asyncIterator]();;) await it.next();`,
		"a request after the other": `await Promise.all([fetch("https://a.example/hang"), fetch("https://a.example/hang2")]);`,
	} {
		t.Run(name, func(t *testing.T) {
			held := &heldHost{waits: make(chan string, 10), ends: make(chan string, 10)}
			host := newHost(held.call)
			c := open(t, infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      async get_info() {
        const inner = new kit.SandboxProtocol(http);
        const endless = { [Symbol.asyncIterator]() { return this; }, next: async () => ({ value: new Uint8Array(1), done: false }) };
        try { `+body+` }
        catch (e) { console.log("caught", e.message, e.cause?.message ?? ""); throw e; }
        finally { await inner.kill("cleanup"); }
      },
    })`), host)
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() { _, err := c.Call(ctx, "sandbox", "get_info"); done <- err }()
			what := <-held.waits
			cancel()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			if diff := cmp.Diff(order(what, "cleanup"), order(<-held.ends, <-held.ends)); diff != "" {
				t.Error(diff)
			}
			host.line(t, "the call was cancelled")
		})
	}
}

// heldHost answers what hangs when it is taken back, and tells when it begins
// and ends.
type heldHost struct{ waits, ends chan string }

func (h *heldHost) call(ctx context.Context, c guest.Call) (any, error) {
	switch what := c.Args[0].(type) {
	case map[string]any:
		if url := what["url"].(string); url != "https://a.example/body" {
			if url == "https://a.example/hang" {
				return nil, h.hang(ctx, url)
			}
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return map[string]any{"status": 200, "body": &heldStream{h: h, name: "body", over: make(chan struct{})}}, nil
	case string:
		switch c.Method {
		case "pause":
			return nil, h.hang(ctx, what)
		case "connect":
			return &heldStream{h: h, name: what, over: make(chan struct{})}, nil
		}
		h.ends <- what
	}
	return nil, nil
}

func (h *heldHost) hang(ctx context.Context, what string) error {
	h.waits <- what
	<-ctx.Done()
	h.ends <- what
	return ctx.Err()
}

// heldStream gives nothing until it is closed.
type heldStream struct {
	h    *heldHost
	name string
	over chan struct{}
	once sync.Once
}

func (s *heldStream) Recv() (any, error) {
	s.h.waits <- s.name
	<-s.over
	s.h.ends <- s.name
	return nil, errors.New("closed")
}

func (s *heldStream) Close() error {
	s.once.Do(func() { close(s.over) })
	return nil
}

// TestCancelWhileAsleep: a call that polls does not go on when nobody waits for
// it any more; what it asks for next is not sent, and its cleanup is.
func TestCancelWhileAsleep(t *testing.T) {
	asked := make(chan string)
	unread := &counter{ended: make(chan struct{})} // its end shows that the cancellation has arrived
	host := newHost(func(_ context.Context, c guest.Call) (any, error) {
		if c.Method == "fetch" {
			return map[string]any{"status": 200, "body": unread}, nil
		}
		asked <- c.Args[0].(string)
		return nil, nil
	})
	c := open(t, infra(`sandbox_protocol: overlay(new kit.SandboxProtocol(http), {
      async get_info() {
        const inner = new kit.SandboxProtocol(http);
        await fetch("https://a.example/");
        globalThis.nap = new Promise((resolve) => { globalThis.wake = resolve; });
        try { for (;;) { await inner.pause("poll"); console.log("asleep"); await nap; } }
        finally { await inner.kill("cleanup"); }
      },
      async list() { wake(); },
    })`), host)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { _, err := c.Call(ctx, "sandbox", "get_info"); done <- err }()
	if what := <-asked; what != "poll" {
		t.Fatalf("asked for %s", what)
	}
	host.line(t, "asleep")
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-unread.ended
	must[any](t)(c.Call(t.Context(), "sandbox", "list"))
	if what := <-asked; what != "cleanup" {
		t.Errorf("asked for %s", what)
	}
}

// TestCancelLeavesCredentials: a token that a cancelled call was the first to
// ask for is there for the next one.
func TestCancelLeavesCredentials(t *testing.T) {
	asked, answer := make(chan struct{}, 2), make(chan struct{})
	host := newHost(func(ctx context.Context, c guest.Call) (any, error) {
		asked <- struct{}{}
		select {
		case <-answer:
			return map[string]any{"status": 200, "body": &counter{n: 1, value: func(int) any { return []byte("t1") }}}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	c := open(t, module(`return { buildInfra(ctx) {
    let token;
    const exchange = async () => (await fetch("https://a.example/token")).text();
    const auth = { getHeaders: async () => ({ Authorization: await (token ??= exchange()) }) };
    return { http_client: ctx.http({ base_url: "https://a", domain: "a", auth }) };
  } };`), host)
	must[*guest.Infra](t)(c.Infra(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { _, err := c.AuthHeaders(ctx, 0); done <- err }()
	<-asked
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	close(answer)
	got := must[map[string]string](t)(c.AuthHeaders(t.Context(), 0))
	if diff := cmp.Diff(map[string]string{"Authorization": "t1"}, got); diff != "" {
		t.Error(diff)
	}
}
