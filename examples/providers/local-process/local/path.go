package local

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A shell's exit codes for a command that it cannot run.
const (
	notExecutable = 126
	notFoundCode  = 127
)

// lookPath finds a program by the sandbox's PATH, or as it is named; code is
// not 0 where there is none.
func lookPath(cmd, path, dir string) (found string, code int) {
	if strings.ContainsRune(cmd, '/') || strings.ContainsRune(cmd, filepath.Separator) {
		if !filepath.IsAbs(cmd) {
			cmd = filepath.Join(dir, cmd)
		}
		return check(cmd)
	}
	code = notFoundCode
	if cmd == "" {
		return "", code
	}
	for _, folder := range filepath.SplitList(path) {
		if found, c := check(filepath.Join(cmp.Or(folder, dir), cmd)); c != notFoundCode {
			if code = c; c == 0 {
				return found, 0
			}
		}
	}
	return "", code
}

func check(file string) (string, int) {
	if found, err := exec.LookPath(file); err == nil {
		return found, 0
	}
	if _, err := os.Stat(file); err == nil {
		return "", notExecutable
	}
	return "", notFoundCode
}
