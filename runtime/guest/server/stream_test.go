package server_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
)

// counter is a stream of the numbers below n.
type counter struct {
	n      int
	next   atomic.Int32
	err    error // instead of io.EOF
	closed atomic.Int32
	ended  chan struct{} // closed at the first Close, where there is one
	value  func(int) any
	block  chan struct{} // Recv waits for it, or for Close
	asked  chan struct{} // gets one when Recv waits
}

func (c *counter) Recv() (any, error) {
	if c.block != nil {
		c.asked <- struct{}{}
		select {
		case <-c.block:
		case <-c.ended:
			return nil, errors.New("closed")
		}
	}
	n := int(c.next.Load())
	if n == c.n {
		if c.err != nil {
			return nil, c.err
		}
		return nil, io.EOF
	}
	c.next.Add(1)
	if c.value != nil {
		return c.value(n), nil
	}
	return map[string]any{"type": "stdout", "data": []byte{byte(n + 1)}, "exit_code": n}, nil
}

func (c *counter) Close() error {
	if c.closed.Add(1) == 1 && c.ended != nil {
		close(c.ended)
	}
	return nil
}

const processes = `process_protocol: overlay(new kit.ProcessProtocol(http), {
      async start(url, token, options) {
        const inner = new kit.ProcessProtocol(http);
        const chunks = options.mode === "deferred" ? inner.start(url, token, options) : await inner.start(url, token, options);
        if (options.mode === "untouched") return chunks;
        const it = chunks[Symbol.asyncIterator]();
        let n = 0;
        return {
          [Symbol.asyncIterator]() { return this; },
          async next() {
            const r = await it.next();
            if (r.done) return r;
            if (options.stop === ++n) { await it.return(); throw new Error("enough"); }
            return { done: false, value: { ...r.value, both: r.value.exitCode === r.value.exit_code } };
          },
          async return() { console.log("returned"); await it.return(); return { done: true }; },
        };
      },
    })`

func startOf(t *testing.T, c *guest.Client, options map[string]any) guest.Stream {
	t.Helper()
	v := must[any](t)(c.Call(t.Context(), "process", "start", "https://envd", "tok", options))
	s, ok := v.(guest.Stream)
	if !ok {
		t.Fatalf("start gave %T", v)
	}
	return s
}

// TestStreamThroughJavaScript: chunks from the core through an overlay and back,
// all of them and in order; those that the overlay only hands on never enter it.
func TestStreamThroughJavaScript(t *testing.T) {
	for mode, n := range map[string]int{"": 10_000, "deferred": 100, "untouched": 100_000} {
		t.Run(mode, func(t *testing.T) {
			source := &counter{n: n}
			c := open(t, infra(processes), newHost(func(context.Context, guest.Call) (any, error) { return source, nil }))
			s := startOf(t, c, map[string]any{"mode": mode})
			for i := range n {
				v, err := s.Recv()
				if err != nil {
					t.Fatal(i, err)
				}
				m := v.(map[string]any)
				if m["exit_code"] != float64(i) || m["data"].([]byte)[0] != byte(i+1) || mode == "" && m["both"] != true {
					t.Fatalf("chunk %d is %v", i, m)
				}
			}
			if _, err := s.Recv(); err != io.EOF {
				t.Fatal(err)
			}
			if source.closed.Load() == 0 {
				t.Error("the source was not closed")
			}
		})
	}
}

// TestBackpressure: a producer is not read ahead of its consumer by more than
// the credit of the two pipes that it passes.
func TestBackpressure(t *testing.T) {
	source := &counter{n: 1_000_000}
	c := open(t, infra(processes), newHost(func(context.Context, guest.Call) (any, error) { return source, nil }))
	s := startOf(t, c, map[string]any{"mode": "untouched"})
	for range 10 {
		must[any](t)(s.Recv())
	}
	must[any](t)(c.Call(t.Context(), "process", "start", "https://envd", "tok", map[string]any{"mode": "untouched"}))
	s.Close()
	if n := source.next.Load(); n > 200 {
		t.Errorf("%d chunks were read for 10", n)
	}
}

func TestStreamEnds(t *testing.T) {
	t.Run("error", func(t *testing.T) {
		source := &counter{n: 2, err: api.Errorf(api.CodeCommandTimeout, "too slow")}
		c := open(t, infra(processes), newHost(func(context.Context, guest.Call) (any, error) { return source, nil }))
		s := startOf(t, c, map[string]any{})
		must[any](t)(s.Recv())
		must[any](t)(s.Recv())
		if _, err := s.Recv(); api.CodeOf(err) != api.CodeCommandTimeout || !strings.Contains(err.Error(), "too slow") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("reader stops", func(t *testing.T) {
		source := &counter{n: 1_000_000, ended: make(chan struct{})}
		host := newHost(func(context.Context, guest.Call) (any, error) { return source, nil })
		c := open(t, infra(processes), host)
		s := startOf(t, c, map[string]any{})
		must[any](t)(s.Recv())
		s.Close()
		host.line(t, "returned")
		<-source.ended
	})
	t.Run("reader stops while JavaScript waits", func(t *testing.T) {
		source := &counter{n: 1, ended: make(chan struct{}), block: make(chan struct{}), asked: make(chan struct{}, 1)}
		host := newHost(func(context.Context, guest.Call) (any, error) { return source, nil })
		c := open(t, infra(processes), host)
		s := startOf(t, c, map[string]any{})
		got := make(chan error, 1)
		go func() { _, err := s.Recv(); got <- err }()
		<-source.asked
		s.Close()
		if <-got == nil {
			t.Error("a closed stream gave a value")
		}
		<-source.ended
	})
	t.Run("JavaScript stops", func(t *testing.T) {
		source := &counter{n: 1_000_000, ended: make(chan struct{})}
		c := open(t, infra(processes), newHost(func(context.Context, guest.Call) (any, error) { return source, nil }))
		s := startOf(t, c, map[string]any{"stop": 2})
		must[any](t)(s.Recv())
		if _, err := s.Recv(); err == nil || !strings.Contains(err.Error(), "enough") {
			t.Errorf("got %v", err)
		}
		<-source.ended
	})
}

// TestStreamAsArgument: the core gives a stream to JavaScript, which gives it
// to the core again, changed.
func TestStreamAsArgument(t *testing.T) {
	var got []any
	host := newHost(func(_ context.Context, c guest.Call) (any, error) {
		s := c.Args[2].(map[string]any)["content"].(guest.Stream)
		for {
			v, err := s.Recv()
			if err == io.EOF {
				return "written", nil
			}
			if err != nil {
				return nil, err
			}
			got = append(got, v)
		}
	})
	c := open(t, infra(`filesystem_protocol: overlay(new kit.FilesystemProtocol(http), {
      async write(url, token, { path, content }) {
        const it = content[Symbol.asyncIterator]();
        const twice = { async next() { const r = await it.next(); return r.done ? r : { value: r.value * 2 }; }, [Symbol.asyncIterator]() { return this; } };
        return new kit.FilesystemProtocol(http).write(url, token, { path, content: twice });
      },
    })`), host)
	source := &counter{n: 3, value: func(n int) any { return n }}
	v := must[any](t)(c.Call(t.Context(), "filesystem", "write", "https://envd", "tok", map[string]any{"path": "/a", "content": source}))
	if v != "written" || !cmp.Equal(got, []any{0.0, 2.0, 4.0}) {
		t.Errorf("got %v and %v", v, got)
	}
	if source.closed.Load() == 0 {
		t.Error("the source was not closed")
	}
}
