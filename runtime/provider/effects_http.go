package provider

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// The methods of what ctx.http made; their shapes are in runtime/guest.
var httpEffects = map[string]effectFunc{
	"platform_request":  platformEffect,
	"envd_request":      envdEffect,
	"envd_stream":       envdStreamEffect,
	"envd_http_request": envdHTTPEffect,
}

// request reads what the plain requests have in common.
func request(method, path any, last values.Object) (e2b.Request, error) {
	r := e2b.Request{
		Method: values.Text(method), Path: values.Text(path), Query: query(last.Get("params", "query")),
		Header: headers(last.Map("headers")), JSON: last.Get("json"), Timeout: last.Seconds("request_timeout", "timeout"),
	}
	if r.Path == "" {
		r.Path = "/"
	}
	return r, setContent(&r, last)
}

// setContent reads the body under any of its names.
func setContent(r *e2b.Request, last values.Object) error {
	if files := values.AsObject(last.Get("files")); len(files) > 0 {
		return setForm(r, files)
	}
	v := last.Get("body", "content", "data")
	if v == nil {
		return nil
	}
	if o, ok := v.(map[string]any); ok {
		r.JSON = o
		return nil
	}
	content, err := values.ToReader(v)
	if err != nil {
		return api.Errorf(api.CodeConfig, "a request's body is bytes, text, a stream of them, or an object that becomes JSON")
	}
	defer content.Close()
	r.Body, err = values.Whole(content)
	return err
}

func query(v any) url.Values {
	if text, ok := v.(string); ok {
		q, _ := url.ParseQuery(strings.TrimPrefix(text, "?"))
		return q
	}
	q := url.Values{}
	for key, v := range values.AsObject(v) {
		items, isList := v.([]any)
		if !isList {
			items = []any{v}
		}
		for _, item := range items {
			if item != nil {
				q.Add(key, values.Text(item))
			}
		}
	}
	return q
}

// answer gives a whole answer to JavaScript. A status that the wire takes for
// an error is an answer here: the kit decides what it means.
func answer(status int, h http.Header, body []byte) any {
	list := map[string]any{}
	for name, v := range h {
		list[strings.ToLower(name)] = strings.Join(v, ", ")
	}
	if body == nil {
		body = []byte{}
	}
	return map[string]any{"status": status, "headers": list, "body": body}
}

func answerOf(err error) (any, error) {
	var s *e2b.StatusError
	if errors.As(err, &s) {
		return answer(s.Status, s.Header, s.Body), nil
	}
	return nil, err
}

func platformEffect(ctx context.Context, e *effect) (any, error) {
	r, err := request(e.arg(0), e.arg(1), values.AsObject(e.arg(2)))
	if err != nil {
		return nil, err
	}
	resp, err := e.client.PlatformRequest(ctx, r)
	if err != nil {
		return answerOf(err)
	}
	return answer(resp.Status, resp.Header, resp.Body), nil
}

// envdCall reads the arguments of an RPC: (envd_url, rpc_path, {payload, token}).
func envdCall(e *effect) (t api.Target, rpc string, payload any) {
	last := values.AsObject(e.arg(2))
	return values.ToTarget(e.arg(0), last.Get("token", "envd_token")), values.Text(e.arg(1)), last.Get("payload", "json")
}

func envdEffect(ctx context.Context, e *effect) (any, error) {
	t, rpc, payload := envdCall(e)
	m, err := e.client.EnvdRequest(ctx, t, rpc, payload)
	if err != nil || m == nil {
		return map[string]any{}, err
	}
	return m, nil
}

func envdStreamEffect(ctx context.Context, e *effect) (any, error) {
	t, rpc, payload := envdCall(e)
	s, err := e.client.EnvdStream(ctx, t, rpc, payload)
	if err != nil {
		return nil, err
	}
	return values.Generate(s.Recv, func(m map[string]any) any { return m }, s.Close), nil
}

func envdHTTPEffect(ctx context.Context, e *effect) (any, error) {
	last := values.AsObject(e.arg(3))
	r, err := request(e.arg(1), e.arg(2), last)
	if err != nil {
		return nil, err
	}
	resp, err := e.client.EnvdHTTP(ctx, values.ToTarget(e.arg(0), last.Get("token", "envd_token")), r)
	if err != nil {
		return answerOf(err)
	}
	defer resp.Body.Close()
	body, err := values.Whole(resp.Body)
	if err != nil {
		return nil, err
	}
	if limit := last.Int("max_response_bytes"); limit > 0 && len(body) > limit {
		return nil, api.Errorf(api.CodeFileSizeLimit, "the answer is larger than the %d bytes that max_response_bytes allows", limit)
	}
	return answer(resp.Status, resp.Header, body), nil
}
