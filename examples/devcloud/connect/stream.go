package connect

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Stream is an answer of many messages. Send may be called from several
// goroutines.
type Stream struct {
	w       http.ResponseWriter
	flusher *http.ResponseController
	mu      sync.Mutex
}

// Send writes one message and flushes it.
func (s *Stream) Send(v any) error {
	body, err := marshal(v)
	if err != nil {
		return Errorf(Internal, "marshal message: %v", err)
	}
	return s.write(flagData, body)
}

func (s *Stream) write(flags byte, body []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.w.Write(envelope(flags, body)); err != nil {
		return err
	}
	return s.flusher.Flush()
}

// end writes the end-of-stream message, which every stream has.
func (s *Stream) end(err error) {
	body := []byte("{}")
	if err != nil {
		body, _ = marshal(map[string]*Error{"error": asError(err)})
	}
	_ = s.write(flagEnd, body)
}

// ServerStream serves a method with one request and a stream of answers. The
// HTTP status is 200 whatever f returns; an error goes into the end message.
// A Connect-Timeout-Ms header bounds f's context.
func ServerStream[Req any](f func(ctx context.Context, r *http.Request, req *Req, s *Stream) error) http.Handler {
	return stream(func(ctx context.Context, r *http.Request, s *Stream) error {
		req := new(Req)
		if err := readMessage(r.Body, req); err != nil && err != io.EOF {
			return err
		}
		// Only once the body has ended does net/http notice that a client left.
		_, _ = io.Copy(io.Discard, r.Body)
		return f(ctx, r, req, s)
	})
}

// ClientStream serves a method with a stream of requests and one answer; next
// decodes the next request and returns io.EOF at the end.
func ClientStream[Req any](f func(ctx context.Context, next func() (*Req, error)) (any, error)) http.Handler {
	return stream(func(ctx context.Context, r *http.Request, s *Stream) error {
		res, err := f(ctx, func() (*Req, error) {
			req := new(Req)
			return req, readMessage(r.Body, req)
		})
		if err != nil {
			return err
		}
		return s.Send(res)
	})
}

func stream(f func(ctx context.Context, r *http.Request, s *Stream) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !admit(w, r, "application/connect+json", acceptStream) {
			return
		}
		ctx, cancel := deadline(r)
		defer cancel()
		w.Header().Set("Content-Type", "application/connect+json")
		w.Header().Set("Connect-Accept-Encoding", "gzip")
		s := &Stream{w: w, flusher: http.NewResponseController(w)}
		err := f(ctx, r, s)
		if errors.Is(err, context.DeadlineExceeded) || ctx.Err() == context.DeadlineExceeded {
			err = Errorf(DeadlineExceeded, "context deadline exceeded")
		}
		s.end(err)
	})
}

// deadline bounds the request by its Connect-Timeout-Ms; without the header
// there is no limit.
func deadline(r *http.Request) (context.Context, context.CancelFunc) {
	ms, err := strconv.ParseInt(r.Header.Get("Connect-Timeout-Ms"), 10, 64)
	if err != nil || ms <= 0 {
		return context.WithCancel(r.Context())
	}
	return context.WithTimeout(r.Context(), time.Duration(ms)*time.Millisecond)
}

func readMessage(r io.Reader, req any) error {
	flags, body, err := readEnvelope(r)
	if err != nil {
		return err
	}
	if flags&flagEnd != 0 {
		return io.EOF
	}
	return unmarshal(body, req)
}
