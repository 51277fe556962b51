package e2b

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// reads are the RPCs that change nothing and so may be repeated.
var reads = map[string]bool{rpcList: true, rpcStat: true, rpcListDir: true}

// EnvdRequest calls any unary RPC of envd: http.envdRequest of spec/kit.md. The
// payload nil means {}; numbers of the result are float64.
func (c *Client) EnvdRequest(ctx context.Context, t api.Target, rpc string, payload any) (map[string]any, error) {
	rpc = slash(rpc)
	if payload == nil {
		payload = struct{}{}
	}
	resp, hide, err := c.unaryRaw(ctx, t, rpc, payload, reads[rpc])
	if err != nil {
		return nil, err
	}
	if resp.Status != http.StatusOK {
		return nil, rpcError(resp, rpc, t, hide)
	}
	v, err := resp.JSON()
	if err != nil {
		return nil, err
	}
	m, ok := v.(map[string]any)
	if !ok && v != nil {
		return nil, api.Errorf(api.CodeEnvdRPC, "%s answered with something that is no JSON object", rpc[1:])
	}
	return m, nil
}

// Stream yields the messages of a streaming RPC.
type Stream struct{ s *rpcStream }

// EnvdStream calls any streaming RPC of envd, once: http.envdStream of
// spec/kit.md. It ends with the context.
func (c *Client) EnvdStream(ctx context.Context, t api.Target, rpc string, payload any) (*Stream, error) {
	if payload == nil {
		payload = struct{}{}
	}
	s, err := c.openStream(ctx, t, streamCall{rpc: slash(rpc), message: payload})
	if err != nil {
		return nil, err
	}
	return &Stream{s}, nil
}

// Recv gives the next message, io.EOF at the proper end.
func (s *Stream) Recv() (map[string]any, error) {
	var m map[string]any
	err := s.s.recv(&m)
	return m, err
}

// Close ends the stream.
func (s *Stream) Close() error {
	s.s.shut()
	return nil
}

// HTTPResponse is an answer whose body is still to be read and closed.
type HTTPResponse struct {
	Status int
	Header http.Header
	Body   io.ReadCloser
}

// EnvdHTTP calls envd in plain HTTP: http.envdHttpRequest of spec/kit.md. A
// status of 300 and more is an error by the rules of files, with a
// *StatusError as its cause. Nothing is repeated.
func (c *Client) EnvdHTTP(ctx context.Context, t api.Target, r Request) (*HTTPResponse, error) {
	k, err := c.envdCall(t, methodOf(r), slash(r.Path)+queryOf(r), "")
	if err != nil {
		return nil, err
	}
	if err := k.setPayload(r); err != nil {
		return nil, err
	}
	if r.JSON != nil {
		k.header.Set("Content-Type", "application/json")
	}
	setAll(k.header, r.Header)
	f := &transfer{call: k, t: t, path: r.Query.Get("path"), quiet: orTimeout(r.Timeout, c.cfg.Timeout)}
	resp, err := f.start(ctx)
	if err != nil {
		return nil, err
	}
	return &HTTPResponse{Status: resp.StatusCode, Header: resp.Header, Body: f.body(resp)}, nil
}

func slash(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return "/" + path
}
