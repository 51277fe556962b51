package confine

import (
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/abxgen/abxgen/runtime/guest"
)

// maxFiles leaves Go's poller the few descriptors that it has.
const maxFiles = 32

// apply needs no privileges. The order matters: the filter comes last, because
// it forbids what the rest needs. It takes the thread's promise of no new
// privileges to all the others, also in a program with cgo, where nothing else
// can reach them.
func apply(l guest.Limits) (held guest.Confinement) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	closeInherited()
	held.Memory = !raceDetector && limit(unix.RLIMIT_DATA, uint64(l.HeapBytes))
	plain := limit(unix.RLIMIT_CORE, 0) && limit(unix.RLIMIT_NOFILE, maxFiles)
	everywhere := everyThread(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
	here := everywhere || unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == nil
	held.Files = restrictFiles()
	if installFilter() {
		held.Files, held.Sockets, held.Processes = true, true, true
		everywhere = here
	}
	held.Privileges = everywhere && plain
	return held
}

func limit(what int, value uint64) bool {
	r := unix.Rlimit{Cur: value, Max: value}
	return unix.Setrlimit(what, &r) == nil
}

// everyThread makes a system call that holds for one thread only on all of Go's.
func everyThread(call, a, b uintptr) bool {
	_, _, errno := syscall.AllThreadsSyscall6(call, a, b, 0, 0, 0, 0)
	return errno == 0
}
