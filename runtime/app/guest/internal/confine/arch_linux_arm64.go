package confine

import "golang.org/x/sys/unix"

const (
	nativeArch   = unix.AUDIT_ARCH_AARCH64
	foreignCalls = 0xffffffff // no other set of numbers
	statAt       = unix.SYS_FSTATAT
)

var deniedByArch = []uint32{unix.SYS_KEXEC_FILE_LOAD}
