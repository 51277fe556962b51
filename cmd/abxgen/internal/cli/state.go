package cli

import (
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"

	"golang.org/x/term"
)

// State is all of the process that abxgen looks at or writes to. Nothing else
// in abxgen touches the process.
type State struct {
	Args       []string // without the program's name
	Stdout     io.Writer
	Stderr     io.Writer
	Environ    func(name string) string
	All        []string // the whole environment, for programs that get what is left of it
	Cwd        string
	Executable string // abxgen's own file
	Terminal   bool   // Stderr is one that can be written over
	Go         string // the go command; "" where there is none
	UserHome   string // as the system knows it, whatever HOME says
}

// FromProcess gives the state of this process.
func FromProcess() *State {
	s := &State{
		Args:    os.Args[1:],
		Stdout:  os.Stdout,
		Stderr:  os.Stderr,
		Environ: os.Getenv,
		All:     os.Environ(),
	}
	s.Cwd, _ = os.Getwd()
	s.Executable, _ = os.Executable()
	s.Terminal = term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb"
	s.Go = findGo(os.Getenv("GOROOT"))
	if u, err := user.Current(); err == nil {
		s.UserHome = u.HomeDir
	}
	return s
}

// findGo finds the go command in PATH, else in GOROOT.
func findGo(goroot string) string {
	path, err := exec.LookPath("go")
	if err != nil && goroot != "" {
		path, err = exec.LookPath(filepath.Join(goroot, "bin", "go"))
	}
	if err != nil {
		return ""
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	return abs
}

// home gives the folder that ~ means, "" where nothing says.
func (s *State) home() string {
	if home := s.Environ("HOME"); home != "" {
		return home
	}
	return s.Environ("USERPROFILE")
}
