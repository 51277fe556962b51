package box

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

const maxLinks = 40

// Place is where a path of the box is.
type Place struct {
	Inside string // without symbolic links
	Host   string // its name on the host
	Own    bool   // in the box's folder, not the host's system
}

// Resolve finds a clean, absolute path of the box. Symbolic links mean what
// they mean inside; the last one is followed only if follow is set. What does
// not exist resolves too, so that it can be made.
func (b *Box) Resolve(p string, follow bool) (Place, error) {
	at, rest := "/", split(p)
	for links := 0; len(rest) > 0; {
		next := path.Join(at, rest[0])
		rest = rest[1:]
		target, err := os.Readlink(b.host(next))
		if err != nil || (len(rest) == 0 && !follow) {
			at = next // no link, or one that is meant itself
			continue
		}
		if links++; links > maxLinks {
			return Place{}, &fs.PathError{Op: "open", Path: p, Err: syscall.ELOOP}
		}
		target = b.inside(target)
		if path.IsAbs(target) {
			at = "/"
		}
		rest = append(split(target), rest...)
	}
	return Place{Inside: at, Host: b.host(at), Own: !isSystem(at)}, nil
}

// Change resolves a path that is about to be written, made or removed; the
// host's part of the tree refuses.
func (b *Box) Change(p string, follow bool) (Place, error) {
	at, err := b.Resolve(p, follow)
	if err == nil && (!at.Own || at.Inside == "/") {
		err = &fs.PathError{Op: "open", Path: at.Inside, Err: fs.ErrPermission}
	}
	return at, err
}

// host is the host's name of a path whose parents are no symbolic links.
func (b *Box) host(p string) string {
	if isSystem(p) {
		return p
	}
	return filepath.Join(b.Root, p)
}

func isSystem(p string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/")
	return slices.Contains(system, first)
}

func split(p string) []string {
	return strings.FieldsFunc(p, func(r rune) bool { return r == '/' })
}

// CheckDir gives an error unless p is a folder of the box.
func (b *Box) CheckDir(p string) error {
	at, err := b.Resolve(p, true)
	if err != nil {
		return err
	}
	info, err := os.Stat(at.Host)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a directory", p)
	}
	return err
}
