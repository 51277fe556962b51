package box

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
)

// setup builds the tree in the new mount namespace and then waits, so that the
// namespace lives and can be entered, until its stdin ends: also when devcloud
// was killed. $1 is the box's folder.
const setup = `
root=$1; shift
for d in "$@"; do mount --rbind "/$d" "$root/$d" || exit 1; done
for d in "$@"; do
	case $d in dev|proc|run|sys) ;; *) mount -o remount,bind,ro "$root/$d" 2>/dev/null ;; esac
done
exec chroot "$root" /bin/sh -c 'echo ready; read x'
`

// namespace is a mount namespace (and, for who is not allowed one, a user
// namespace around it) that a waiting process keeps alive.
type namespace struct {
	mu     sync.Mutex
	entry  []string // the words before a command that enter it; nil before the first use
	holder *exec.Cmd
	stdin  io.Closer
}

// ways are tried in order: with a user namespace, and as root without one.
var ways = []struct{ unshare, nsenter []string }{
	{[]string{"-U", "-r", "-m"}, []string{"-U", "--preserve-credentials", "-m"}},
	{[]string{"-m"}, []string{"-m"}},
}

// enter makes the namespace at its first use and tells how to run a command in it.
func (n *namespace) enter(b *Box) ([]string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.entry != nil {
		return n.entry, nil
	}
	errs := []error{errors.New("no way in")}
	for _, way := range ways {
		err := n.open(b, way.unshare)
		if err == nil {
			target := []string{"nsenter", "-t", strconv.Itoa(n.holder.Process.Pid)}
			n.entry = append(append(append(target, way.nsenter...), "-r", "-w"), "--")
			return n.entry, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

func (n *namespace) open(b *Box, flags []string) error {
	args := append(append(flags, "/bin/sh", "-c", setup, "/bin/sh", b.Root), mountable(b.Root)...)
	holder := exec.Command("unshare", args...)
	holder.Env = []string{"PATH=" + DefaultPath}
	holder.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stdin, err := holder.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := holder.StdoutPipe()
	if err != nil {
		return err
	}
	if err := holder.Start(); err != nil {
		return err
	}
	if line, _ := bufio.NewReader(stdout).ReadString('\n'); line != "ready\n" {
		_ = stdin.Close()
		return fmt.Errorf("unshare %v: not ready: %w", flags, holder.Wait())
	}
	n.holder, n.stdin = holder, stdin
	return nil
}

// mountable are the host's folders that the box has a place for.
func mountable(root string) []string {
	var names []string
	for _, name := range system {
		info, err := os.Lstat(filepath.Join(root, name))
		if err == nil && info.IsDir() {
			names = append(names, name)
		}
	}
	return names
}

// close ends the waiting process.
func (n *namespace) close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.holder == nil {
		return
	}
	_ = n.stdin.Close()
	_ = n.holder.Process.Kill()
	_ = n.holder.Wait()
	n.holder, n.entry = nil, nil
}

// works is whether the whole way in works here; tried once in a process's life.
var works struct {
	once sync.Once
	yes  bool
}

func namespacesWork() bool {
	works.once.Do(func() { works.yes = try() == nil })
	return works.yes
}

func try() error {
	dir, err := os.MkdirTemp("", "devcloud-try-")
	if err != nil {
		return err
	}
	b, err := New(Options{ID: "try", Parent: dir, Plain: true})
	if err == nil {
		b.ns = &namespace{}
		err = tryCommand(b)
		b.ns.close()
	}
	return errors.Join(err, os.RemoveAll(dir))
}

func tryCommand(b *Box) error {
	cmd, err := b.Command(Spec{Cmd: "/bin/sh", Args: []string{"-c", "echo ok >/tmp/ok"}, Dir: "/home/user", User: users["user"]})
	if err != nil {
		return err
	}
	if err := cmd.Run(); err != nil {
		return err
	}
	_, err = os.Stat(filepath.Join(b.Root, "tmp", "ok"))
	return err
}
