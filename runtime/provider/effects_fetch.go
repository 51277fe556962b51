package provider

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// maxReplay is how many bytes of a body are kept to be sent again after a
// redirect.
const maxReplay = 1 << 20

var globalEffects = map[string]effectFunc{"fetch": fetchEffect}

// fetchEffect is JavaScript's fetch, over the core's transport.
func fetchEffect(ctx context.Context, e *effect) (any, error) {
	r, err := fetchRequest(values.AsObject(e.arg(0)))
	if err != nil {
		return nil, err
	}
	if c, ok := r.Body.(io.Closer); ok {
		defer c.Close()
	}
	resp, err := e.p.net.Fetch(ctx, r)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"status": resp.Status, "status_text": http.StatusText(resp.Status), "headers": pairs(resp.Header),
		"url": resp.URL, "redirected": resp.Redirected, "body": values.FromReader(resp.Body),
	}, nil
}

func fetchRequest(o values.Object) (e2b.FetchRequest, error) {
	r := e2b.FetchRequest{Method: o.Text("method"), URL: o.Text("url"), Header: http.Header{}, Redirect: o.Text("redirect"), Length: -1}
	list, _ := o.Get("headers").([]any)
	for _, item := range list {
		if pair, ok := item.([]any); ok && len(pair) == 2 {
			r.Header.Add(values.Text(pair[0]), values.Text(pair[1]))
		}
	}
	if n, ok := values.Number(o.Get("body_size")); ok {
		r.Length = int64(n)
	}
	if body := o.Get("body"); body != nil {
		content, err := values.ToReader(body)
		if err != nil {
			return r, api.Errorf(api.CodeConfig, "fetch takes bytes, text or a stream of them as body")
		}
		r.Body = content
		if r.Length >= 0 && r.Length <= maxReplay {
			whole, err := io.ReadAll(io.LimitReader(content, r.Length+1))
			if c, ok := content.(io.Closer); ok {
				c.Close()
			}
			if err != nil {
				return r, err
			}
			r.Body, r.Length = bytes.NewReader(whole), int64(len(whole))
		}
	}
	return r, nil
}

func pairs(h http.Header) []any {
	out := []any{}
	for name, list := range h {
		for _, v := range list {
			out = append(out, []any{name, v})
		}
	}
	return out
}
