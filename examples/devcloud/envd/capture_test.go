package envd

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/internal/capture"
)

// reply is an answer, taken apart as far as it is compared.
type reply struct {
	Status      int
	ContentType string
	Extra       map[string]string // headers that clients read
	Body        any               // decoded JSON, frames, or text
}

var extra = []string{"Allow", "Content-Disposition", "Content-Encoding", "Content-Range", "Connect-Accept-Encoding", "Vary", "X-Envd-Version"}

func parse(t *testing.T, e capture.Exchange) reply {
	t.Helper()
	res, err := e.Answer()
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil && len(body) == 0 {
		t.Fatal(err)
	}
	if res.Header.Get("Content-Encoding") == "gzip" {
		body = inflate(t, body)
	}
	r := reply{Status: res.StatusCode, ContentType: res.Header.Get("Content-Type"), Extra: map[string]string{}}
	for _, k := range extra {
		if v := res.Header.Values(k); len(v) > 0 {
			r.Extra[k] = strings.Join(v, ", ")
		}
	}
	r.Body = decode(t, r.ContentType, body)
	return r
}

func decode(t *testing.T, ctype string, body []byte) any {
	t.Helper()
	if ctype == "application/connect+json" {
		return events(frames(t, body))
	}
	var v any
	if json.Unmarshal(body, &v) != nil {
		return strings.TrimSpace(string(body))
	}
	return v
}

func inflate(t *testing.T, body []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// frames are the messages of a stream; the last, the end, has the key "end-of-stream".
func frames(t *testing.T, body []byte) []map[string]any {
	t.Helper()
	var all []map[string]any
	for len(body) > 0 {
		size := binary.BigEndian.Uint32(body[1:5])
		var v map[string]any
		if err := json.Unmarshal(body[5:5+size], &v); err != nil {
			t.Fatal(err)
		}
		if body[0] == 2 {
			v = map[string]any{"end-of-stream": v}
		}
		all = append(all, v)
		body = body[5+size:]
	}
	return all
}

// events joins what a process wrote, which comes in pieces of any size, and
// leaves out how often the stream was kept alive.
func events(frames []map[string]any) any {
	text := map[string]string{}
	rest := []any{}
	for _, f := range frames {
		event, _ := f["event"].(map[string]any)
		if _, ok := event["keepalive"]; ok {
			continue
		}
		data, ok := event["data"].(map[string]any)
		if !ok {
			rest = append(rest, f)
			continue
		}
		for kind, v := range data {
			b, _ := base64.StdEncoding.DecodeString(v.(string))
			text[kind] += string(b)
		}
	}
	return map[string]any{"text": text, "frames": rest}
}

// ask sends the bytes of a request as they are.
func ask(t *testing.T, addr string, e capture.Exchange) reply {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write(e.Request); err != nil {
		t.Fatal(err)
	}
	if e.Response, err = io.ReadAll(conn); err != nil {
		t.Fatal(err)
	}
	return parse(t, e)
}
