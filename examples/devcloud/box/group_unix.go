//go:build unix

package box

import (
	"os/exec"
	"syscall"
)

func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// KillGroup sends a signal to a command's process group, as far as that is
// still there.
func KillGroup(pid int, sig syscall.Signal) error { return syscall.Kill(-pid, sig) }
