package envd

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// call is a unary call; the answer is "STATUS JSON".
func call(t *testing.T, addr, method, body string) string {
	t.Helper()
	res, err := http.Post("http://"+addr+"/"+method, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d %s", res.StatusCode, text)
}

// stream is a running stream of events.
type stream struct {
	t    *testing.T
	body io.ReadCloser
	pid  int
}

// open starts a stream and waits for its first event, the start.
func open(t *testing.T, addr, method, body string, header ...string) *stream {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	frame := append([]byte{0, 0, 0, byte(len(body) >> 8), byte(len(body))}, body...)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addr+"/"+method, bytes.NewReader(frame))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/connect+json")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	s := &stream{t: t, body: res.Body}
	event, _ := s.next()["event"].(map[string]any) // a watch has none
	if start, ok := event["start"].(map[string]any); ok {
		s.pid = int(start["pid"].(float64))
	}
	return s
}

// next is the next message.
func (s *stream) next() map[string]any {
	s.t.Helper()
	var head [5]byte
	if _, err := io.ReadFull(s.body, head[:]); err != nil {
		s.t.Fatal(err)
	}
	body := make([]byte, int(head[3])<<8|int(head[4]))
	if _, err := io.ReadFull(s.body, body); err != nil {
		s.t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(body, &v); err != nil {
		s.t.Fatal(err)
	}
	return v
}

// output waits until so much text has come.
func (s *stream) output(want string) {
	s.t.Helper()
	got := ""
	for got != want && len(got) < len(want) {
		data, _ := s.next()["event"].(map[string]any)["data"].(map[string]any)
		for _, v := range data {
			b, _ := base64.StdEncoding.DecodeString(v.(string))
			got += string(b)
		}
	}
	if got != want {
		s.t.Errorf("output %q, want %q", got, want)
	}
}

// end is the end event, whatever came before it.
func (s *stream) end() map[string]any {
	s.t.Helper()
	for {
		event, ok := s.next()["event"].(map[string]any)
		if !ok {
			s.t.Fatal("the stream ended without an end event")
		}
		if end, ok := event["end"].(map[string]any); ok {
			return end
		}
	}
}

func TestInput(t *testing.T) {
	_, addr := serve(t, Options{})
	cat := open(t, addr, "process.Process/Start", `{"process":{"cmd":"cat"},"tag":"mytag","stdin":true}`)
	input := func(sel, kind, text string) string {
		return call(t, addr, "process.Process/SendInput",
			fmt.Sprintf(`{"process":%s,"input":{"%s":"%s"}}`, sel, kind, base64.StdEncoding.EncodeToString([]byte(text))))
	}
	byPID := fmt.Sprintf(`{"pid":%d}`, cat.pid)
	for _, sel := range []string{byPID, fmt.Sprintf(`{"pid":"%d"}`, cat.pid), `{"tag":"mytag"}`} {
		if got := input(sel, "stdin", "hello\n"); got != "200 {}" {
			t.Errorf("SendInput %s: %s", sel, got)
		}
		cat.output("hello\n")
	}
	for sel, want := range map[string]string{
		`{"pid":999999}`: `404 {"code":"not_found","message":"process with pid 999999 not found"}`,
		`{"tag":"none"}`: `404 {"code":"not_found","message":"process with tag none not found"}`,
		`{}`:             `501 {"code":"unimplemented","message":"invalid process selector"}`,
	} {
		if got := input(sel, "stdin", "x"); got != want {
			t.Errorf("SendInput %s: %s, want %s", sel, got, want)
		}
	}
	const notty = `500 {"code":"internal","message":"error writing to tty: tty not assigned to process — input should be written to the stdin, not the tty"}`
	if got := input(byPID, "pty", "x"); got != notty {
		t.Error(got)
	}
	list := fmt.Sprintf(`200 {"processes":[{"config":{"cmd":"cat"},"pid":%d,"tag":"mytag"}]}`, cat.pid)
	if got := call(t, addr, "process.Process/List", "{}"); got != list {
		t.Errorf("List: %s, want %s", got, list)
	}
	if got := call(t, addr, "process.Process/CloseStdin", `{"process":`+byPID+`}`); got != "200 {}" {
		t.Error(got)
	}
	if d := cmp.Diff(map[string]any{"exited": true, "status": "exit status 0"}, cat.end()); d != "" {
		t.Error(d)
	}
	again := open(t, addr, "process.Process/Connect", `{"process":`+byPID+`}`)
	if d := cmp.Diff(map[string]any{"exited": true, "status": "exit status 0"}, again.end()); d != "" {
		t.Errorf("connected after the end: %s", d)
	}
	if got := call(t, addr, "process.Process/List", "{}"); got != "200 {}" {
		t.Errorf("List at the end: %s", got)
	}
}

func TestSignals(t *testing.T) {
	_, addr := serve(t, Options{})
	sleep := open(t, addr, "process.Process/Start", `{"process":{"cmd":"sleep","args":["60"]},"stdin":false}`)
	send := func(signal string) string {
		return call(t, addr, "process.Process/SendSignal", fmt.Sprintf(`{"process":{"pid":%d}%s}`, sleep.pid, signal))
	}
	const unspecified = `501 {"code":"unimplemented","message":"invalid signal: SIGNAL_UNSPECIFIED"}`
	for signal, want := range map[string]string{
		``:                          unspecified,
		`,"signal":"SIGNAL_SIGINT"`: unspecified,
		`,"signal":2`:               `501 {"code":"unimplemented","message":"invalid signal: 2"}`,
	} {
		if got := send(signal); got != want {
			t.Errorf("SendSignal %s: %s, want %s", signal, got, want)
		}
	}
	const closed = `500 {"code":"internal","message":"error writing to stdin: stdin not enabled or closed"}`
	if got := call(t, addr, "process.Process/SendInput", fmt.Sprintf(`{"process":{"pid":%d},"input":{"stdin":"aGk="}}`, sleep.pid)); got != closed {
		t.Error(got)
	}
	if got := call(t, addr, "process.Process/CloseStdin", fmt.Sprintf(`{"process":{"pid":%d}}`, sleep.pid)); got != "200 {}" {
		t.Error(got)
	}
	other := open(t, addr, "process.Process/Connect", fmt.Sprintf(`{"process":{"pid":%d}}`, sleep.pid))
	if got := send(`,"signal":"SIGNAL_SIGTERM"`); got != "200 {}" {
		t.Error(got)
	}
	want := map[string]any{"exitCode": -1.0, "status": "signal: terminated", "error": "signal: terminated"}
	for _, s := range []*stream{sleep, other} {
		if d := cmp.Diff(want, s.end()); d != "" {
			t.Error(d)
		}
	}
	gone := fmt.Sprintf(`404 {"code":"not_found","message":"process with pid %d not found"}`, sleep.pid)
	if got := send(`,"signal":9`); got != gone {
		t.Errorf("%s, want %s", got, gone)
	}
}

func TestTerminal(t *testing.T) {
	_, addr := serve(t, Options{})
	sh := open(t, addr, "process.Process/Start",
		`{"process":{"cmd":"/bin/sh","args":["-c","stty -echo; stty size; read x; stty size; exit 7"]},"pty":{"size":{"cols":80,"rows":24}}}`)
	sh.output("24 80\r\n")
	sel := fmt.Sprintf(`"process":{"pid":%d}`, sh.pid)
	for method, bodies := range map[string]map[string]string{
		"Update": {
			`{` + sel + `}`: "200 {}",
			`{` + sel + `,"pty":{"size":{"cols":132,"rows":50}}}`: "200 {}",
		},
		"SendInput": {`{` + sel + `,"input":{"stdin":"aGk="}}`: `500 {"code":"internal","message":"error writing to stdin: ` +
			`tty assigned to process — input should be written to the pty, not the stdin"}`},
		"CloseStdin": {`{` + sel + `}`: `500 {"code":"unknown","message":"error closing stdin: ` +
			`cannot close stdin for PTY process — send Ctrl+D (0x04) instead"}`},
	} {
		for body, want := range bodies {
			if got := call(t, addr, "process.Process/"+method, body); got != want {
				t.Errorf("%s %s: %s, want %s", method, body, got, want)
			}
		}
	}
	if got := call(t, addr, "process.Process/SendInput", `{`+sel+`,"input":{"pty":"Cg=="}}`); got != "200 {}" {
		t.Error(got)
	}
	sh.output("50 132\r\n")
	want := map[string]any{"exitCode": 7.0, "exited": true, "status": "exit status 7", "error": "exit status 7"}
	if d := cmp.Diff(want, sh.end()); d != "" {
		t.Error(d)
	}
}

func TestStreamInput(t *testing.T) {
	_, addr := serve(t, Options{})
	cat := open(t, addr, "process.Process/Start", `{"process":{"cmd":"cat"}}`)
	var body []byte
	for _, m := range []string{
		fmt.Sprintf(`{"start":{"process":{"pid":%d}}}`, cat.pid), `{"data":{"input":{"stdin":"b25lCg=="}}}`, `{"keepalive":{}}`,
		`{"data":{"input":{"stdin":"dHdvCg=="}}}`,
	} {
		body = append(append(body, 0, 0, 0, 0, byte(len(m))), m...)
	}
	res, err := http.Post("http://"+addr+"/process.Process/StreamInput", "application/connect+json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if want := "\x00\x00\x00\x00\x02{}\x02\x00\x00\x00\x02{}"; err != nil || string(got) != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	cat.output("one\ntwo\n")
}

// A client that leaves does not end its process; killing the sandbox does, and
// cuts the streams.
func TestDisconnectAndClose(t *testing.T) {
	s, addr := serve(t, Options{})
	loop := open(t, addr, "process.Process/Start", `{"process":{"cmd":"sh","args":["-c","while read x; do echo $x; done"]}}`)
	loop.body.Close()
	again := open(t, addr, "process.Process/Connect", fmt.Sprintf(`{"process":{"pid":%d}}`, loop.pid))
	call(t, addr, "process.Process/SendInput", fmt.Sprintf(`{"process":{"pid":%d},"input":{"stdin":"aGkK"}}`, loop.pid))
	again.output("hi\n")
	s.Close()
	if rest, err := io.ReadAll(again.body); err == nil {
		t.Errorf("the stream ended regularly, with %q", rest)
	}
	if err := syscall.Kill(loop.pid, 0); err == nil {
		t.Error("the process is still there")
	}
	if got := call(t, addr, "process.Process/List", "{}"); got != "200 {}" {
		t.Errorf("List: %s", got)
	}
}

// A long output arrives whole and in order, also cut into single bytes.
func TestLongOutput(t *testing.T) {
	for chunk, lines := range map[int]int{0: 100000, 1: 1000} {
		_, addr := serve(t, Options{Chunk: chunk})
		s := open(t, addr, "process.Process/Start", fmt.Sprintf(`{"process":{"cmd":"seq","args":["%d"]},"stdin":false}`, lines))
		var want strings.Builder
		for i := range lines {
			fmt.Fprintln(&want, i+1)
		}
		s.output(want.String())
	}
}
