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
// refuses a stream, and wherever a header Idempotency-Key is found. That is
// right only before the body was touched: after that, the body of a request
// that changes something is not given out again.
func setBody(req *http.Request, body []byte, once bool) {
	if len(body) == 0 && (!once || req.Method == http.MethodDelete) {
		return
	}
	b := &onceBody{Reader: bytes.NewReader(body)}
	req.Body = b
	req.ContentLength = int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) {
		if once && b.read.Load() {
			return nil, errSentOnce
		}
		return &onceBody{Reader: bytes.NewReader(body)}, nil
	}
}

type onceBody struct {
	*bytes.Reader
	read atomic.Bool
}

func (b *onceBody) Read(p []byte) (int, error) {
	b.read.Store(true)
	return b.Reader.Read(p)
}

// WriteTo would pass Read by.
func (b *onceBody) WriteTo(w io.Writer) (int64, error) {
	b.read.Store(true)
	return b.Reader.WriteTo(w)
}

func (b *onceBody) Close() error { return nil }
