package abx_test

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

// command is abx as a process of its own, with nothing in its environment but
// what a test gives it.
func command(t *testing.T, c *cloud.Cloud, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("abx")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"HOME=" + cmd.Dir, "PATH=" + os.Getenv("PATH")}
	configure(c, func(key, value string) { cmd.Env = append(cmd.Env, key+"="+value) })
	return cmd
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	return string(out)
}

func newSandbox(t *testing.T, c *cloud.Cloud, provider string) string {
	t.Helper()
	table := output(t, command(t, c, "--provider", provider, "create"))
	return strings.Fields(table)[1]
}

// waitFor waits for something that another process is about to do.
func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// TestInterrupt: Ctrl-C and SIGTERM stop the program remotely, and abx ends as
// a shell expects.
func TestInterrupt(t *testing.T) {
	// abx leaves alone what is ignored where it is started, as SIGINT is in the
	// background of a script. A child has the default for what its parent hears.
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGINT, syscall.SIGTERM)
	defer signal.Stop(heard)
	c := cloud.ForTest(t)
	id := newSandbox(t, c, "e2b")
	for sig, code := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		for _, provider := range []string{"e2b", "my-cloud"} {
			cmd := command(t, c, "--provider", provider, "exec", id, "--", "sh", "-c", "echo ready; exec sleep 2718")
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := out.Read(make([]byte, 16)); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != code {
				t.Errorf("%s ended with %v after %s", provider, cmd.ProcessState, sig)
			}
			if c.Count("POST", "/SendSignal") == 0 {
				t.Error("nothing was stopped remotely")
			}
		}
	}
	// Processes of others may end between being listed and being read.
	waitFor(t, "the end of what was stopped", func() bool {
		left := output(t, command(t, c, "--provider", "e2b", "exec", id, "--", "sh", "-c", "cat /proc/[0-9]*/cmdline 2>/dev/null; :"))
		return !strings.Contains(left, "sleep\x002718")
	})
}

// TestAReaderThatLeft: where nobody takes the output, the program is stopped.
func TestAReaderThatLeft(t *testing.T) {
	c := cloud.ForTest(t)
	id := newSandbox(t, c, "e2b")
	cmd := command(t, c, "--provider", "e2b", "exec", id, "--", "sh", "-c", "while :; do echo more; sleep 0.01; done")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if _, err := r.Read(make([]byte, 4)); err != nil {
		t.Fatal(err)
	}
	r.Close()
	if err := cmd.Wait(); err == nil {
		t.Error("it ended well")
	}
	if c.Count("POST", "/SendSignal") == 0 {
		t.Error("nothing was stopped remotely")
	}
}

// TestCanary: another provider's key stands in abx's environment; it is in no
// child's environment or command line, no request, and nothing that is printed.
func TestCanary(t *testing.T) {
	const canary = "canary-5d1e77"
	c := cloud.ForTest(t)
	id := newSandbox(t, c, "e2b")
	cmd := command(t, c, "--provider", "e2b", "exec", id, "-i", "--", "cat")
	cmd.Env = append(cmd.Env, "ABX_SANDBOX_API_KEY="+canary, "ABX_LOG=debug")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the command", func() bool { return c.Count("POST", "/Start") > 0 })
	guest := childOf(t, cmd.Process.Pid)
	for _, name := range []string{"environ", "cmdline"} {
		data, err := os.ReadFile(filepath.Join("/proc", guest, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{canary, c.Key} {
			if bytes.Contains(data, []byte(secret)) {
				t.Errorf("the guest's %s holds a key", name)
			}
		}
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	isClean(t, c, canary, out.String()+errs.String())
}

func childOf(t *testing.T, pid int) string {
	t.Helper()
	tasks, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		if data, _ := os.ReadFile(task); len(bytes.TrimSpace(data)) > 0 {
			return strings.Fields(string(data))[0]
		}
	}
	t.Fatal("abx has started no guest")
	return ""
}

func isClean(t *testing.T, c *cloud.Cloud, secret, printed string) {
	t.Helper()
	if strings.Contains(printed, secret) {
		t.Errorf("printed: %s", printed)
	}
	for _, r := range c.Requests() {
		text := r.Path + r.Query + string(r.Body)
		for _, v := range r.Header {
			text += strings.Join(v, " ")
		}
		if strings.Contains(text, secret) {
			t.Errorf("%s %s holds it", r.Method, r.Path)
		}
	}
}
