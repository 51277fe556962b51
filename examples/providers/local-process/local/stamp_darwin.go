package local

import (
	"fmt"

	"golang.org/x/sys/unix"
)

const zombie = 5 // SZOMB of sys/proc.h

// startStamp gives the time of a running process's start, else "".
func startStamp(pid int) string {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || info.Proc.P_stat == zombie {
		return ""
	}
	return fmt.Sprint(info.Proc.P_starttime.Unix())
}
