package guest

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

// TestClosedInput: a guest that listens no more and lives on is ended, and the
// next call has a fresh one.
func TestClosedInput(t *testing.T) {
	deaf := booted(func(f *fake, r *wire.Request) { r.Begin(); f.stopReading() })
	c, _, h := openFakes(t, Limits{Call: 300 * time.Millisecond}, deaf, reply("fresh"))
	if _, err := c.Call(t.Context(), "sandbox", "list"); err == nil {
		t.Error("a call succeeded that nobody answered")
	}
	if got, err := c.CallWithin(t.Context(), time.Minute, "sandbox", "list"); got != "fresh" {
		t.Errorf("got %v, %v", got, err)
	}
	if line := <-h.lines; !strings.Contains(line, "input") && !strings.Contains(line, "ran over its limit") {
		t.Errorf("the log says %q", line)
	}
}

// TestErrorsOfAGuest: codes and texts are made fit, the provider's name is the
// core's to say.
func TestErrorsOfAGuest(t *testing.T) {
	liar := booted(func(_ *fake, r *wire.Request) {
		r.Begin()
		r.Fail(&api.Error{Code: "E9\x1b", Message: "\x1b[2Jfine\r\n", Provider: "another"})
	})
	c, _, _ := openFakes(t, Limits{}, liar)
	_, err := c.Call(t.Context(), "sandbox", "list")
	var e *api.Error
	if !errors.As(err, &e) || e.Code != api.CodeProvider || e.Provider != "p" || strings.ContainsAny(err.Error(), "\x1b\r") {
		t.Errorf("got %#v", err)
	}
}

// faulty is a host with a fault that some arguments find.
type faulty struct{ lines chan string }

func (faulty) Call(_ context.Context, c Call) (any, error) { return c.Args[7], nil }
func (f faulty) Log(level, text string)                    { f.lines <- level + ": " + text }

// TestFaultOfTheHost: it is the effect's error, and a line in the log.
func TestFaultOfTheHost(t *testing.T) {
	asks := booted(func(f *fake, r *wire.Request) {
		r.Begin()
		_, err := f.peer.Call(r.Context(), wire.Main, "effect", "sandbox", "list", 0, []any{})
		r.Reply(err.Error())
	})
	l := &fakes{t: t, guests: []func(*fake, *wire.Request){asks}}
	h := faulty{make(chan string, 10)}
	c := Open(t.Context(), l.launch, Boot{Provider: "p"}, h)
	defer c.Close()
	got, err := c.Call(t.Context(), "sandbox", "list")
	if text, _ := got.(string); err != nil || !strings.Contains(text, "sandbox.list: internal fault") {
		t.Errorf("got %v, %v", got, err)
	}
	if line := <-h.lines; !strings.Contains(line, "index out of range") {
		t.Errorf("the log says %q", line)
	}
}

// TestLimitBeforeDeadline: a call that has much time gets no more than its limit.
func TestLimitBeforeDeadline(t *testing.T) {
	silent := booted(func(_ *fake, r *wire.Request) { r.Begin() })
	c, _, _ := openFakes(t, Limits{Call: 100 * time.Millisecond}, silent, silent, silent, silent)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if _, err := c.Call(ctx, "sandbox", "list"); api.CodeOf(err) != api.CodeProviderTimeout {
		t.Errorf("got %v", err)
	}
	c, _, _ = openFakes(t, Limits{Call: time.Minute}, silent, silent)
	if _, err := c.CallWithin(ctx, 100*time.Millisecond, "sandbox", "list"); api.CodeOf(err) != api.CodeProviderTimeout || !strings.Contains(err.Error(), "100ms") {
		t.Errorf("got %v", err)
	}
}

// TestInfraInAnyShape: what a guest says of itself is bounded.
func TestInfraInAnyShape(t *testing.T) {
	clients := make([]any, 5000)
	for n := range clients {
		clients[n] = map[string]any{"timeout": 1e300, "base_url": 5.0, "headers": []any{1.0}}
	}
	infra := infraOf(map[string]any{
		"clients": clients, "main_client": 1e300, "envd_dial": map[string]any{"host": "h", "port": -1e300},
		"protocols": map[string]any{"sandbox": "none", "process": map[string]any{"client": 4999.0, "overridden": []any{nil, "x", 5.0}}},
	})
	if len(infra.Clients) != maxClients || infra.MainClient != -1 || infra.EnvdDial != nil || infra.Protocols["process"].Client != -1 {
		t.Errorf("%d clients, %+v", len(infra.Clients), infra.Protocols)
	}
	if got := infra.Clients[0].Timeout; got != maxTimeout {
		t.Errorf("a timeout of %s", got)
	}
	for _, v := range []any{nil, "text", []any{}, map[string]any{"clients": map[string]any{}, "protocols": []any{1.0}}} {
		if infra := infraOf(v); infra == nil || len(infra.Clients) != 0 {
			t.Errorf("%v gave %+v", v, infra)
		}
	}
}

// FuzzGuest is a guest that sends anything once it has booted: calls end,
// streams end, nothing panics.
func FuzzGuest(f *testing.F) {
	frame := func(kind byte, id byte, payload string) string {
		return string([]byte{0, 0, 0, byte(len(payload)), kind, 0, 0, 0, id}) + payload
	}
	effect := "\x06\x05\x04\x06effect\x04\x07sandbox\x04\x04list\x03\x00\x00\x00\x00\x00\x00\x00\x00\x06\x00"
	for _, seed := range []string{
		"", frame(2, 2, "") + frame(3, 2, "\x00"), frame(1, 1, effect) + frame(3, 2, "\x08\x01") + frame(6, 1, "\x04\x01x") + frame(7, 1, "\x00"),
		frame(4, 2, "\x07\x01\x04code\x04\x02E1"), frame(10, 0, "\x06\x02\x04\x03log\x04\x01x"), frame(10, 0, "\x06\x01\x04\x06broken"),
		frame(8, 1, "\x03\x3f\xf0\x00\x00\x00\x00\x00\x00"), frame(9, 1, ""), frame(5, 1, ""), frame(10, 0, "\x06\x02\x04\x08confined\x04\x05files"),
		frame(1, 1, "\x06\x02\x04\x06effect\x08\x09") + frame(7, 9, "\x00"),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sends := booted(func(g *fake, r *wire.Request) { g.w.Write(data); g.end() })
		l := &fakes{t: t, guests: []func(*fake, *wire.Request){sends}}
		c := Open(context.Background(), l.launch, Boot{Provider: "p", Limits: Limits{Call: 5 * time.Second}}, quiet{})
		v, err := c.Call(context.Background(), "sandbox", "list", "argument")
		if err == nil {
			drain(v)
		} else if text := err.Error(); strings.ContainsAny(text, "\x1b\x00\r") {
			t.Errorf("%q", text)
		}
		c.Close()
	})
}

// drain reads every stream in a value, to its end.
func drain(v any) {
	switch v := v.(type) {
	case Stream:
		for {
			if _, err := v.Recv(); err != nil {
				break
			}
		}
		v.Close()
	case []any:
		for _, part := range v {
			drain(part)
		}
	case map[string]any:
		for _, part := range v {
			drain(part)
		}
	}
}

// quiet is a host that gives whatever is asked back.
type quiet struct{}

func (quiet) Call(_ context.Context, c Call) (any, error) {
	for _, arg := range c.Args {
		if s, ok := arg.(Stream); ok {
			if _, err := s.Recv(); err != nil && !errors.Is(err, io.EOF) {
				return nil, err
			}
		}
	}
	return c.Args, nil
}

func (quiet) Log(string, string) {}
