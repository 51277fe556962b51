package api

import "time"

// PID names a process inside a sandbox; decimal digits where the backend is
// envd, any text where an exec plugin chose it.
type PID string

// StartRequest starts a program; no shell is involved.
type StartRequest struct {
	Cmd     string
	Args    []string
	Env     map[string]string
	Cwd     string        // "" the user's home
	User    string        // "" the provider's default
	Timeout time.Duration // 0: none. At its end the process is killed and the stream fails with E3001
	Stdin   bool          // keep stdin open for SendInput
}

// Command is a StartRequest for a program and its arguments, in the manner of
// os/exec. No shell reads them: for a script, Command("sh", "-c", script).
func Command(name string, args ...string) StartRequest {
	return StartRequest{Cmd: name, Args: args}
}

// ChunkKind says what a Chunk carries.
type ChunkKind string

// The kinds of chunk; ChunkExit comes once, last.
const (
	ChunkStdout ChunkKind = "stdout"
	ChunkStderr ChunkKind = "stderr"
	ChunkPTY    ChunkKind = "pty"
	ChunkExit   ChunkKind = "exit"
)

// Chunk is one piece of a process's output, or its end.
type Chunk struct {
	Kind     ChunkKind
	Data     []byte
	ExitCode int // of ChunkExit; -1 where a signal ended it
	Signal   int // of ChunkExit: the signal that ended it, else 0
}

// ProcessStream is a running process as seen by who started it or connected
// to it. Recv returns chunks in order; after ChunkExit it returns io.EOF. A
// stream that the server cut is an error, never a short success. The context
// given to Start ends the waiting: cancelled, the process is killed remotely.
type ProcessStream interface {
	PID() PID
	Recv() (Chunk, error)
	// Close stops listening and leaves the process running.
	Close() error
}

// ProcessInfo is a line of the process list.
type ProcessInfo struct {
	PID     PID
	Command string
	Status  string // "running"
}

// TerminalRequest opens a pseudo terminal.
type TerminalRequest struct {
	Cols, Rows int    // 0: 80 and 24
	Cmd        string // "" /bin/bash -i -l
	Args       []string
	Env        map[string]string
	Cwd, User  string
}

// Terminal is an open pseudo terminal; its chunks are ChunkPTY.
type Terminal interface {
	ProcessStream
	Write(p []byte) (int, error)
	Resize(cols, rows int) error
	// Kill ends the terminal's process.
	Kill() error
}
