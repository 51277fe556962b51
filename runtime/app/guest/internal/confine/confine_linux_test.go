//go:build amd64 || arm64

package confine

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/abxgen/abxgen/runtime/guest"
)

// TestMain is the confined process, too.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && strings.HasPrefix(os.Args[1], "__") {
		if os.Args[1] == "__old" {
			becomeOld()
			maps.DeleteFunc(attempts, func(name string, _ func() error) bool { return name != "tcp" && name != "read" })
		}
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
	var mu sync.Mutex
	var all sync.WaitGroup
	for name, attempt := range attempts {
		for range 3 {
			all.Go(func() {
				runtime.LockOSThread()
				if err := attempt(); !refused(err) {
					mu.Lock()
					defer mu.Unlock()
					r.Done = append(r.Done, fmt.Sprintf("%s (%v)", name, err))
				}
			})
		}
	}
	all.Wait()
	r.Sum = work()
	return r
}

// refused tells the filter's answer from a success, and from a failure that
// only this machine's state brought about.
func refused(err error) bool {
	for _, errno := range []error{unix.EPERM, unix.EACCES, unix.ENOSYS} {
		if errors.Is(err, errno) {
			return true
		}
	}
	return false
}

// attempts are what somebody would try who broke out of JavaScript.
var attempts = map[string]func() error{
	"read":            func() error { _, err := os.ReadFile("/etc/hostname"); return err },
	"stat":            func() error { _, err := os.Stat("/etc/hostname"); return err },
	"list":            func() error { _, err := os.ReadDir("/"); return err },
	"link":            func() error { _, err := os.Readlink("/proc/self/exe"); return err },
	"create":          func() error { return os.WriteFile(os.TempDir()+"/abx-confine-test", nil, 0o600) },
	"remove":          func() error { return os.Remove(os.TempDir() + "/abx-confine-none") },
	"chmod":           func() error { return os.Chmod("/etc/hostname", 0o600) },
	"new chmod":       func() error { return call(452, 0, 0, 0) }, // fchmodat2
	"new open":        func() error { return call(unix.SYS_OPENAT2, 0, 0, 0) },
	"own memory file": func() error { return opens("/proc/self/mem", unix.O_RDWR) },
	"core's memory":   func() error { return opens(fmt.Sprintf("/proc/%d/mem", os.Getppid()), unix.O_RDWR) },
	"core's environ":  func() error { return opens(fmt.Sprintf("/proc/%d/environ", os.Getppid()), unix.O_RDONLY) },
	"memory as file":  func() error { _, err := unix.MemfdCreate("x", 0); return err },
	"tcp":             func() error { return socket(unix.AF_INET, unix.SOCK_STREAM) },
	"tcp6":            func() error { return socket(unix.AF_INET6, unix.SOCK_STREAM) },
	"udp":             func() error { return socket(unix.AF_INET, unix.SOCK_DGRAM) },
	"unix":            func() error { return socket(unix.AF_UNIX, unix.SOCK_STREAM) },
	"netlink":         func() error { return socket(unix.AF_NETLINK, unix.SOCK_RAW) },
	"pair":            func() error { _, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0); return err },
	"exec":            func() error { return unix.Exec("/bin/true", []string{"true"}, nil) },
	"fork":            func() error { return call(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0) },
	"spawn":           func() error { return call(unix.SYS_CLONE3, 0, 0, 0) },
	"trace":           func() error { return unix.PtraceAttach(os.Getppid()) },
	"read core":       func() error { return call(unix.SYS_PROCESS_VM_READV, uintptr(os.Getppid()), 0, 0) },
	"write core":      func() error { return call(unix.SYS_PROCESS_VM_WRITEV, uintptr(os.Getppid()), 0, 0) },
	"kill core":       func() error { return unix.Kill(os.Getppid(), 0) },
	"kill all":        func() error { return unix.Kill(-1, 0) },
	"kill its thread": func() error { return unix.Tgkill(os.Getppid(), os.Getppid(), 0) },
	"kill by handle":  func() error { _, err := unix.PidfdOpen(os.Getppid(), 0); return err },
	"core's limits":   func() error { return unix.Prlimit(os.Getppid(), unix.RLIMIT_NOFILE, nil, &unix.Rlimit{}) },
	"own limits":      func() error { return unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}) },
	"priority":        func() error { return unix.Setpriority(unix.PRIO_PROCESS, 0, 1) },
	"namespace":       func() error { return unix.Unshare(unix.CLONE_NEWUSER) },
	"mount":           func() error { return unix.Mount("none", "/", "tmpfs", 0, "") },
	"rings":           func() error { return call(unix.SYS_IO_URING_SETUP, 1, 0, 0) },
	"bpf":             func() error { return call(unix.SYS_BPF, 0, 0, 0) },
	"keys":            func() error { return call(unix.SYS_ADD_KEY, 0, 0, 0) },
	"shared memory":   func() error { return call(unix.SYS_SHMGET, 0, 4096, 0o1600) },
}

func call(number, a, b, c uintptr) error {
	if _, _, errno := unix.RawSyscall(number, a, b, c); errno != 0 {
		return errno
	}
	return nil
}

func opens(name string, mode int) error { _, err := unix.Open(name, mode, 0); return err }

func socket(family, kind int) error { _, err := unix.Socket(family, kind, 0); return err }

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

// becomeOld lets this process see a kernel without Landlock and filters, by a
// filter that hides both.
func becomeOld() {
	code := []unix.SockFilter{load(offNumber)}
	for _, number := range []uint32{unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_SECCOMP} {
		code = append(code, jump(unix.BPF_JEQ, number, 0, 1), give(unknown))
	}
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil || !install(append(code, give(allow))) {
		os.Exit(3)
	}
	runtime.UnlockOSThread()
}

func confined(t *testing.T, how string) (r report) {
	t.Helper()
	out, err := exec.Command(os.Args[0], how).Output()
	if err != nil {
		var exit *exec.ExitError
		errors.As(err, &exit)
		t.Fatalf("%v\n%s", err, exit.Stderr)
	}
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatal(err)
	}
	t.Logf("held: %s; done: %v", r.Held, r.Done)
	return r
}

// TestOldKernel: what the system lacks is not told as held, and nothing else is
// lost with it.
func TestOldKernel(t *testing.T) {
	r := confined(t, "__old")
	if want := (guest.Confinement{Memory: !raceDetector, Privileges: true}); r.Held != want {
		t.Errorf("held: %s", r.Held)
	}
	if !slices.ContainsFunc(r.Done, func(s string) bool { return strings.HasPrefix(s, "tcp ") }) {
		t.Error("the filter is there after all")
	}
}

func TestConfined(t *testing.T) {
	r := confined(t, "__confined")
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
