package box

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// A killed process needs a moment to go; one that is stuck in the kernel is
// given up after a second.
const (
	killPasses = 500
	killPause  = 2 * time.Millisecond
)

// Kill ends every process that was started in the box, also one that left its
// group or its session: all carry the marker in their environment.
func (b *Box) Kill() {
	for range killPasses {
		if b.signal(syscall.SIGKILL) == 0 {
			break
		}
		time.Sleep(killPause)
	}
	if b.ns != nil {
		b.ns.close()
	}
}

// Freeze stops every process of the box until Thaw.
func (b *Box) Freeze() { b.signal(syscall.SIGSTOP) }

// Thaw lets them go on.
func (b *Box) Thaw() { b.signal(syscall.SIGCONT) }

// signal sends sig to the processes of the box and gives their number. Those
// that ended already have no environment any more, so zombies do not count.
func (b *Box) signal(sig syscall.Signal) int {
	files, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is well-formed
	want := []byte(marker + "=" + b.ID)
	found := 0
	for _, file := range files {
		env, err := os.ReadFile(file)
		if err != nil || !hasVar(env, want) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && syscall.Kill(pid, sig) == nil {
			found++
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
