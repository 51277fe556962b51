package guest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/abxgen/abxgen/runtime/internal/tail"
)

// environment is all that a guest's process gets. Go's own traces would be
// 10 kB for one line of news, and one thread for JavaScript, one for the pipe
// and the collector are all that it needs.
var environment = []string{"GOTRACEBACK=none", "GOMAXPROCS=2"}

// Command launches the guest as a child process that runs path with args (none
// of them secret: any user of the machine sees them). It gets an almost empty
// environment, works in the root folder and dies with this process.
func Command(path string, args ...string) Launcher {
	return func(ctx context.Context) (*Conn, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return spawn(path, args)
	}
}

func spawn(path string, args []string) (*Conn, error) {
	stdin, toChild, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	fromChild, stdout, err := os.Pipe()
	if err != nil {
		closeAll(stdin, toChild)
		return nil, err
	}
	p := &process{cmd: exec.Command(path, args...), gone: make(chan struct{})}
	p.cmd.Env = environment
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = stdin, stdout, &p.stderr
	p.cmd.WaitDelay = 100 * time.Millisecond
	if filepath.IsAbs(path) {
		p.cmd.Dir = filepath.VolumeName(path) + string(filepath.Separator)
	}
	prepare(p.cmd)
	started := make(chan error, 1)
	go p.run(started)
	err = <-started
	closeAll(stdin, stdout)
	if err != nil {
		closeAll(toChild, fromChild)
		return nil, err
	}
	return &Conn{
		R: fromChild, W: toChild, Kill: p.kill, Wait: p.wait,
		Stderr: p.stderr.String, Resident: resident(p.cmd.Process.Pid),
	}, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// process is a running child.
type process struct {
	cmd    *exec.Cmd
	stderr tail.Buffer
	gone   chan struct{}
	err    error
}

// run starts the child and waits for it on one thread: on Linux a child whose
// parent's thread ends gets the signal that was meant for the parent's death.
func (p *process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(p.gone)
	err := p.cmd.Start()
	if err == nil {
		confineFromOutside(p.cmd)
	}
	started <- err
	if err == nil {
		p.err = p.cmd.Wait()
	}
}

func (p *process) kill() { p.cmd.Process.Kill() }

func (p *process) wait() error {
	<-p.gone
	return p.err
}
