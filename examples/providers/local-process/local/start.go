package local

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// What every command has in its environment: its sandbox, its own key, and the
// plugin process that started it. By them its children are found again.
const (
	sandboxVar = "ABX_LOCAL_SANDBOX"
	keyVar     = "ABX_LOCAL_PROCESS"
	ownerVar   = "ABX_LOCAL_OWNER"
)

// Start runs a command in the sandbox's folder.
func (p *Provider) Start(ctx context.Context, id string, req api.StartRequest) (api.ProcessStream, error) {
	r, err := p.store.load(id)
	if err != nil {
		return nil, err
	}
	proc, missing, err := p.prepare(r, command{req.Cmd, req.Args, req.Env, req.Cwd, req.User})
	if err != nil || missing != nil {
		return missing, err
	}
	outputs, err := proc.pipes(req.Stdin)
	if err == nil {
		proc.cmd.SysProcAttr = attributes(false)
		err = p.launch(ctx, r, proc, outputs, req.Timeout, (*exec.Cmd).Start)
	}
	if err != nil {
		return nil, err
	}
	return proc, nil
}

// command is what there is to say of a program to run.
type command struct {
	cmd       string
	args      []string
	env       map[string]string
	cwd, user string
}

// prepare gives a process that is not started yet, or the stream of a command
// that cannot be found.
func (p *Provider) prepare(r *record, c command) (proc *process, missing api.ProcessStream, err error) {
	if c.user != "" && c.user != "user" {
		return nil, nil, api.Errorf(api.CodePermissionDenied, "local-process runs every command as its host's user, not as %q", c.user)
	}
	dir, err := p.workdir(r.ID, c.cwd)
	if err != nil {
		return nil, nil, err
	}
	kept := &running{
		Command: strings.Join(append([]string{c.cmd}, c.args...), " "), Owner: os.Getpid(),
		Key: p.newKey(), dir: p.store.path(r.ID, "processes"),
	}
	env := p.env(r, c.env, kept.Key)
	path, code := lookPath(c.cmd, env["PATH"], dir)
	if code != 0 {
		return nil, newMissing(c.cmd, code), nil
	}
	cmd := &exec.Cmd{Path: path, Args: append([]string{c.cmd}, c.args...), Dir: dir, Env: pairs(env)}
	return newProcess(cmd, kept), nil, nil
}

func (p *Provider) newKey() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.started++
	return p.owner + "-" + strconv.Itoa(p.started)
}

// env gives a command's variables; of the plugin's own it inherits none.
func (p *Provider) env(r *record, extra map[string]string, key string) map[string]string {
	root := p.store.root(r.ID)
	env := map[string]string{"PATH": p.path, "HOME": root, "TMPDIR": filepath.Join(root, "tmp"), "LANG": "C.UTF-8"}
	maps.Copy(env, systemEnv())
	maps.Copy(env, r.Envs)
	maps.Copy(env, extra)
	env[sandboxVar], env[keyVar], env[ownerVar] = r.ID, key, p.owner
	return env
}

func pairs(env map[string]string) []string {
	var all []string
	for _, k := range slices.Sorted(maps.Keys(env)) {
		all = append(all, k+"="+env[k])
	}
	return all
}

// workdir gives a command's folder on this machine.
func (p *Provider) workdir(id, cwd string) (string, error) {
	name := p.inside(id, cwd)
	root, err := p.openRoot(id)
	if err != nil {
		return "", err
	}
	defer func() { _ = root.Close() }()
	info, err := root.Stat(name)
	if err == nil && !info.IsDir() {
		err = errors.New("not a directory")
	}
	if err != nil {
		return "", fault(err, "cwd "+cwd)
	}
	return filepath.Join(p.store.root(id), filepath.FromSlash(name)), nil
}

// launch starts a prepared process and keeps it in the table, from which on
// every plugin process knows of it.
func (p *Provider) launch(ctx context.Context, r *record, proc *process, outputs map[api.ChunkKind]*os.File, timeout time.Duration, start func(*exec.Cmd) error) error {
	err := proc.launch(start)
	proc.closeChildEnds()
	if err != nil {
		proc.discard()
		return api.Errorf(api.CodeExecution, "%s cannot be started: %s", proc.cmd.Args[0], reason(err)).Because(err)
	}
	proc.kept.PID = proc.cmd.Process.Pid
	proc.kept.Stamp = startStamp(proc.kept.PID)
	known := writeJSON(proc.kept.file(), proc.kept) == nil && p.add(proc)
	go func() {
		proc.run(outputs)
		p.drop(proc)
	}()
	if !known { // the sandbox or this plugin ended in the meantime
		proc.kill(nil)
		return notFound(r.ID)
	}
	go proc.bound(ctx, timeout)
	go p.endWith(r, proc)
	return nil
}

func (p *Provider) add(proc *process) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.running[proc.PID()] = proc
	return true
}

func (p *Provider) drop(proc *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running[proc.PID()] == proc {
		delete(p.running, proc.PID())
	}
}

// endWith ends a process with its sandbox's lifetime, which any plugin process
// may have changed meanwhile.
func (p *Provider) endWith(r *record, proc *process) {
	for {
		timer := time.NewTimer(time.Until(r.Expires) + time.Millisecond)
		select {
		case <-proc.done:
			timer.Stop()
			return
		case <-timer.C:
		}
		var err error
		if r, err = p.store.load(r.ID); err != nil {
			proc.kill(err)
			return
		}
	}
}

// missing is the stream of a command that no folder of PATH has.
type missing struct{ chunks []api.Chunk }

// newMissing says what a shell would.
func newMissing(cmd string, code int) *missing {
	text := map[int]string{notFoundCode: "command not found", notExecutable: "permission denied"}[code]
	return &missing{[]api.Chunk{{Kind: api.ChunkStderr, Data: []byte(cmd + ": " + text + "\n")}, {Kind: api.ChunkExit, ExitCode: code}}}
}

// PID is empty: there was no process.
func (*missing) PID() api.PID { return "" }

// Recv gives what a shell would have said, and its exit code.
func (m *missing) Recv() (api.Chunk, error) {
	if len(m.chunks) == 0 {
		return api.Chunk{}, io.EOF
	}
	c := m.chunks[0]
	m.chunks = m.chunks[1:]
	return c, nil
}

// Close does nothing.
func (*missing) Close() error { return nil }
