package e2b

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
)

var errSentOnce = errors.New("the request is not sent twice")

// setBody gives req its body. net/http sends a request again by itself where
// a connection that it kept turns out to be dead, where HTTP/2's other end
// resets a stream, and wherever a header Idempotency-Key is found. That is
// right only before the body was touched: after that it is not given out
// again, not even of a read (retry.go repeats those, and counts). An empty body is
// one too, but for the methods that have none and may be repeated.
func setBody(req *http.Request, body []byte) {
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodDelete, http.MethodOptions:
		if len(body) == 0 {
			return
		}
	}
	b := &onceBody{Reader: bytes.NewReader(body)}
	req.Body = b
	req.ContentLength = int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) {
		if b.read.Load() {
			return nil, errSentOnce
		}
		return &onceBody{Reader: bytes.NewReader(body)}, nil
	}
}

type onceBody struct {
	*bytes.Reader
	read atomic.Bool
}

// Read notes that the body was touched.
func (b *onceBody) Read(p []byte) (int, error) {
	b.read.Store(true)
	return b.Reader.Read(p)
}

// WriteTo would pass Read by.
func (b *onceBody) WriteTo(w io.Writer) (int64, error) {
	b.read.Store(true)
	return b.Reader.WriteTo(w)
}

// Close has nothing to do.
func (b *onceBody) Close() error { return nil }
