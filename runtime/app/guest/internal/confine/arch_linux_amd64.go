package confine

import "golang.org/x/sys/unix"

const (
	nativeArch   = unix.AUDIT_ARCH_X86_64
	foreignCalls = 0x40000000 // the x32 calls have this bit
	statAt       = unix.SYS_NEWFSTATAT
)

// deniedByArch are the older forms of what the common lists name.
var deniedByArch = []uint32{
	unix.SYS_OPEN, unix.SYS_CREAT, unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_UNLINK, unix.SYS_RENAME, unix.SYS_MKDIR, unix.SYS_RMDIR,
	unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_LINK, unix.SYS_SYMLINK, unix.SYS_MKNOD, unix.SYS_READLINK,
	unix.SYS_ACCESS, unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT, unix.SYS_INOTIFY_INIT,
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_KEXEC_FILE_LOAD,
}
