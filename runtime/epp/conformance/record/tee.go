//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
)

// tee runs a plugin and writes each line that goes in or out into the data
// folder, with the number of its process, in the order of all processes.
func tee(plugin string) error {
	log, err := os.OpenFile(filepath.Join(os.Getenv("ABX_PROVIDER_DATA_DIR"), "transcript"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	cmd := exec.Command(plugin)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		pass(log, ">", os.Stdin, stdin)
		note(log, ".", "")
		stdin.Close()
	}()
	var out sync.WaitGroup
	out.Go(func() { pass(log, "<", stdout, os.Stdout) })
	out.Wait()
	return cmd.Wait()
}

func pass(log *os.File, mark string, from io.Reader, to io.Writer) {
	r := bufio.NewReader(from)
	for {
		line, err := r.ReadString('\n')
		if line != "" {
			note(log, mark, line)
			io.WriteString(to, line)
		}
		if err != nil {
			return
		}
	}
}

// note appends one line; the lock keeps long ones whole.
func note(log *os.File, mark, line string) {
	syscall.Flock(int(log.Fd()), syscall.LOCK_EX)
	defer syscall.Flock(int(log.Fd()), syscall.LOCK_UN)
	if mark == "." {
		line = "\n"
	}
	fmt.Fprintf(log, "%d %s %s", os.Getpid(), mark, line)
}
