// Package box is the machine of one devcloud sandbox: a folder that stands for
// its root, the users in it, and the commands that run in it.
//
// Inside, /home/user, /root, /tmp and every other path that is not the
// system's lie in the folder; /usr, /etc and their kin are the host's, read
// only. Where Linux lets us have a mount namespace, commands see exactly that
// tree. Elsewhere they run on the host's tree: their HOME, TMPDIR and working
// directory are in the folder, and /home/user, /root and /tmp at the start of
// a path in an argument or a variable are rewritten to it.
//
// A box is no security boundary: what runs in it runs as the host's user.
package box

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Options make a box.
type Options struct {
	ID     string // also the marker by which its processes are found again
	Parent string // existing folder; the box's own is Parent/ID
	Plain  bool   // never use namespaces
	Path   string // PATH inside; "" DefaultPath
}

// DefaultPath is the PATH of commands.
const DefaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// Box is one sandbox's machine.
type Box struct {
	ID   string
	Root string // the folder on the host, symbolic links resolved
	path string
	ns   *namespace
}

// User is somebody that a command can run as. All of them are the host's user
// in truth.
type User struct{ Name, Home string }

// DefaultUser is who acts when a request names nobody.
const DefaultUser = "user"

var users = map[string]User{
	"user": {Name: "user", Home: "/home/user"},
	"root": {Name: "root", Home: "/root"},
}

// system are the names in / that belong to the host.
var system = []string{
	"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "nix", "opt", "proc", "run", "sbin", "sys", "usr", "var",
}

// New makes the folder.
func New(o Options) (*Box, error) {
	parent, err := filepath.EvalSymlinks(o.Parent)
	if err != nil {
		return nil, fmt.Errorf("the folder of the sandboxes: %w", err)
	}
	b := &Box{ID: o.ID, Root: filepath.Join(parent, o.ID), path: o.Path}
	if b.path == "" {
		b.path = DefaultPath
	}
	for _, dir := range []string{"home/user", "root", "tmp"} {
		if err := os.MkdirAll(filepath.Join(b.Root, dir), 0o755); err != nil {
			return nil, fmt.Errorf("the folder of a sandbox: %w", err)
		}
	}
	for _, name := range system {
		if err := b.stand(name); err != nil {
			return nil, err
		}
	}
	if !o.Plain && namespacesWork() {
		b.ns = &namespace{}
	}
	return b, nil
}

// stand makes the place in the folder where a name of the host's root shows:
// an empty folder to mount on, or the same symbolic link.
func (b *Box) stand(name string) error {
	info, err := os.Lstat("/" + name)
	if err != nil {
		return nil // not every host has every name
	}
	here := filepath.Join(b.Root, name)
	if info.Mode()&os.ModeSymlink == 0 {
		return os.Mkdir(here, 0o755)
	}
	target, err := os.Readlink("/" + name)
	if err != nil {
		return fmt.Errorf("the host's /%s: %w", name, err)
	}
	return os.Symlink(target, here)
}

// Isolated tells whether commands see the box's own tree.
func (b *Box) Isolated() bool { return b.ns != nil }

// LookupUser finds a user; "" is DefaultUser.
func LookupUser(name string) (User, bool) {
	if name == "" {
		name = DefaultUser
	}
	u, ok := users[name]
	return u, ok
}

// Abs makes a path of a request absolute: relative to the user's home, with
// "~/" understood. The result is clean and never leaves the box.
func (b *Box) Abs(u User, p string) (string, error) {
	switch {
	case p == "" || p == "~":
		return u.Home, nil
	case strings.HasPrefix(p, "~/"):
		p = path.Join(u.Home, p[2:])
	case strings.HasPrefix(p, "~"):
		return "", fmt.Errorf("failed to expand path '' for user '%s': cannot expand user-specific home dir", u.Name)
	case !strings.HasPrefix(p, "/"):
		p = path.Join(u.Home, p)
	}
	return b.inside(path.Clean(p)), nil
}

// inside takes the host's name of a file in the box back to the box's own: a
// command without a namespace prints such names.
func (b *Box) inside(p string) string {
	if rest, ok := strings.CutPrefix(p, b.Root); ok && (rest == "" || rest[0] == '/') {
		return path.Clean("/" + rest)
	}
	return p
}

// Say gives an error's text with the names that are used inside.
func (b *Box) Say(err error) string {
	return strings.ReplaceAll(err.Error(), b.Root, "")
}

// Close ends every process of the box and removes its folder.
func (b *Box) Close() error {
	b.Kill()
	return os.RemoveAll(b.Root)
}
