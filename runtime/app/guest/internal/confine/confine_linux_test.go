package confine

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/guest"
)

// TestMain is the confined process, too.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "__confined" {
		json.NewEncoder(os.Stdout).Encode(try())
		os.Exit(0)
	}
	os.Exit(m.Run())
}

type report struct {
	Held guest.Confinement
	Done []string // what should have been refused
	Sum  int
}

// try gives everything up and then tries it, from several threads.
func try() report {
	r := report{Held: Apply(guest.Limits{HeapBytes: 512 << 20})}
	attempts := map[string]func() error{
		"read":    func() error { _, err := os.ReadFile("/etc/hostname"); return err },
		"stat":    func() error { _, err := os.Stat("/etc/hostname"); return err },
		"create":  func() error { return os.WriteFile(os.TempDir()+"/abx-confine-test", nil, 0o600) },
		"connect": func() error { return socket(syscall.SOCK_STREAM) },
		"udp":     func() error { return socket(syscall.SOCK_DGRAM) },
		"exec":    func() error { return exec.Command("/bin/true").Run() },
		"kill":    func() error { return syscall.Kill(os.Getppid(), 0) },
		"rlimit":  func() error { return syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}) },
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	for name, attempt := range attempts {
		for range 3 {
			all.Go(func() {
				runtime.LockOSThread()
				if err := attempt(); err == nil {
					mu.Lock()
					defer mu.Unlock()
					r.Done = append(r.Done, name)
				}
			})
		}
	}
	all.Wait()
	r.Sum = work()
	return r
}

func socket(kind int) error { _, err := syscall.Socket(syscall.AF_INET, kind, 0); return err }

const threads = 20

// work is what Go's runtime has to go on doing: threads, memory, collections,
// timers.
func work() (sum int) {
	results := make(chan int)
	for n := range threads {
		go func() {
			runtime.LockOSThread()
			data := make([]byte, 1<<20)
			time.Sleep(time.Millisecond)
			results <- n + len(data)*0
		}()
	}
	for range threads {
		sum += <-results
	}
	runtime.GC()
	return sum
}

func TestConfined(t *testing.T) {
	out, err := exec.Command(os.Args[0], "__confined").Output()
	if err != nil {
		var exit *exec.ExitError
		errors.As(err, &exit)
		t.Fatalf("%v\n%s", err, exit.Stderr)
	}
	var r report
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatal(err)
	}
	t.Logf("held: %s", r.Held)
	if r.Held.Sockets && len(r.Done) > 0 {
		t.Errorf("a confined process could still: %v", r.Done)
	}
	if !r.Held.Sockets && os.Getenv("ABXGEN_TEST_ALL") != "" {
		t.Error("no filter could be installed")
	}
	if r.Sum != threads*(threads-1)/2 {
		t.Errorf("Go's own work gave %d", r.Sum)
	}
}
