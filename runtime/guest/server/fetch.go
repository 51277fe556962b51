package server

import (
	"context"
	"io"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
	"github.com/abxgen/abxgen/runtime/js"
)

// fetch gives a request of the global fetch to the core (guest, types.go, has
// its shape).
func (i *instance) fetch(ctx context.Context, r *js.FetchRequest) (*js.FetchResponse, error) {
	if i.probe {
		return nil, api.Errorf(api.CodeProvider, "fetch: the build's test run has no network")
	}
	request := map[string]any{
		"method": r.Method, "url": r.URL, "headers": pairs(r.Headers),
		"body_size": r.BodySize, "redirect": r.Redirect, "body": nil,
	}
	if r.Body != nil {
		request["body"] = newUpload(r.Body)
	}
	v, err := i.peer.Call(ctx, wire.Leaf, "effect", "global", "fetch", -1, []any{request})
	if err != nil {
		return nil, err
	}
	m, _ := v.(map[string]any)
	status, _ := m["status"].(float64)
	response := &js.FetchResponse{Status: int(status), Headers: unpairs(m["headers"])}
	response.StatusText, _ = m["status_text"].(string)
	response.URL, _ = m["url"].(string)
	response.Redirected, _ = m["redirected"].(bool)
	if body, ok := m["body"].(guest.Stream); ok {
		response.Body = download{body}
	}
	return response, nil
}

func pairs(headers [][2]string) []any {
	list := make([]any, len(headers))
	for n, h := range headers {
		list[n] = []any{h[0], h[1]}
	}
	return list
}

func unpairs(v any) [][2]string {
	var headers [][2]string
	list, _ := v.([]any)
	for _, item := range list {
		pair, _ := item.([]any)
		if len(pair) != 2 {
			continue
		}
		name, _ := pair[0].(string)
		value, _ := pair[1].(string)
		headers = append(headers, [2]string{name, value})
	}
	return headers
}

// upload is a request's body on its way to the core.
type upload struct {
	body   js.Chunks
	ctx    context.Context
	cancel context.CancelFunc
}

func newUpload(body js.Chunks) *upload {
	u := &upload{body: body}
	u.ctx, u.cancel = context.WithCancel(bg)
	return u
}

// Recv gives the next bytes that JavaScript sends.
func (u *upload) Recv() (any, error) {
	data, err := u.body.Recv(u.ctx)
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Close tells JavaScript that no more is wanted.
func (u *upload) Close() error {
	u.cancel()
	return u.body.Close()
}

// download is an answer's body on its way to JavaScript.
type download struct{ stream guest.Stream }

// Recv gives the next bytes of the answer, until ctx ends.
func (d download) Recv(ctx context.Context) ([]byte, error) {
	defer context.AfterFunc(ctx, func() { d.stream.Close() })()
	v, err := d.stream.Recv()
	if err != nil {
		return nil, err
	}
	data, ok := v.([]byte)
	if !ok {
		return nil, io.ErrUnexpectedEOF
	}
	return data, nil
}

// Close tells the core that no more is wanted.
func (d download) Close() error { return d.stream.Close() }
