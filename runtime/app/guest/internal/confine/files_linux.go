package confine

import (
	"os"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// closeInherited closes what the core's own parents left open in it, but for
// the pipes and Go's poller.
func closeInherited() {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return
	}
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd <= 2 {
			continue
		}
		target, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err == nil && !strings.HasPrefix(target, "anon_inode:[event") {
			unix.Close(fd)
		}
	}
}

// Rights of a Landlock rule set, by the version of the kernel's interface that
// first knows them.
const (
	rightsV1 = 1<<13 - 1 // LANDLOCK_ACCESS_FS_EXECUTE … MAKE_SYM
	rightsV2 = rightsV1 | unix.LANDLOCK_ACCESS_FS_REFER
	rightsV3 = rightsV2 | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	rightsV5 = rightsV3 | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// restrictFiles takes every right to the file system, and none is given back.
func restrictFiles() bool {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return false
	}
	attr := unix.LandlockRulesetAttr{Handled_access_fs: rights(int(version))}
	size := unsafe.Sizeof(attr.Handled_access_fs) // what every version knows
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return false
	}
	defer unix.Close(int(fd))
	return everyThread(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0)
}

func rights(version int) uint64 {
	switch {
	case version >= 5:
		return rightsV5
	case version >= 3:
		return rightsV3
	case version == 2:
		return rightsV2
	}
	return rightsV1
}
