package local

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/windows"

	"github.com/abxgen/abxgen/runtime/api"
)

func system32() string {
	dir, err := windows.GetSystemDirectory()
	if err != nil {
		return `C:\Windows\System32`
	}
	return dir
}

// defaultPath is the system's folder where the manifest's default, which is
// for other systems, stands.
func defaultPath(path string) string {
	if strings.HasPrefix(path, "/") {
		path = ""
	}
	return cmp.Or(strings.TrimSpace(path), system32())
}

// systemEnv gives what a program needs of this system to start at all.
func systemEnv() map[string]string {
	return map[string]string{"SystemRoot": filepath.Dir(system32()), "ComSpec": filepath.Join(system32(), "cmd.exe")}
}

// attributes put a command into a group of its own.
func attributes(bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

func holdThread() (release func()) { return func() {} }

// signalGroup ends the process, whatever the signal: there is nothing else.
func signalGroup(pid, _ int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	defer func() { _ = p.Release() }()
	return p.Kill()
}

func processExists(pid int) bool {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return !errors.Is(err, windows.ERROR_INVALID_PARAMETER)
	}
	_ = windows.CloseHandle(h)
	return true
}

// startStamp gives the time of a running process's start, else "".
func startStamp(pid int) string {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return ""
	}
	defer func() { _ = windows.CloseHandle(h) }()
	var made, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(h, &made, &ended, &kernel, &user) != nil || ended != (windows.Filetime{}) {
		return ""
	}
	return strconv.FormatInt(made.Nanoseconds(), 10)
}

// sweep does nothing: no variable of another process can be read here.
func sweep(string, string) {}

func exitOf(state *os.ProcessState) api.Chunk {
	c := api.Chunk{Kind: api.ChunkExit, ExitCode: -1}
	if state != nil {
		c.ExitCode = state.ExitCode()
	}
	return c
}
