package e2b

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// Frame types and error codes of HTTP/2 that refuse needs.
const (
	h2Data, h2Headers, h2Reset, h2Settings = 0, 1, 3, 4
	h2EndStream                            = 1
	h2ProtocolError, h2RefusedStream       = 1, 7
)

// refuse speaks just enough HTTP/2 to take every request whole and then to
// reset its stream with a code. It counts the requests.
func refuse(t *testing.T, code uint32, requests *atomic.Int32) string {
	t.Helper()
	borrowed := httptest.NewUnstartedServer(nil)
	borrowed.StartTLS()
	cert := borrowed.TLS.Certificates
	borrowed.Close()
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: cert, NextProtos: []string{"h2"}}) //nolint:gosec // a test
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go refuseConn(conn, code, requests)
		}
	}()
	return l.Addr().String()
}

func refuseConn(conn net.Conn, code uint32, requests *atomic.Int32) {
	defer conn.Close()
	preface := make([]byte, 24)
	if _, err := io.ReadFull(conn, preface); err != nil {
		return
	}
	conn.Write([]byte{0, 0, 0, h2Settings, 0, 0, 0, 0, 0})
	for {
		var head [9]byte
		if _, err := io.ReadFull(conn, head[:]); err != nil {
			return
		}
		size := int64(head[0])<<16 | int64(head[1])<<8 | int64(head[2])
		if _, err := io.CopyN(io.Discard, conn, size); err != nil {
			return
		}
		if kind := head[3]; (kind == h2Headers || kind == h2Data) && head[4]&h2EndStream != 0 {
			requests.Add(1)
			reset := append([]byte{0, 0, 4, h2Reset, 0}, head[5:9]...)
			conn.Write(binary.BigEndian.AppendUint32(reset, code))
		}
	}
}

// By itself, net/http sends a request again whose stream HTTP/2's other end
// reset, which is no proof that the request did nothing.
func TestCreateOverHTTP2IsSentOnce(t *testing.T) {
	for _, code := range []uint32{h2ProtocolError, h2RefusedStream} {
		var requests atomic.Int32
		c := clientOf(t, "https://"+refuse(t, code, &requests), func(cfg *Config) {
			cfg.PlatformHeaders = http.Header{"Idempotency-Key": {"1"}}
		})
		tr, _ := c.net.get(route{tls: true})
		tr.TLSClientConfig.InsecureSkipVerify = true
		_, err := c.Create(context.Background(), api.CreateRequest{})
		wantCode(t, err, api.CodeNetwork)
		wantCode(t, c.Pause(context.Background(), "a"), api.CodeNetwork)
		if n := requests.Load(); n != 2 {
			t.Errorf("code %d: the server saw %d requests, want 2", code, n)
		}
	}
}
