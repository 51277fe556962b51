package e2b

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// envdServer is an envd that does what a test wants of Start, and notes the
// signals that it is sent.
type envdServer struct {
	*httptest.Server
	start   func(w *frameWriter, r *http.Request)
	signals chan string
	headers chan http.Header // of each Start
	left    chan struct{}    // a client left a stream
}

func newEnvd(t *testing.T, start func(w *frameWriter, r *http.Request)) (*envdServer, *Client, api.Target) {
	t.Helper()
	s := &envdServer{start: start, signals: make(chan string, 16), headers: make(chan http.Header, 16), left: make(chan struct{}, 16)}
	mux := http.NewServeMux()
	stream := func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		s.headers <- r.Header.Clone()
		w.Header().Set("Content-Type", "application/connect+json")
		s.start(&frameWriter{w: w}, r)
		if r.Context().Err() != nil {
			s.left <- struct{}{}
		}
	}
	mux.HandleFunc("POST "+rpcStart, stream)
	mux.HandleFunc("POST "+rpcConnect, stream)
	mux.HandleFunc("POST "+rpcSendSignal, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.signals <- string(body)
		w.Write([]byte("{}"))
	})
	s.Server = httptest.NewServer(mux)
	c, target := open(t, s.URL)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s, c, target
}

// frameWriter writes frames, each flushed.
type frameWriter struct {
	w  http.ResponseWriter
	mu sync.Mutex
}

func (f *frameWriter) send(flags byte, v any) error {
	message, ok := v.(string)
	if !ok {
		b, _ := json.Marshal(v)
		message = string(b)
	}
	frame := envelope([]byte(message))
	frame[0] = flags
	return f.raw(frame)
}

func (f *frameWriter) raw(p []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, err := f.w.Write(p); err != nil {
		return err
	}
	return http.NewResponseController(f.w).Flush()
}

func (f *frameWriter) begin() { f.send(0, `{"event":{"start":{"pid":4242}}}`) }

func (f *frameWriter) out(data string) error {
	return f.send(0, `{"event":{"data":{"stdout":"`+base64.StdEncoding.EncodeToString([]byte(data))+`"}}}`)
}

func (f *frameWriter) alive() error { return f.send(0, `{"event":{"keepalive":{}}}`) }

func (f *frameWriter) end(event string) {
	f.send(0, `{"event":{"end":`+event+`}}`)
	f.send(flagEnd, "{}")
}

// await gives what a channel brings, and fails where nothing does.
func await[T any](t *testing.T, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(10 * time.Second):
		t.Fatalf("%s did not come", what)
		panic("unreachable")
	}
}

// wantCode fails unless err has the code.
func wantCode(t *testing.T, err error, code api.Code) {
	t.Helper()
	if err == nil || api.CodeOf(err) != code {
		t.Errorf("got %v, want %s", err, code)
	}
}
