// Package hostile makes values as a guest that nobody controls may send them,
// for tests and fuzz targets.
package hostile

import (
	"errors"
	"io"
	"math"
)

// Seeds are inputs of Value that reach most of what it makes.
func Seeds() [][]byte {
	var seeds [][]byte
	for kind := range byte(kinds) {
		seeds = append(seeds, []byte{kind}, []byte{kindMap, 3, 0, kind, 1, 7, kind, 2, 19, kind, 4, 5}, []byte{kindList, 2, kind, 3, kind, 9}, []byte{kindStream, 2, kind, 8, kind, 1})
	}
	for key := range byte(len(keys)) {
		seeds = append(seeds, []byte{kindMap, 2, key, kindText, 6, key + 1, kindNumber, 4}, []byte{kindMap, 1, key, kindMap, 1, key + 5, kindBytes, 9})
	}
	return seeds
}

const (
	kindNil = iota
	kindTrue
	kindNumber
	kindText
	kindBytes
	kindList
	kindMap
	kindStream
	kinds
)

var numbers = []float64{0, 1, -1, 0.5, 49983, 65536, 1 << 31, 1 << 53, 1e19, -1e19, 1e308, math.NaN(), math.Inf(1), math.Inf(-1), math.SmallestNonzeroFloat64}

var texts = []string{
	"", "x", "sb-1", "base", "/", "../../etc/passwd", "a\x00b", "\x1b[2J", "\r\nX-Injected: 1", "http://127.0.0.1:1", "https://user:pass@evil.invalid/?#", "file:///etc/passwd", "http://[::1", "1e400",
	"-1", "2024-01-01T00:00:00Z", "9999999999-12-31", "stdout", "exit", "pty", "directory", "SIGKILL", "GET", "POST", "GET / HTTP/1.1\r\n", "\xff\xfe", "𐀀", "..", "%2e%2e", "true", "follow", "process.Process/Start",
}

var keys = []string{
	"sandbox_id", "sandboxID", "id", "template", "state", "status", "metadata", "envd_url", "envdUrl", "envd_access_token", "token", "domain", "started_at", "end_at", "cpu_count", "memory_mb", "sandboxes", "next",
	"url", "headers", "type", "data", "exit_code", "signal", "pid", "size", "cols", "rows", "cmd", "args", "env", "cwd", "timeout", "path", "name", "modified", "mode", "content", "username", "source", "destination",
	"recursive", "code", "language", "context_id", "envs", "text", "stdout", "stderr", "results", "error", "traceback", "execution_time", "entries", "contexts", "json", "body", "params", "files", "payload",
	"max_response_bytes", "method", "redirect", "body_size", "limit", "offset", "cursor", "template_id", "auto_pause", "secure", "provider_options", "gpu", "filename", "__proto__", "constructor", "",
}

// Value makes a value of any kind that crosses the pipe; the same one for the
// same bytes.
func Value(data []byte) any {
	g := &maker{data: data}
	return g.value(0)
}

// Values makes a list of n.
func Values(data []byte, n int) []any {
	g := &maker{data: data}
	list := make([]any, n)
	for i := range list {
		list[i] = g.value(0)
	}
	return list
}

type maker struct{ data []byte }

func (g *maker) next() int {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b)
}

const deepest = 6

func (g *maker) value(depth int) any {
	kind := g.next()
	switch {
	case depth == deepest:
		return nil
	case kind >= kinds: // the objects are what is looked into
		kind = kindMap
	}
	switch kind {
	case kindTrue:
		return g.next()%2 == 0
	case kindNumber:
		return numbers[g.next()%len(numbers)]
	case kindText:
		return texts[g.next()%len(texts)]
	case kindBytes:
		return []byte(texts[g.next()%len(texts)])
	case kindList:
		return g.list(depth)
	case kindMap:
		return g.object(depth)
	case kindStream:
		return &Stream{left: g.list(depth), fails: g.next()%3 == 1}
	}
	return nil
}

func (g *maker) list(depth int) []any {
	list := []any{}
	for range g.next() % 5 {
		list = append(list, g.value(depth+1))
	}
	return list
}

func (g *maker) object(depth int) map[string]any {
	m := map[string]any{}
	for range g.next() % 6 {
		m[keys[g.next()%len(keys)]] = g.value(depth + 1)
	}
	return m
}

// Stream gives some values and then an end or a failure.
type Stream struct {
	left  []any
	fails bool
}

// Recv gives the next value.
func (s *Stream) Recv() (any, error) {
	switch {
	case len(s.left) > 0:
		v := s.left[0]
		s.left = s.left[1:]
		return v, nil
	case s.fails:
		return nil, errors.New("the stream broke")
	}
	return nil, io.EOF
}

// Close ends it.
func (s *Stream) Close() error { s.left = nil; return nil }
