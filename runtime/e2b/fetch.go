package e2b

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"

	"github.com/abxgen/abxgen/runtime/api"
)

// The modes of FetchRequest.Redirect.
const (
	RedirectFollow = "follow" // also ""
	RedirectManual = "manual" // the redirect itself is the answer
	RedirectError  = "error"  // a redirect is a failure
)

const maxRedirects = 20

// FetchRequest is a request to any address, as JavaScript's fetch makes it.
type FetchRequest struct {
	Method string // "" GET
	URL    string
	Header http.Header
	// Body is nil for none. A *bytes.Reader is sent again where a redirect keeps
	// the method, another one never twice.
	Body     io.Reader
	Length   int64 // of Body; -1 unknown
	Redirect string
}

// FetchResponse is its answer; the caller closes the body, which is decompressed
// where the request named no encodings of its own.
type FetchResponse struct {
	Status     int
	URL        string // the last one of the redirects
	Redirected bool
	Header     http.Header
	Body       io.ReadCloser
}

var errRedirect = errors.New("a redirect, where none was allowed")

// Fetch sends one request; every hop is asked of the network policy. Nothing
// is repeated and no time is set but the context's. Failures are E5001 and
// E5000, E8002 for what is no request.
func (t *Transport) Fetch(ctx context.Context, r FetchRequest) (*FetchResponse, error) {
	k := &call{who: "the server"}
	req, err := r.build(ctx)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: via{t: t}, CheckRedirect: r.redirect}
	resp, err := client.Do(req)
	switch {
	case errors.Is(err, errRedirect):
		return nil, api.Errorf(api.CodeNetwork, "the server answered with a redirect, which the request forbids").Because(errRedirect)
	case errors.Is(err, errTooMany):
		return nil, api.Errorf(api.CodeNetwork, "the server redirects without end").Because(errTooMany)
	case err != nil:
		return nil, k.netError(ctx, err)
	}
	if r.stuck(resp) {
		resp.Body.Close()
		return nil, api.Errorf(api.CodeNetwork, "the server wants the request elsewhere, but its body was a stream and is gone")
	}
	last := resp.Request.URL.String()
	return &FetchResponse{
		Status: resp.StatusCode, URL: last, Redirected: resp.Request != req,
		Header: resp.Header, Body: resp.Body,
	}, nil
}

func (r FetchRequest) build(ctx context.Context) (*http.Request, error) {
	u, err := url.Parse(r.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, api.Errorf(api.CodeConfig, "fetch takes http and https addresses")
	}
	if err := checkHeader(r.Header); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, methodOf(Request{Method: r.Method}), r.URL, nil)
	if err != nil {
		return nil, api.Errorf(api.CodeConfig, "fetch was given a method or address that is not valid")
	}
	if r.Header != nil {
		req.Header = r.Header.Clone()
	}
	if req.Header.Get("User-Agent") == "" {
		req.Header.Set("User-Agent", "abxgen/"+api.Version)
	}
	if r.Body != nil && r.Length != 0 {
		req.Body, req.ContentLength = io.NopCloser(r.Body), r.Length
		if b, ok := r.Body.(*bytes.Reader); ok {
			whole := *b
			req.GetBody = func() (io.ReadCloser, error) {
				again := whole
				return io.NopCloser(&again), nil
			}
		}
	}
	return req, nil
}

var errTooMany = errors.New("too many redirects")

func (r FetchRequest) redirect(_ *http.Request, via []*http.Request) error {
	switch r.Redirect {
	case RedirectManual:
		return http.ErrUseLastResponse
	case RedirectError:
		return errRedirect
	}
	if len(via) >= maxRedirects {
		return errTooMany
	}
	return nil
}

// stuck recognises a redirect that could not be followed, since it would send
// the body again.
func (r FetchRequest) stuck(resp *http.Response) bool {
	_, again := r.Body.(*bytes.Reader)
	return r.Redirect != RedirectManual && r.Body != nil && !again &&
		(resp.StatusCode == http.StatusTemporaryRedirect || resp.StatusCode == http.StatusPermanentRedirect) &&
		resp.Header.Get("Location") != ""
}
