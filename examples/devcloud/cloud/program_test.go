package cloud

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestMain can be the program itself, as its main is.
func TestMain(m *testing.M) {
	if os.Getenv("DEVCLOUD_TEST_PROGRAM") == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	code := Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// The program prints its address first, and at SIGTERM leaves neither process
// nor file behind.
func TestProgram(t *testing.T) {
	dir, ca := t.TempDir(), filepath.Join(t.TempDir(), "ca.pem")
	cmd := exec.Command(os.Args[0], "--dir", dir, "--template", "base", "--ca-file", ca, "--key", "k")
	cmd.Env = []string{"DEVCLOUD_TEST_PROGRAM=1"}
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill() // if the test fails before its end
	var c Cloud
	if _, err := fmt.Fscanf(bufio.NewReader(stdout), "%s\ndata plane %s\n", &c.URL, &c.DataURL); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(c.URL, "http://127.0.0.1:") {
		t.Errorf("the first line is %q", c.URL)
	}
	if pem, err := os.ReadFile(ca); err != nil || !bytes.Contains(pem, []byte("CERTIFICATE")) {
		t.Error(err)
	}
	c.Key = "k"
	id := c.sandbox(t, `{"templateID":"base","timeout":600}`)
	token := c.ask(t, "GET", "/sandboxes/"+id, "").object()["envdAccessToken"].(string)
	pid := c.detach(t, id, token)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	if alive(pid) {
		t.Errorf("process %d is left", pid)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// go run does not pass a SIGTERM on; the program then ends by itself. Test
// binaries lie where go run puts its programs.
func TestEndsWithGoRun(t *testing.T) {
	if exe, err := os.Executable(); err != nil || !strings.Contains(exe, "go-build") {
		t.Skip("this test was built apart: ", exe)
	}
	dir := t.TempDir()
	goRun := exec.Command("/bin/sh", "-c", `"$0" --dir "$1" & wait`, os.Args[0], dir)
	goRun.Env = []string{"DEVCLOUD_TEST_PROGRAM=1"}
	stdout, err := goRun.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := goRun.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(stdout)
	if line, err := out.ReadString('\n'); err != nil {
		t.Fatal(line, err)
	}
	if err := goRun.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(out); err != nil { // until nobody can write there any more
		t.Error(err)
	}
	_ = goRun.Wait() // killed, as it was meant
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// detach starts a process that leaves its group and session, and gives its pid.
func (c *Cloud) detach(t *testing.T, id, token string) (pid int) {
	t.Helper()
	start := `{"process":{"cmd":"sh","args":["-c","setsid sleep 600 </dev/null >/dev/null 2>&1 & echo $! > pid"]},"stdin":false}`
	frame := append([]byte{0, 0, 0, 0, byte(len(start))}, start...)
	c.envd(t, "POST", "/process.Process/Start", id, token, "application/connect+json", frame)
	text := c.envd(t, "GET", "/files?path=pid", id, token, "", nil)
	if _, err := fmt.Sscan(string(text), &pid); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if !alive(pid) {
		t.Fatalf("process %d does not run", pid)
	}
	return pid
}

// alive tells whether a process runs; one that waits to be reaped, by whoever
// is its parent now, has no command line any more.
func alive(pid int) bool {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return len(line) > 0
}

func (c *Cloud) envd(t *testing.T, method, path, id, token, ctype string, body []byte) []byte {
	t.Helper()
	other := &Cloud{URL: c.DataURL, Key: "unused"}
	res := other.request(t, method, path, bytes.NewReader(body),
		"E2b-Sandbox-Id", id, "X-Access-Token", token, "Content-Type", ctype)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%s: %d %q, %v", path, res.StatusCode, text, err)
	}
	return text
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"--no-such"}, {"x"}, {"--max-sandboxes", "many"}, {"--template", ""}} {
		if got := Main(t.Context(), args, io.Discard, io.Discard); got != 2 {
			t.Errorf("%v: exit %d", args, got)
		}
	}
	for _, args := range [][]string{{"--secure", "maybe"}, {"--listen", "nowhere:x"}, {"--dir", "/no/such"}} {
		var stderr bytes.Buffer
		if got := Main(t.Context(), args, io.Discard, &stderr); got != 1 || !strings.HasPrefix(stderr.String(), "devcloud: ") {
			t.Errorf("%v: exit %d, %q", args, got, stderr.String())
		}
	}
	if got := Main(t.Context(), []string{"--help"}, io.Discard, io.Discard); got != 0 {
		t.Errorf("--help: exit %d", got)
	}
}
