package values

import (
	"bytes"
	"errors"
	"io"

	"github.com/abxgen/abxgen/runtime/api"
)

// MaxWhole is how much of a file JavaScript may hold at once: what the kit's
// read returns and its write is given. Untouched reads and writes stream
// without a limit.
const MaxWhole = 64 << 20

// Stream is guest.Stream: a sequence of values, io.EOF at its end.
type Stream interface {
	Recv() (any, error)
	Close() error
}

// CloseStreams closes every stream in a value.
func CloseStreams(v any) {
	switch v := v.(type) {
	case Stream:
		_ = v.Close()
	case []any:
		for _, part := range v {
			CloseStreams(part)
		}
	case map[string]any:
		for _, part := range v {
			CloseStreams(part)
		}
	}
}

// Whole reads a content that JavaScript is to hold; E4003 where it is larger
// than MaxWhole.
func Whole(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxWhole+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxWhole {
		return nil, api.Errorf(api.CodeFileSizeLimit, "the content is larger than the %d MiB that a provider's JavaScript may hold at once", MaxWhole>>20)
	}
	return data, nil
}

// ToReader reads a content that JavaScript handed over: bytes, a text, or a
// stream of them.
func ToReader(v any) (io.ReadCloser, error) {
	switch v := v.(type) {
	case []byte:
		return io.NopCloser(bytes.NewReader(v)), nil
	case string:
		return io.NopCloser(bytes.NewReader([]byte(v))), nil
	case Stream:
		return &streamReader{s: v}, nil
	}
	return nil, wrong(v, "bytes, text or a stream of them")
}

// streamReader is a stream of bytes as an io.Reader.
type streamReader struct {
	s    Stream
	left []byte
}

// Read gives what is left of a piece before it asks for the next.
func (r *streamReader) Read(p []byte) (int, error) {
	for len(r.left) == 0 {
		v, err := r.s.Recv()
		if err != nil {
			return 0, err
		}
		if r.left = Bytes(v); r.left == nil {
			return 0, wrong(v, "a stream of bytes")
		}
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}

// Close tells the producer to stop.
func (r *streamReader) Close() error { return r.s.Close() }

// FromReader gives a reader as a stream of byte arrays, which closes it.
func FromReader(r io.ReadCloser) Stream { return &readerStream{r: r} }

type readerStream struct {
	r    io.ReadCloser
	over error
}

const piece = 64 << 10

// Recv gives the next piece, of 64 KiB at most.
func (s *readerStream) Recv() (any, error) {
	if s.over != nil {
		return nil, s.over
	}
	buf := make([]byte, piece)
	n, err := io.ReadAtLeast(s.r, buf, 1)
	if err != nil {
		s.over = err
	}
	if n > 0 {
		return buf[:n], nil
	}
	return nil, s.over
}

// Close closes the reader.
func (s *readerStream) Close() error { return s.r.Close() }

// ToURL reads the answer of upload_url and download_url.
func ToURL(v any) (string, error) {
	text, ok := v.(string)
	if !ok {
		text = AsObject(v).Text("url")
	}
	if text == "" {
		return "", wrong(v, "an address")
	}
	return text, nil
}

// Generate makes a stream of what next gives, mapped; io.EOF ends it.
func Generate[T any](next func() (T, error), toValue func(T) any, stop func() error) Stream {
	return &generated[T]{next, toValue, stop}
}

type generated[T any] struct {
	next    func() (T, error)
	toValue func(T) any
	stop    func() error
}

// Recv gives the next value.
func (g *generated[T]) Recv() (any, error) {
	v, err := g.next()
	if err != nil {
		return nil, err
	}
	return g.toValue(v), nil
}

// Close ends the source.
func (g *generated[T]) Close() error { return g.stop() }

// IsEnd reports whether a stream ended as it should.
func IsEnd(err error) bool { return errors.Is(err, io.EOF) }
