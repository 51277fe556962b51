package epp

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/internal/tail"
)

// Spawn starts a plugin as the published hosts do: argv from ResolveCommand,
// env from ScrubbedEnv, dir its data folder, in a session of its own. ctx bounds
// only the start; what was started lives until its end or Kill. A failure is
// E8021.
func Spawn(ctx context.Context, argv []string, dir string, env []string) (Link, error) {
	if err := ctx.Err(); err != nil {
		return Link{}, err
	}
	p := &child{cmd: exec.Command(argv[0], argv[1:]...), gone: make(chan struct{})}
	p.cmd.Dir, p.cmd.Env = dir, env
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = 500 * time.Millisecond // what it left behind may hold stderr
	link, err := p.start()
	if err != nil {
		return Link{}, api.Errorf(api.CodeProviderProcess, "the plugin %q cannot be started", clean(argv[0])).Because(err).
			With(clean(err.Error()))
	}
	return link, nil
}

// child is a plugin's process.
type child struct {
	cmd    *exec.Cmd
	stderr tail.Buffer
	kill   sync.Once
	gone   chan struct{}
	err    error
}

func (p *child) start() (Link, error) {
	stdin, toChild, err := os.Pipe()
	if err != nil {
		return Link{}, err
	}
	fromChild, stdout, err := os.Pipe()
	if err != nil {
		closeAll(stdin, toChild)
		return Link{}, err
	}
	p.cmd.Stdin, p.cmd.Stdout = stdin, stdout
	kill, terminate, err := startGroup(p.cmd)
	closeAll(stdin, stdout)
	if err != nil {
		closeAll(toChild, fromChild)
		return Link{}, err
	}
	go p.wait()
	return Link{
		Stdout: fromChild, Stdin: toChild, Terminate: terminate,
		Kill: func() { p.kill.Do(kill) }, Wait: p.ended, Stderr: p.stderr.String,
	}, nil
}

func (p *child) wait() {
	if err := p.cmd.Wait(); !errors.Is(err, exec.ErrWaitDelay) { // that is about what it left behind
		p.err = err
	}
	close(p.gone)
}

func (p *child) ended() error {
	<-p.gone
	return p.err
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}
