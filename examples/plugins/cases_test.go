//go:build unix

package plugins

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// cases/05: whatever the provider's JavaScript does, the call fails in time,
// and the next one that needs JavaScript is answered as if nothing had been.
func TestRunawayJavaScript(t *testing.T) {
	transcripts, err := filepath.Glob("testdata/runaway/stdin-*.ndjson")
	if err != nil || len(transcripts) != 8 {
		t.Fatalf("%v, %v", transcripts, err)
	}
	program := core(ofCase(t, "runaway"))
	for _, file := range transcripts {
		mode := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "stdin-"), ".ndjson")
		t.Run(mode, func(t *testing.T) {
			script, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := start(t, program)
			lines := strings.SplitAfter(string(script), "\n")
			s.send(lines[0], strings.Replace(lines[2], `"id": 3`, `"id": 0`, 1))
			s.answer("0") // its guest has started: what is timed is the call
			began := time.Now()
			s.send(lines[1], lines[2])
			fault := s.answer("2")
			switch {
			case fault.at.Sub(began) > 2*time.Second:
				t.Errorf("the fault took %v", fault.at.Sub(began))
			case mode == "timer" && fault.Result == nil, mode != "timer" && fault.Error == nil:
				t.Errorf("answered with %s", fault.raw)
			case mode != "timer" && mode != "recurse" && mode != "alloc" && fault.Error.Code != -32005:
				t.Errorf("answered with %s, not -32005", fault.raw)
			}
			if next := s.answer("3"); next.Result["sandbox_id"] != "sb000" {
				t.Errorf("the call after it: %s", next.raw)
			}
			s.send(lines[3:]...)
			s.eof()
			e := s.end()
			if e.code != 0 || e.cpu > 4*time.Second || e.rss > 1024 {
				t.Errorf("%+v, stderr %q", e, s.errors())
			}
		})
	}
}

// cases/08: binary is exact, what fits a line comes whole, what does not is an
// error that names the limit; nothing is inflated.
func TestBigAndBinary(t *testing.T) {
	t.Parallel()
	f := startFake(t)
	s := start(t, core(ofCase(t, "provider")))
	s.play(f.script(t, "script/08.script"), true)
	s.answer("9")
	s.eof()
	content := func(id string) []byte {
		text, _ := s.answer(id).Result["content_b64"].(string)
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Error(err)
		}
		return data
	}
	all := make256(4)
	if got := content("3"); sha256.Sum256(got) != sha256.Sum256(all) {
		t.Errorf("id 3 has %d bytes: %.20q", len(got), got)
	}
	if got := content("4"); len(got) != 6_000_000 || sha256.Sum256(got) != sha256.Sum256(make256(6_000_000/256 + 1)[:6_000_000]) {
		t.Errorf("id 4 has %d bytes", len(got))
	}
	if e := s.answer("5").Error; e == nil || !strings.Contains(e.Message, "8 MiB") {
		t.Errorf("id 5: %+v", e)
	}
	if out, _ := s.answer("6").Result["stdout"].(string); strings.Count(out, "<") < 2<<20 || len(s.answer("6").raw) > 3<<20 {
		t.Errorf("id 6 has %d bytes in a line of %d", len(out), len(s.answer("6").raw))
	}
	if s.answer("7").Error == nil {
		t.Errorf("id 7: %.200s", s.answer("7").raw)
	}
	if s.answer("8").Result["sandbox_id"] != "sb000" {
		t.Errorf("id 8: %s", s.answer("8").raw)
	}
	if e := s.end(); e.code != 0 || e.rss > 256 {
		t.Errorf("%+v", e)
	}
}

func make256(times int) []byte {
	var b []byte
	for range times {
		for i := range 256 {
			b = append(b, byte(i))
		}
	}
	return b
}

// cases/08: a request of 9 MiB is answered by its id, and the process lives.
func TestTooLongARequest(t *testing.T) {
	t.Parallel()
	f := startFake(t)
	s := start(t, core(ofCase(t, "provider")))
	lines := strings.SplitAfter(string(f.script(t, "script/08.script")), "\n")
	s.send(lines[0], fmt.Sprintf(`{"jsonrpc": "2.0", "id": 2, "method": "files.write", "params": {"sandbox_id": "sb000", "path": "/tmp/x", "content_b64": "%s"}}`+"\n", strings.Repeat("A", 9<<20)))
	if e := s.answer("2").Error; e == nil || !strings.Contains(e.Message, "8 MiB") {
		t.Errorf("id 2: %s", s.answer("2").raw)
	}
	s.send(`{"jsonrpc": "2.0", "id": 3, "method": "shutdown", "params": {}}` + "\n")
	if s.answer("3").Result == nil {
		t.Errorf("id 3: %s", s.answer("3").raw)
	}
	s.eof()
	if e := s.end(); e.code != 0 || e.rss > 256 {
		t.Errorf("%+v", e)
	}
}

// cases/09: the end comes in time in every way that a host can bring it about.
func TestEndOfInput(t *testing.T) {
	program := core(ofCase(t, "provider"))
	for _, c := range []struct {
		name  string
		check func(t *testing.T, s *session, f *fake)
		codes []int
	}{
		{"empty", func(t *testing.T, s *session, _ *fake) {
			if s.said() != "" {
				t.Errorf("stdout: %s", s.said())
			}
		}, []int{0}},
		{"no-newline", func(t *testing.T, s *session, _ *fake) {
			if s.answer("2").Result == nil {
				t.Errorf("%s", s.answer("2").raw)
			}
		}, []int{0}},
		{"inflight", stopsRemotely, []int{0}},
		{"sigterm", stopsRemotely, []int{0, 143}},
		{"after-shutdown", func(t *testing.T, s *session, _ *fake) {
			if s.answer("2").Result == nil {
				t.Errorf("%s", s.answer("2").raw)
			}
			if took := s.quitAt.Sub(s.answer("2").at); took > 3500*time.Millisecond {
				t.Errorf("it ended %v after shutdown", took)
			}
		}, []int{0}},
		{"closeout", func(*testing.T, *session, *fake) {}, []int{0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := startFake(t)
			s := start(t, program)
			script := f.script(t, "script/09-"+c.name+".script")
			if calls, end, ok := bytes.Cut(script, []byte("@sleep 1\n")); ok && bytes.Contains(calls, []byte("case:sleep")) {
				s.play(calls, false)
				f.nth(t, 1, "case:sleep") // the command runs: the sleep is for that
				script = end
			}
			s.play(script, false)
			s.eof()
			e := s.end()
			c.check(t, s, f)
			ok := false
			for _, code := range c.codes {
				ok = ok || code == e.code
			}
			if !ok || e.after > 3*time.Second || e.cpu > 2*time.Second || s.errors() != "" {
				t.Errorf("%+v, stderr %q", e, s.errors())
			}
		})
	}
}

func stopsRemotely(t *testing.T, _ *session, f *fake) {
	if got := f.nth(t, 1, "SendSignal").text; !strings.Contains(got, "4242") {
		t.Errorf("%s", got)
	}
}

// cases/09: no input at all, and a person at a terminal.
func TestStartedByHand(t *testing.T) {
	t.Parallel()
	program := core(ofCase(t, "provider"))
	null := exec.Command(program)
	null.Env = environ()
	if out, err := null.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("</dev/null: %q %v", out, err)
	}
	terminal, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	cmd := exec.Command(program)
	cmd.Env, cmd.Stdin = environ(), tty
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	tty.Close()
	if err != nil {
		t.Fatal(err)
	}
	hint := make([]byte, 1000)
	n, err := stderr.Read(hint)
	if err != nil || !strings.Contains(string(hint[:n]), "my-cloud is an EPP plugin") || strings.Count(string(hint[:n]), "\n") != 1 {
		t.Errorf("%q %v", hint[:n], err)
	}
	// It waits: the end of the terminal's input is its end.
	if _, err := terminal.WriteString("\x04"); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v", err)
	}
}

// cases/11: requests overlap, and what is given up stops on the other side.
func TestInterleaveAndCancel(t *testing.T) {
	t.Parallel()
	f := startFake(t)
	s := start(t, core(ofCase(t, "provider")))
	sent := map[string]time.Time{}
	for _, l := range strings.SplitAfter(string(f.script(t, "script/11.script")), "\n") {
		if l == "" {
			continue
		}
		for _, id := range []string{"3", "4", "5", "8"} {
			if !strings.Contains(l, `"id": `+id+`, "method"`) {
				continue
			}
			if id == "3" {
				s.answer("2") // the sleep before it is for that: its guest has started
			}
			sent[id] = time.Now()
		}
		if strings.Contains(l, "$/cancel") {
			sent["cancel"] = time.Now()
		}
		s.play([]byte(l), false)
	}
	s.eof()
	e := s.end()
	if took := s.answer("4").at.Sub(sent["4"]); took > time.Second || s.answer("4").Result == nil {
		t.Errorf("id 4 took %v: %s", took, s.answer("4").raw)
	}
	if took := f.nth(t, 1, "SendSignal").at.Sub(sent["3"]); took > 1500*time.Millisecond+2*time.Second {
		t.Errorf("the command was stopped after %v", took)
	}
	if got := s.answers("3"); len(got) > 1 || len(got) == 1 && (got[0].Error == nil || got[0].Error.Code != -32000 && got[0].Error.Code != -32005) {
		t.Errorf("id 3: %d answers, %s", len(got), got[0].raw)
	}
	timedOut := s.answer("5")
	if took := timedOut.at.Sub(sent["5"]); took < 2*time.Second || took > 4*time.Second || timedOut.Error == nil || timedOut.Error.Data["sdk_code"] != "E3001" {
		t.Errorf("id 5 took %v: %s", took, timedOut.raw)
	}
	f.nth(t, 2, "SendSignal") // that of id 5
	s.checkStream(t)
	if s.answer("9").Result == nil || e.code != 0 || e.after > 3*time.Second {
		t.Errorf("%s %+v", s.answer("9").raw, e)
	}
}

// checkStream looks at id 7: its answer comes first, then output, then one
// exit; id 8 is answered while it runs.
func (s *session) checkStream(t *testing.T) {
	t.Helper()
	order := []string{}
	process := s.answer("7").Result["process_id"]
	for _, l := range s.lines {
		switch {
		case string(l.ID) == "7":
			order = append(order, "started")
		case string(l.ID) == "8" && l.Result != nil:
			order = append(order, "8")
		case l.Params["process_id"] == process && process != nil:
			order = append(order, l.Method)
		}
	}
	got := strings.Join(order, " ")
	if got != "started 8 exec.output exec.exit" && got != "8 started exec.output exec.exit" {
		t.Errorf("the stream went %s", got)
	}
}
