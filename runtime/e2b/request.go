package e2b

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

const (
	maxAnswer    = 64 << 20 // of a unary call; file contents are streamed
	maxErrorBody = 8 << 10
)

// Request is a call in plain HTTP.
type Request struct {
	Method  string // "" GET
	Path    string // begins with a slash; below the base address
	Query   url.Values
	Header  http.Header
	JSON    any    // sent as JSON where it is not nil
	Body    []byte // else sent as it is
	Timeout time.Duration
}

// Response is a whole answer.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// JSON decodes the body; numbers become float64.
func (r *Response) JSON() (any, error) {
	if len(bytes.TrimSpace(r.Body)) == 0 {
		return nil, nil
	}
	var v any
	if err := json.Unmarshal(r.Body, &v); err != nil {
		return nil, api.Errorf(api.CodeProvider, "the answer is no JSON").Because(err)
	}
	return v, nil
}

// encode gives JSON without the inflation of < and > that Marshal does.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, api.Errorf(api.CodeConfig, "the request cannot be written as JSON").Because(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// call is one request on its way.
type call struct {
	who     string // for messages: "the control plane" or "the sandbox"
	via     http.RoundTripper
	method  string
	url     string
	header  http.Header
	body    []byte
	stream  io.Reader // sent instead of body; never repeated
	length  int64     // of stream; -1 unknown
	read    bool      // changes nothing, so may be repeated
	timeout time.Duration
	hide    []string // what must not be shown
}

// open sends the call once. The answer's body is the caller's to close.
func (k *call) open(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, k.method, k.url, nil)
	if err != nil {
		return nil, api.Errorf(api.CodeConfig, "the address of %s is not valid", k.who)
	}
	if err := checkHeader(k.header); err != nil {
		return nil, err
	}
	req.Header = k.header.Clone()
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
		req.Header.Del("Host")
	}
	if k.stream != nil {
		req.Body, req.ContentLength = io.NopCloser(k.stream), k.length
	} else {
		setBody(req, k.body)
	}
	resp, err := k.via.RoundTrip(req)
	if err != nil {
		return nil, k.netError(ctx, err)
	}
	return resp, nil
}

// do sends the call, repeats it where that is allowed, and reads the answer,
// whatever its status.
func (k *call) do(ctx context.Context) (*Response, error) {
	for n := 1; ; n++ {
		resp, err := k.once(ctx)
		if !k.read || err != nil && !repeatable(err) || isAnswer(resp) {
			return resp, err
		}
		wait, again := pause(n, resp)
		if !again || !sleep(ctx, wait) {
			return resp, err
		}
	}
}

func (k *call) once(ctx context.Context) (*Response, error) {
	if k.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, k.timeout, errNoAnswer)
		defer cancel()
	}
	resp, err := k.open(ctx)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil {
		return nil, k.netError(ctx, err)
	}
	if len(body) > maxAnswer {
		return nil, api.Errorf(api.CodeProvider, "the answer of %s is larger than %d MiB", k.who, maxAnswer>>20)
	}
	return &Response{Status: resp.StatusCode, Header: resp.Header, Body: body}, nil
}

// isAnswer tells a sandbox's own word that it is gone, which comes as a 502,
// from a gateway's trouble.
func isAnswer(r *Response) bool {
	return r != nil && r.Status == http.StatusBadGateway && goneText(r.Body) != ""
}

func checkHeader(h http.Header) error {
	for name, values := range h {
		for _, v := range values {
			for i := range len(v) {
				if v[i] < ' ' && v[i] != '\t' || v[i] == 0x7f {
					return api.Errorf(api.CodeInvalidAPIKey, "the value for the header %s holds a character that no header can carry", clean(name, 60))
				}
			}
		}
	}
	return nil
}

var errNoAnswer = errors.New("no answer in time")
