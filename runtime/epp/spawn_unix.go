//go:build unix

package epp

import (
	"os/exec"
	"syscall"
)

// startGroup starts a plugin in a session, and so in a group, of its own.
func startGroup(cmd *exec.Cmd) (kill, terminate func(), err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	signal := func(s syscall.Signal) func() {
		return func() { _ = syscall.Kill(-cmd.Process.Pid, s) } // a group that is gone needs none
	}
	return signal(syscall.SIGKILL), signal(syscall.SIGTERM), nil
}
