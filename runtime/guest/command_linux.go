package guest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// prepare makes the child die with this process, whatever else fails.
func prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// confineFromOutside does nothing: a child on Linux confines itself.
func confineFromOutside(*exec.Cmd) {}

// resident gives a reader of a process's resident size. It is used only where
// the child could not set its limit.
func resident(pid int) func() int64 {
	name := fmt.Sprintf("/proc/%d/statm", pid)
	page := int64(os.Getpagesize())
	return func() int64 {
		data, err := os.ReadFile(name)
		parts := bytes.Fields(data)
		if err != nil || len(parts) < 2 {
			return 0
		}
		pages, _ := strconv.ParseInt(string(parts[1]), 10, 64)
		return pages * page
	}
}
