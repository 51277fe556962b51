//go:build amd64 || arm64

package confine

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in what a filter sees of a system call (struct seccomp_data, little
// endian).
const (
	offNumber = 0
	offArch   = 4
	offArg0   = 16
)

// installFilter puts a filter on every thread that refuses the calls of denied.
// It refuses by number instead of allowing by number, because what Go's runtime
// needs changes with its versions.
func installFilter() bool {
	return install(program(denied, uint32(os.Getpid())))
}

func install(code []unix.SockFilter) bool {
	prog := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	return errno == 0
}

const (
	allow   = unix.SECCOMP_RET_ALLOW
	kill    = unix.SECCOMP_RET_KILL_PROCESS
	refuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

// firstNew is the number of the first call of Linux 5.1: from there on numbers
// are the same everywhere, and Go's runtime needs none of them once it runs.
// What later kernels add (another way to open, mount or signal) is refused with
// them.
const firstNew = unix.SYS_PIDFD_SEND_SIGNAL

// program is the filter: another architecture's calls kill; new threads may be
// made but no processes; signals go to this process only.
func program(denied []uint32, pid uint32) []unix.SockFilter {
	code := []unix.SockFilter{
		load(offArch), jump(unix.BPF_JEQ, nativeArch, 1, 0), give(kill),
		load(offNumber), jump(unix.BPF_JGE, foreignCalls, 0, 1), give(refuse),
		jump(unix.BPF_JGE, firstNew, 0, 1), give(unknown),
		jump(unix.BPF_JEQ, unix.SYS_CLONE, 0, 4),
		load(offArg0), jump(unix.BPF_JSET, unix.CLONE_THREAD, 1, 0), give(refuse), give(allow),
		jump(unix.BPF_JEQ, unix.SYS_TGKILL, 0, 4),
		load(offArg0), jump(unix.BPF_JEQ, pid, 1, 0), give(refuse), give(allow),
	}
	for _, number := range denied {
		code = append(code, jump(unix.BPF_JEQ, number, 0, 1), give(refuse))
	}
	return append(code, give(allow))
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func jump(test uint16, k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: k, Jt: yes, Jf: no}
}

func give(result uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: result}
}
