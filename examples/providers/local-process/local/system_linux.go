package local

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// attributes make a command die with this process, in a group of its own; a
// terminal's has a session of its own, and so a group.
func attributes(terminal bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: !terminal, Setsid: terminal, Setctty: terminal, Pdeathsig: syscall.SIGKILL}
}

// holdThread keeps the goroutine on its thread: the signal of a parent's death
// comes with that of its thread.
func holdThread() (release func()) {
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}

// startStamp gives the time of a running process's start, else "".
func startStamp(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	// The name in parentheses may hold anything; the state comes behind it, the
	// start is the 20th after that (proc(5)).
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 20 || string(fields[0]) == "Z" || string(fields[0]) == "X" {
		return ""
	}
	return string(fields[19])
}

// sweep kills every process whose environment has the variable, also one that
// left its group or its session; what they start meanwhile has it, too.
func sweep(name, value string) {
	for range sweepPasses {
		if !sweepOnce([]byte(name + "=" + value)) {
			return
		}
		time.Sleep(sweepPause)
	}
}

// A killed process needs a moment to go; one that is stuck in the kernel is
// given up.
const (
	sweepPasses = 50
	sweepPause  = 2 * time.Millisecond
)

func sweepOnce(want []byte) (found bool) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is well-formed
	for _, file := range files {
		env, err := os.ReadFile(file) // one that ended has none
		if err != nil || !hasVar(env, want) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && pid != os.Getpid() && syscall.Kill(pid, syscall.SIGKILL) == nil {
			found = true
		}
	}
	return found
}

func hasVar(env, want []byte) bool {
	for v := range bytes.SplitSeq(env, []byte{0}) {
		if bytes.Equal(v, want) {
			return true
		}
	}
	return false
}
