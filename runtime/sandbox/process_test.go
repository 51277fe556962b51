package sandbox_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/sandbox"
)

func sh(script string) api.StartRequest { return api.Command("sh", "-c", script) }

func TestExec(t *testing.T) {
	s := create(t)
	res, err := s.Exec(t.Context(), sh(`printf 'out\377'; printf err >&2`))
	if err != nil || *res != (sandbox.Result{Stdout: "out\xff", Stderr: "err"}) {
		t.Errorf("%+v, %v", res, err)
	}
	var exit *sandbox.ExitError
	res, err = s.Exec(t.Context(), sh("echo before; exit 3"))
	if !errors.As(err, &exit) || exit.Code != 3 || res.ExitCode != 3 || res.Stdout != "before\n" || err.Error() != "[E3002] the program ended with exit status 3" {
		t.Errorf("%+v, %v", res, err)
	}
	res, err = s.Exec(t.Context(), sh("kill -9 $$"))
	if !errors.As(err, &exit) || exit.Signal != 9 || res.Signal != 9 || exit.Error() != "signal 9" {
		t.Errorf("%+v, %v", res, err)
	}
	late := sh("echo before; sleep 60")
	late.Timeout = 5 * time.Second // its output has come by then
	res, err = s.Exec(t.Context(), late)
	if !errors.Is(err, api.ErrCommandTimeout) || res.Stdout != "before\n" || res.ExitCode != -1 {
		t.Errorf("%+v, %v", res, err)
	}
	if res, err := s.Exec(t.Context(), api.StartRequest{Cmd: "cat", Stdin: true}); api.CodeOf(err) != api.CodeConfig || res == nil {
		t.Errorf("with input: %v", err)
	}
}

func TestStart(t *testing.T) {
	s := create(t)
	req := sh("read line; echo got $line; echo err >&2; exit 4")
	req.Stdin = true
	p, err := s.Start(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(p.Stdin, "a word\n"); err != nil {
		t.Fatal(err)
	}
	stdout, err := io.ReadAll(p.Stdout)
	if string(stdout) != "got a word\n" || err != nil {
		t.Errorf("stdout %q, %v", stdout, err)
	}
	var exit *sandbox.ExitError
	if err := p.Wait(); !errors.As(err, &exit) || exit.Code != 4 {
		t.Errorf("wait: %v", err)
	}
	// The other output can be read on.
	if stderr, err := io.ReadAll(p.Stderr); string(stderr) != "err\n" || err != nil {
		t.Errorf("stderr %q, %v", stderr, err)
	}
	if err := p.Wait(); !errors.As(err, &exit) {
		t.Errorf("waiting again: %v", err)
	}
}

func TestClosingStdinEndsIt(t *testing.T) {
	p, err := create(t).Start(t.Context(), api.StartRequest{Cmd: "cat", Stdin: true})
	if err != nil {
		t.Fatal(err)
	}
	content := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	go func() {
		_, _ = p.Stdin.Write(content)
		_ = p.Stdin.Close()
	}()
	back, err := io.ReadAll(p.Stdout)
	if err != nil || !bytes.Equal(back, content) {
		t.Errorf("%d of %d bytes, %v", len(back), len(content), err)
	}
	if err := errors.Join(p.Wait(), p.Stdin.Close()); err != nil {
		t.Error(err)
	}
	if _, err := p.Stdin.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("writing on: %v", err)
	}
}

// A program that fills one output while the reader waits for the other.
func TestOutputsDoNotDeadlock(t *testing.T) {
	p, err := create(t).Start(t.Context(), sh("head -c 3000000 /dev/zero >&2; echo done"))
	if err != nil {
		t.Fatal(err)
	}
	if stdout, err := io.ReadAll(p.Stdout); string(stdout) != "done\n" || err != nil {
		t.Errorf("stdout %q, %v", stdout, err)
	}
	if stderr, err := io.ReadAll(p.Stderr); len(stderr) != 3000000 || err != nil {
		t.Errorf("stderr %d, %v", len(stderr), err)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
}

// Wait alone comes back, and what was dropped is not taken for the whole.
func TestWaitWithoutReading(t *testing.T) {
	p, err := create(t).Start(t.Context(), sh("head -c 3000000 /dev/zero; echo err >&2"))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
	if stdout, err := io.ReadAll(p.Stdout); len(stdout) < 1<<20 || len(stdout) == 3000000 || api.CodeOf(err) != api.CodeExecution {
		t.Errorf("%d bytes, %v", len(stdout), err)
	}
	if stderr, err := io.ReadAll(p.Stderr); string(stderr) != "err\n" || err != nil {
		t.Errorf("stderr %q, %v", stderr, err)
	}
}

func TestClosedOutputHoldsNobodyUp(t *testing.T) {
	p, err := create(t).Start(t.Context(), sh("echo first; head -c 3000000 /dev/zero"))
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(p.Stdout).ReadString('\n'); line != "first\n" || err != nil {
		t.Errorf("%q, %v", line, err)
	}
	if err := p.Stdout.Close(); err != nil {
		t.Error(err)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := p.Stdout.Read(make([]byte, 1)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("reading on: %v", err)
	}
}

func TestContextKillsTheProgram(t *testing.T) {
	s := create(t)
	ctx, cancel := context.WithCancel(t.Context())
	p, err := s.Start(ctx, sh("echo $$; exec sleep 1000"))
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(p.Stdout).ReadString('\n'); err != nil || line == "" {
		t.Fatal(err)
	}
	cancel()
	if err := p.Wait(); !errors.Is(err, context.Canceled) {
		t.Errorf("wait: %v", err)
	}
	if _, err := p.Stdout.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v", err)
	}
	checkGone(t, s)
}

// checkGone asks until no program runs; one that was killed may take a moment
// to be no more.
func checkGone(t *testing.T, s *sandbox.Sandbox) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for running := true; running; {
		running = false
		for info, err := range s.Processes().List(ctx) {
			if err != nil {
				t.Fatalf("it runs still: %v", err)
			}
			running = running || strings.Contains(info.Command, "sleep")
		}
	}
}

// A program is killed with process.manage by its pid, and without it too.
func TestKill(t *testing.T) {
	for _, features := range [][]api.Feature{nil, {api.FeatureSandboxLifecycle, api.FeatureExecRun}} {
		p, err := create(t, features...).Start(t.Context(), sh("echo first; exec cat /dev/zero"))
		if err != nil {
			t.Fatal(err)
		}
		// Its output is read and then left: what is unread does not hold up Wait.
		if line, err := bufio.NewReaderSize(p.Stdout, 16).ReadString('\n'); line != "first\n" || err != nil {
			t.Fatal(line, err)
		}
		if err := p.Kill(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := p.Wait(); api.CodeOf(err) != api.CodeProcess {
			t.Errorf("with %v: %v", features, err)
		}
	}
}

func TestReleaseLeavesItRunning(t *testing.T) {
	s := create(t)
	p, err := s.Start(t.Context(), sh("read line; echo got $line"))
	if err == nil {
		err = p.Wait() // an input that was not asked for is empty
	}
	if out, _ := io.ReadAll(p.Stdout); string(out) != "got\n" || err != nil {
		t.Fatalf("%q, %v", out, err)
	}
	req := sh("read line; echo got $line; exit 5")
	req.Stdin = true
	if p, err = s.Start(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	if err := p.Release(); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); api.CodeOf(err) != api.CodeProcess {
		t.Errorf("wait of what was released: %v", err)
	}
	again, err := s.Processes().Connect(t.Context(), p.PID())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(again.Stdin, "it\n"); err != nil {
		t.Fatal(err)
	}
	var exit *sandbox.ExitError
	if out, err := io.ReadAll(again.Stdout); string(out) != "got it\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	if err := again.Wait(); !errors.As(err, &exit) || exit.Code != 5 {
		t.Errorf("wait: %v", err)
	}
}

func TestSignal(t *testing.T) {
	p, err := create(t).Start(t.Context(), sh(`trap 'echo caught; exit 6' TERM; echo ready; while :; do sleep 0.05; done`))
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(p.Stdout)
	if line, err := out.ReadString('\n'); line != "ready\n" || err != nil {
		t.Fatal(line, err)
	}
	if err := p.Signal(t.Context(), 15); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(out); string(rest) != "caught\n" || err != nil {
		t.Errorf("%q, %v", rest, err)
	}
}

func TestTerminal(t *testing.T) {
	s := create(t)
	term, err := s.Terminal(t.Context(), api.TerminalRequest{Cols: 70, Rows: 20, Cmd: "sh"})
	if err != nil {
		t.Fatal(err)
	}
	if err := term.Resize(71, 21); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(term, "stty size; exit 7\n"); err != nil {
		t.Fatal(err)
	}
	shown, err := io.ReadAll(term)
	if !strings.Contains(string(shown), "21 71") || err != nil {
		t.Errorf("%q, %v", shown, err)
	}
	var exit *sandbox.ExitError
	if err := term.Wait(); !errors.As(err, &exit) || exit.Code != 7 {
		t.Errorf("wait: %v", err)
	}
	if err := term.Close(); err != nil {
		t.Error(err)
	}
	if term, err = s.Terminal(t.Context(), api.TerminalRequest{Cmd: "sleep", Args: []string{"1000"}}); err != nil {
		t.Fatal(err)
	}
	if err := term.Close(); err != nil {
		t.Error(err)
	}
	if err := term.Wait(); err == nil {
		t.Error("the terminal ended well")
	}
	checkGone(t, s)
}

// A program that has ended is not signalled: its pid may be another's by then.
func TestAProgramThatEndedIsDone(t *testing.T) {
	ctx, c := t.Context(), cloud.ForTest(t)
	s, err := client(t, c).Create(ctx, api.CreateRequest{})
	if err != nil {
		t.Fatal(err)
	}
	req := sh("exit 3")
	req.Stdin = true
	p, err := s.Start(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); api.CodeOf(err) != api.CodeProcess {
		t.Fatal(err)
	}
	asked := len(c.Requests())
	for what, err := range map[string]error{"kill": p.Kill(ctx), "signal": p.Signal(ctx, 9)} {
		if !errors.Is(err, os.ErrProcessDone) || api.CodeOf(err) != api.CodeProcess {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := p.Stdin.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("write: %v", err)
	}
	if err := p.Stdin.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	if len(c.Requests()) != asked {
		t.Error("the sandbox was asked")
	}
}

func TestATimeoutThatIsOverStartsNothing(t *testing.T) {
	s, req := create(t), sh("touch started")
	req.Timeout = -1
	if _, err := s.Exec(t.Context(), req); api.CodeOf(err) != api.CodeConfig {
		t.Errorf("exec: %v", err)
	}
	if _, err := s.Start(t.Context(), req); api.CodeOf(err) != api.CodeConfig {
		t.Errorf("start: %v", err)
	}
	if there, err := s.Files().Exists(t.Context(), "started"); there || err != nil {
		t.Errorf("it was started: %v, %v", there, err)
	}
}
