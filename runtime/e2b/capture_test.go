package e2b

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// exchange is one request and its answer, as recorded from running peers.
type exchange struct {
	request *http.Request
	body    []byte
	answer  []byte // raw bytes of the answer
}

// captured loads one exchange of testdata/FILE.txt.
func captured(t *testing.T, file, name string) exchange {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq(string(text), "##### ") {
		title, rest, _ := strings.Cut(part, "\n")
		if title != name {
			continue
		}
		_, rest, _ = strings.Cut(rest, ">>> request bytes\n")
		request, answer, _ := strings.Cut(rest, "<<< response bytes")
		_, answer, _ = strings.Cut(answer, "\n") // "so far", sometimes
		return parseExchange(t, unescape(strings.TrimSuffix(request, "\n")), unescape(answer))
	}
	t.Fatalf("testdata/%s.txt has no %q", file, name)
	return exchange{}
}

// unescape undoes the notation of the captures: \r and \xNN, all else as it is.
func unescape(s string) []byte {
	var out []byte
	for i := 0; i < len(s); i++ {
		if strings.HasPrefix(s[i:], `\r`+"\n") {
			out = append(out, '\r')
			i++
			continue
		}
		if strings.HasPrefix(s[i:], `\x`) && i+4 <= len(s) {
			if n, err := strconv.ParseUint(s[i+2:i+4], 16, 8); err == nil {
				out = append(out, byte(n))
				i += 3
				continue
			}
		}
		out = append(out, s[i])
	}
	return out
}

func parseExchange(t *testing.T, request, answer []byte) exchange {
	t.Helper()
	req, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(request)))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		t.Fatalf("the request of the capture: %v", err)
	}
	return exchange{req, body, answer}
}

// replay answers every connection's first request with the recorded bytes and
// gives the requests that came.
func replay(t *testing.T, x exchange) (address string, got <-chan exchange) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	seen := make(chan exchange, 8)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go answerOnce(conn, x.answer, seen)
		}
	}()
	return "http://" + l.Addr().String(), seen
}

func answerOnce(conn net.Conn, answer []byte, seen chan<- exchange) {
	defer conn.Close()
	req, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return
	}
	seen <- exchange{request: req, body: body}
	conn.Write(answer)
}

// sameRequest compares what we sent with what was recorded: method, path and
// query, the headers named, and the decoded body.
func sameRequest(t *testing.T, got, want exchange, headers ...string) {
	t.Helper()
	if got.request.Method != want.request.Method || got.request.RequestURI != want.request.RequestURI {
		t.Errorf("sent %s %s, recorded %s %s", got.request.Method, got.request.RequestURI,
			want.request.Method, want.request.RequestURI)
	}
	for _, h := range headers {
		if g, w := got.request.Header.Get(h), want.request.Header.Get(h); g != w {
			t.Errorf("header %s: sent %q, recorded %q", h, g, w)
		}
	}
	if diff := cmp.Diff(bodyValue(t, want), bodyValue(t, got)); diff != "" {
		t.Errorf("body (-recorded +sent):\n%s", diff)
	}
}

// bodyValue decodes a body by its content type: JSON, a frame of it, or a form.
func bodyValue(t *testing.T, x exchange) any {
	t.Helper()
	body := x.body
	kind, params, _ := mime.ParseMediaType(x.request.Header.Get("Content-Type"))
	switch kind {
	case "multipart/form-data":
		return formValue(t, body, params["boundary"])
	case "application/connect+json":
		if len(body) < 5 {
			t.Fatalf("no frame: %q", body)
		}
		body = body[5:]
	case "application/octet-stream", "":
		return string(body)
	}
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatalf("%v in %q", err, body)
	}
	return v
}

func formValue(t *testing.T, body []byte, boundary string) any {
	t.Helper()
	r := multipart.NewReader(bytes.NewReader(body), boundary)
	var parts []string
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			return parts
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(p)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, p.FormName(), string(content))
	}
}
