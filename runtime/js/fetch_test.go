package js

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// fetchRig is a VM whose fetch is answered by a Go function.
func fetchRig(t *testing.T, f FetchFunc) *rig {
	t.Helper()
	return newRig(t, func(c *Config) { c.Fetch = f })
}

// given is a body of chunks.
type given struct {
	chunks []string
	err    error // after them; io.EOF where nil
	closed chan struct{}
}

func (g *given) Recv(ctx context.Context) ([]byte, error) {
	if len(g.chunks) > 0 {
		chunk := g.chunks[0]
		g.chunks = g.chunks[1:]
		return []byte(chunk), nil
	}
	if g.err != nil {
		return nil, g.err
	}
	return nil, io.EOF
}

func (g *given) Close() error {
	if g.closed != nil {
		close(g.closed)
		g.closed = nil
	}
	return nil
}

func received(t *testing.T, body Chunks) string {
	t.Helper()
	var all strings.Builder
	for body != nil {
		chunk, err := body.Recv(t.Context())
		if err == io.EOF {
			break
		}
		if err != nil {
			all.WriteString("error: " + err.Error())
			break
		}
		fmt.Fprintf(&all, "[%s]", chunk)
	}
	return all.String()
}

func TestFetchSendsAndReceives(t *testing.T) {
	r := fetchRig(t, func(ctx context.Context, q *FetchRequest) (*FetchResponse, error) {
		text := fmt.Sprintln(q.Method, q.URL, q.Headers, q.Redirect, q.BodySize, received(t, q.Body))
		return &FetchResponse{Status: 201, StatusText: "Made", URL: "http://final/", Redirected: true,
			Headers: [][2]string{{"x-a", "1"}, {"set-cookie", "a"}, {"set-cookie", "b"}}, Body: &given{chunks: []string{text, "end"}}}, nil
	})
	r.mustRunScript(`fetch("http://h/p?q#f", { method: "post", headers: { B: "2", A: "1" }, body: "é" }).then(async (r) => {
		console.log(r.status, r.statusText, r.ok, r.url, r.redirected, r.type, r.headers.get("x-a"), r.headers.getSetCookie());
		console.log(await r.text());
	})`)
	r.wantLines("info: 201 Made true http://final/ true basic 1 [ 'a', 'b' ]",
		"info: POST http://h/p?q [[a 1] [b 2] [content-type text/plain;charset=UTF-8]] follow 2 [é]\nend")
}

func TestFetchStreamsBothWays(t *testing.T) {
	r := fetchRig(t, func(ctx context.Context, q *FetchRequest) (*FetchResponse, error) {
		return &FetchResponse{Status: 200, Body: &given{chunks: []string{received(t, q.Body), "two"}}}, nil
	})
	r.mustRunScript(`
		const up = { n: 0, [Symbol.asyncIterator]() { return this }, async next() { return this.n < 3 ? { value: new Uint8Array([97 + this.n++]), done: false } : { done: true } } };
		fetch("http://h/", { method: "PUT", body: up, duplex: "half" }).then(async (r) => {
			const it = r.body[Symbol.asyncIterator]();
			for (let x; !(x = await it.next()).done;) console.log(new TextDecoder().decode(x.value));
		})`)
	r.wantLines("info: [a][b][c]", "info: two")
}

func TestFetchFailures(t *testing.T) {
	r := fetchRig(t, func(ctx context.Context, q *FetchRequest) (*FetchResponse, error) {
		if strings.HasSuffix(q.URL, "/cut") {
			return &FetchResponse{Status: 200, Body: &given{chunks: []string{"a"}, err: errors.New("cut off")}}, nil
		}
		return nil, errors.New("connection refused")
	})
	r.mustRunScript(`fetch("http://h/").catch((e) => console.log(e.name, e.message, e.cause.message))`)
	r.wantLines("info: TypeError fetch failed connection refused")
	r.mustRunScript(`fetch("http://h/cut").then((r) => r.text()).catch((e) => console.log(e.name, e.message, e.cause.message))`)
	r.wantLines("info: TypeError terminated cut off")
	r.mustRunScript(`fetch("file:///etc/passwd").catch((e) => console.log(e.name, e.cause.message))`)
	r.wantLines("info: TypeError only http: and https: can be fetched")
}

func TestFetchWithoutHost(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`fetch("http://h/").catch((e) => console.log(e.message, e.cause.message))`)
	r.wantLines("info: fetch failed " + errNoFetch.Error())
}

func TestFetchAbortBeforeAnswer(t *testing.T) {
	began, ended := make(chan struct{}), make(chan error, 1)
	r := fetchRig(t, func(ctx context.Context, q *FetchRequest) (*FetchResponse, error) {
		close(began)
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	})
	r.mustRunScript(`globalThis.c = new AbortController(); fetch("http://h/", { signal: c.signal }).catch((e) => console.log(e))`)
	<-began
	r.mustRunScript(`c.abort("enough")`)
	r.wantLines("info: enough")
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestFetchAbortWithinBody(t *testing.T) {
	closed := make(chan struct{})
	r := fetchRig(t, func(ctx context.Context, q *FetchRequest) (*FetchResponse, error) {
		return &FetchResponse{Status: 200, Body: &waiting{ctx, closed}}, nil
	})
	r.mustRunScript(`globalThis.c = new AbortController();
		fetch("http://h/", { signal: c.signal }).then((r) => { console.log("head"); return r.text() }).catch((e) => console.log(e.name))`)
	r.wantLines("info: head")
	r.mustRunScript(`c.abort()`)
	r.wantLines("info: AbortError")
	<-closed
}

// waiting is a body that never comes.
type waiting struct {
	ctx    context.Context
	closed chan struct{}
}

func (w *waiting) Recv(ctx context.Context) ([]byte, error) {
	select {
	case <-ctx.Done():
	case <-w.ctx.Done():
	}
	return nil, context.Canceled
}

func (w *waiting) Close() error { close(w.closed); return nil }

func TestFetchCancelledBodyIsClosed(t *testing.T) {
	closed := make(chan struct{})
	r := fetchRig(t, func(ctx context.Context, q *FetchRequest) (*FetchResponse, error) {
		return &FetchResponse{Status: 200, Body: &given{chunks: []string{"a", "b"}, closed: closed}}, nil
	})
	r.mustRunScript(`fetch("http://h/").then((r) => r.body.cancel()).then(() => console.log("cancelled"))`)
	r.wantLines("info: cancelled")
	<-closed
}

func TestFetchUploadThatThrows(t *testing.T) {
	r := fetchRig(t, func(ctx context.Context, q *FetchRequest) (*FetchResponse, error) {
		return &FetchResponse{Status: 200, Body: &given{chunks: []string{received(t, q.Body)}}}, nil
	})
	r.mustRunScript(`
		const body = new ReadableStream({ pull(c) { throw new RangeError("no more") } });
		fetch("http://h/", { method: "POST", body, duplex: "half" }).then((r) => r.text()).then((t) => console.log(t))`)
	r.wantLines("info: error: RangeError: no more (test.js:2:53)")
}

func TestFetchManyAtATimeInterleave(t *testing.T) {
	release := make(chan struct{})
	r := fetchRig(t, func(ctx context.Context, q *FetchRequest) (*FetchResponse, error) {
		if strings.HasSuffix(q.URL, "/slow") {
			<-release
		}
		return &FetchResponse{Status: 200}, nil
	})
	r.mustRunScript(`for (const p of ["slow", "fast"]) fetch("http://h/" + p).then((r) => console.log(p, r.status, r.body))`)
	r.wantLines("info: fast 200 null")
	close(release)
	r.wantLines("info: slow 200 null")
}

func TestTooManyFetches(t *testing.T) {
	r := newRig(t, func(c *Config) {
		c.MaxAsync = 2
		c.Fetch = func(ctx context.Context, q *FetchRequest) (*FetchResponse, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
	})
	r.mustRunScript(`for (let i = 0; i < 3; i++) fetch("http://h/").catch((e) => console.log(e.cause?.message ?? e.message))`)
	r.wantLines("info: more than 2 requests are open")
}

func TestErrorOfHostKeepsItsCode(t *testing.T) {
	r := newRig(t, func(c *Config) {
		c.Fetch = func(context.Context, *FetchRequest) (*FetchResponse, error) {
			return nil, errors.New("host not declared")
		}
		c.WrapError = func(rt *goja.Runtime, err error) goja.Value {
			o := rt.NewGoError(err)
			must(o.Set("code", "E8012"))
			return o
		}
	})
	r.mustRunScript(`fetch("http://h/").catch((e) => console.log(e.code))`)
	r.wantLines("info: E8012")
}
