package e2b

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/google/go-cmp/cmp"
)

// The calls of the kit's http object.
func TestRawCalls(t *testing.T) {
	var seen string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen = r.Method + " " + r.RequestURI + " " + r.Header.Get("X-Mine") + " " + string(body)
		switch r.URL.Path {
		case "/health":
			w.WriteHeader(204)
		case "/own.Service/Stream":
			f := &frameWriter{w: w}
			f.send(0, `{"n":1}`)
			f.send(flagEnd, "{}")
		case "/own.Service/Refuse":
			answer(w, 501, `{"code":"unimplemented","message":"no"}`)
		default:
			w.Header().Set("X-Answer", "1")
			answer(w, 200, `{"size":"5","n":1.5}`)
		}
	}))
	defer s.Close()
	ctx := context.Background()
	c := clientOf(t, s.URL, func(cfg *Config) { cfg.EnvdAuth.AllowMissing = true })
	target := api.Target{SandboxID: "a", EnvdURL: s.URL}

	resp, err := c.PlatformRequest(ctx, Request{Method: "put", Path: "/x?y=1", Query: url.Values{"z": {"a b"}},
		Header: http.Header{"x-mine": {"7"}}, JSON: map[string]any{"a": "<b>"}})
	if err != nil || seen != `PUT /x?y=1&z=a%20b 7 {"a":"<b>"}` || resp.Header.Get("X-Answer") != "1" {
		t.Errorf("%q %v", seen, err)
	}
	if v, err := resp.JSON(); err != nil || cmp.Diff(map[string]any{"size": "5", "n": 1.5}, v) != "" {
		t.Errorf("%v %v", v, err)
	}
	m, err := c.EnvdRequest(ctx, target, "own.Service/Do", nil)
	if err != nil || m["size"] != "5" || seen != `POST /own.Service/Do  {}` {
		t.Errorf("%v %q %v", m, seen, err)
	}
	_, err = c.EnvdRequest(ctx, target, "/own.Service/Refuse", map[string]any{"a": 1})
	var status *StatusError
	if !errors.As(err, &status) || status.Status != 501 || api.CodeOf(err) != api.CodeEnvdRPC {
		t.Errorf("got %v", err)
	}
	stream, err := c.EnvdStream(ctx, target, "/own.Service/Stream", map[string]any{"a": 1})
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	if m, err := stream.Recv(); err != nil || textOf(m["n"]) != "1" {
		t.Errorf("%v %v", m, err)
	}
	if _, err := stream.Recv(); err != io.EOF {
		t.Errorf("the end is %v", err)
	}
	answer, err := c.EnvdHTTP(ctx, target, Request{Method: "POST", Path: "files", Query: url.Values{"path": {"p"}}, Body: []byte("raw")})
	if err != nil || answer.Status != 200 || seen != "POST /files?path=p  raw" {
		t.Errorf("%q %v", seen, err)
	}
	answer.Body.Close()
	if answer, err = c.EnvdHTTP(ctx, target, Request{Path: "/health"}); err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil {
		t.Error(err)
	}
}
