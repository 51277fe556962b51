//go:build unix

package plugins

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// maxLine is the longest line that a host takes, its newline counted.
const maxLine = 8 << 20

// A session is a plugin that a host has started as spec/epp.md says.
type session struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *os.File // the host's end
	began  time.Time

	mu      sync.Mutex
	lines   []line
	more    chan struct{} // closed at each new line
	read    chan struct{} // closed at the end of stdout
	stderr  bytes.Buffer
	quit    chan struct{} // closed at the end of the process
	quitAt  time.Time
	lastWas time.Time // of the last input
}

// line is one line of stdout, with what a test asks of it.
type line struct {
	at     time.Time
	raw    []byte
	ID     json.RawMessage
	Method string
	Params map[string]any
	Result map[string]any
	Error  *struct {
		Code    int
		Message string
		Data    map[string]any
	}
}

// environ is what the hosts leave of an environment.
func environ(extra ...string) []string {
	return append([]string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "LANG=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1"}, extra...)
}

func start(t *testing.T, program string, env ...string) *session {
	t.Helper()
	data := t.TempDir()
	s := &session{t: t, cmd: exec.Command(program), began: time.Now(), more: make(chan struct{}), read: make(chan struct{}), quit: make(chan struct{})}
	s.cmd.Dir, s.cmd.Env = data, append(environ(env...), "ABX_PROVIDER_DATA_DIR="+data)
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s.stdout, s.cmd.Stdout = out, in
	s.cmd.Stderr = &locked{s: s}
	if s.stdin, err = s.cmd.StdinPipe(); err == nil {
		err = s.cmd.Start()
	}
	in.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
		<-s.quit
		s.stdout.Close()
	})
	go s.readOut()
	go func() {
		_ = s.cmd.Wait()
		s.quitAt = time.Now()
		close(s.quit)
	}()
	return s
}

// locked collects stderr.
type locked struct{ s *session }

func (l *locked) Write(p []byte) (int, error) {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	return l.s.stderr.Write(p)
}

func (s *session) readOut() {
	defer close(s.read)
	for r := bufio.NewReaderSize(s.stdout, 1<<16); ; {
		raw, err := r.ReadBytes('\n')
		if len(raw) > 0 {
			s.add(raw)
		}
		if err != nil {
			return
		}
	}
}

// add takes a line of stdout, which has to be one of the protocol's.
func (s *session) add(raw []byte) {
	l := line{at: time.Now(), raw: raw}
	if err := json.Unmarshal(raw, &l); err != nil || len(raw) > maxLine || raw[len(raw)-1] != '\n' {
		s.t.Errorf("%d bytes on stdout are no protocol line: %.100q %v", len(raw), raw, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, l)
	close(s.more)
	s.more = make(chan struct{})
}

func (s *session) send(lines ...string) {
	for _, l := range lines {
		s.lastWas = time.Now()
		if _, err := io.WriteString(s.stdin, l); err != nil && !errors.Is(err, syscall.EPIPE) {
			s.t.Errorf("stdin: %v", err)
		}
	}
}

func (s *session) eof() {
	s.lastWas = time.Now()
	s.stdin.Close()
}

// play does what a script says, line by line: send it, or @sleep, @eof,
// @sigterm, @closeout. With patient a @sleep that only parts requests from
// each other waits for their answers instead.
func (s *session) play(script []byte, patient bool) {
	s.t.Helper()
	asked := 0
	for l := range bytes.Lines(script) {
		words := strings.Fields(string(l))
		switch words[0] {
		case "@sleep":
			if patient {
				s.until(asked)
				continue
			}
			seconds, err := strconv.ParseFloat(words[1], 64)
			if err != nil {
				s.t.Fatal(err)
			}
			time.Sleep(time.Duration(seconds * float64(time.Second)))
		case "@eof":
			s.eof()
		case "@sigterm":
			s.lastWas = time.Now()
			_ = s.cmd.Process.Signal(syscall.SIGTERM)
		case "@closeout":
			s.stdout.Close()
		default:
			asked++
			s.send(string(l))
		}
	}
}

// patience bounds every wait of a test; nothing takes that long.
const patience = 30 * time.Second

// until waits for so many answers.
func (s *session) until(answers int) {
	s.t.Helper()
	s.wait(func(lines []line) bool {
		n := 0
		for _, l := range lines {
			if l.ID != nil {
				n++
			}
		}
		return n >= answers
	})
}

// answer waits for the answer to a request.
func (s *session) answer(id string) line {
	s.t.Helper()
	var found line
	s.wait(func(lines []line) bool {
		for _, l := range lines {
			if string(l.ID) == id {
				found = l
				return true
			}
		}
		return false
	})
	return found
}

func (s *session) wait(enough func([]line) bool) {
	s.t.Helper()
	deadline := time.After(patience)
	for {
		s.mu.Lock()
		done, more := enough(s.lines), s.more
		s.mu.Unlock()
		if done {
			return
		}
		select {
		case <-more:
		case <-s.read:
			s.t.Fatalf("the plugin ended first; it said\n%s%s", s.said(), s.errors())
		case <-deadline:
			s.t.Fatalf("no answer in %v; it said\n%s%s", patience, s.said(), s.errors())
		}
	}
}

// answers gives the answers to a request.
func (s *session) answers(id string) []line {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []line
	for _, l := range s.lines {
		if string(l.ID) == id {
			found = append(found, l)
		}
	}
	return found
}

func (s *session) errors() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stderr.String()
}

func (s *session) said() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, l := range s.lines {
		if len(l.raw) > 500 {
			b.Write(l.raw[:500])
			b.WriteString("…\n")
			continue
		}
		b.Write(l.raw)
	}
	return b.String()
}

// ended is what is known of a plugin that is gone.
type ended struct {
	code  int           // 128 + N for signal N
	after time.Duration // the last input
	cpu   time.Duration // of it and its children
	rss   int64         // MiB, the largest of them
}

// end waits for the end: in time, without a word on stderr that is a crash's,
// and with nothing left in its group.
func (s *session) end() ended {
	s.t.Helper()
	select {
	case <-s.quit:
	case <-time.After(patience):
		s.t.Fatalf("the plugin does not end; it said\n%s%s", s.said(), s.errors())
	}
	<-s.read
	state := s.cmd.ProcessState
	e := ended{code: state.ExitCode(), after: s.quitAt.Sub(s.lastWas), cpu: state.UserTime() + state.SystemTime()}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.code = 128 + int(status.Signal())
	}
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		e.rss = int64(usage.Maxrss) >> 10
	}
	if text := s.errors(); strings.Contains(text, "goroutine ") || strings.Contains(text, "panic") {
		s.t.Errorf("a crash on stderr: %s", text)
	}
	s.alone()
	return e
}

// alone checks that no child is left.
func (s *session) alone() {
	s.t.Helper()
	for deadline := time.Now().Add(time.Second); ; time.Sleep(10 * time.Millisecond) {
		if syscall.Kill(-s.cmd.Process.Pid, 0) == syscall.ESRCH {
			return
		}
		if time.Now().After(deadline) {
			s.t.Error("a process is left in the plugin's group")
			return
		}
	}
}

// core is the program of a plugin's folder.
func core(folder string) string { return filepath.Join(folder, filepath.Base(folder)) }
