//go:build unix

package local

import (
	"cmp"
	"errors"
	"os"
	"strings"
	"syscall"

	"github.com/abxgen/abxgen/runtime/api"
)

// standardPath is where commands are looked for where nobody says.
const standardPath = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"

func defaultPath(path string) string { return cmp.Or(strings.TrimSpace(path), standardPath) }

// systemEnv gives what a program needs of this system to start at all.
func systemEnv() map[string]string { return nil }

// signalGroup signals a command with all that stayed in its group.
func signalGroup(pid, signal int) error { return syscall.Kill(-pid, syscall.Signal(signal)) }

// processExists reports whether there is any process of that number.
func processExists(pid int) bool {
	return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}

func exitOf(state *os.ProcessState) api.Chunk {
	c := api.Chunk{Kind: api.ChunkExit, ExitCode: -1}
	if state == nil {
		return c
	}
	c.ExitCode = state.ExitCode()
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		c.Signal = int(status.Signal())
	}
	return c
}
