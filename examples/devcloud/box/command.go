package box

import (
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

// Spec is a command to run in a box.
type Spec struct {
	Cmd  string
	Args []string
	Env  map[string]string // beside PATH, HOME, USER, LOGNAME
	Dir  string            // clean and absolute, inside
	User User
}

// run changes into the first argument and becomes the rest. A shell stands
// between as in envd: an unknown command is an exit with 127, not a failure to
// start.
const run = `cd -- "$1" && shift && unset OLDPWD && exec "$@"`

// Command prepares a command. Its process group is its own.
func (b *Box) Command(s Spec) (*exec.Cmd, error) {
	argv := append([]string{"/bin/sh", "-c", run, "/bin/sh"}, b.words(s)...)
	if b.ns != nil {
		entry, err := b.ns.enter(b)
		if err != nil {
			return nil, fmt.Errorf("the sandbox's namespace: %w", err)
		}
		argv = append(slices.Clone(entry), argv...)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = b.Root
	cmd.Env = b.env(s)
	ownGroup(cmd)
	return cmd, nil
}

func (b *Box) words(s Spec) []string {
	if b.ns != nil {
		return append([]string{s.Dir, s.Cmd}, s.Args...)
	}
	words := []string{b.host(s.Dir), b.rewrite(s.Cmd)}
	for _, a := range s.Args {
		words = append(words, b.rewrite(a))
	}
	return words
}

func (b *Box) env(s Spec) []string {
	vars := map[string]string{
		"PATH": b.path, "HOME": s.User.Home, "USER": s.User.Name, "LOGNAME": s.User.Name, "E2B_SANDBOX": "true",
	}
	if b.ns == nil {
		vars["TMPDIR"] = "/tmp"
	}
	maps.Copy(vars, s.Env)
	vars[marker] = b.ID // last: the processes are found by it
	env := make([]string, 0, len(vars))
	for _, k := range slices.Sorted(maps.Keys(vars)) {
		v := vars[k]
		if b.ns == nil && k != "PATH" {
			v = b.rewrite(v)
		}
		env = append(env, k+"="+v)
	}
	return env
}

// marker names the variable that every process of a sandbox inherits.
const marker = "E2B_SANDBOX_ID"

// rewrite puts the folder before /home/user, /root and /tmp where one of them
// begins a path in text.
func (b *Box) rewrite(text string) string {
	var out strings.Builder
	last := byte(' ')
	for text != "" {
		if dir := ownDir(last, text); dir != "" {
			out.WriteString(b.Root + dir)
			last, text = 'x', text[len(dir):]
			continue
		}
		last = text[0]
		out.WriteByte(last)
		text = text[1:]
	}
	return out.String()
}

// ownDir gives the box's folder that text begins with, if a path begins here
// (before is the byte before) and the name ends where the folder's does.
func ownDir(before byte, text string) string {
	if text[0] != '/' || isName(before) || before == '/' {
		return ""
	}
	for _, dir := range []string{"/home/user", "/root", "/tmp"} {
		rest, ok := strings.CutPrefix(text, dir)
		if ok && (rest == "" || !isName(rest[0])) {
			return dir
		}
	}
	return ""
}

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_-.~$}", c) >= 0
}
