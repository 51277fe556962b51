package out

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// Write makes the folder hold the set: every file, and none that an earlier
// set had and this one has not. It refuses, with all their names and before
// the first byte is written, to overwrite files that it did not write. After
// an error the folder is as it was. Files whose content stays are not touched.
// One Write at a time may work on a folder.
func Write(dir string, files []File) (err error) {
	if err := check(files); err != nil {
		return err
	}
	made, err := makeFolder(dir)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil && made {
			_ = os.Remove(dir) // only if nothing is in it
		}
	}()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	owned, err := readLedger(root)
	if err != nil {
		return err
	}
	if err := refuse(root, files, owned); err != nil {
		return err
	}
	return commit(root, sorted(files), owned)
}

func makeFolder(dir string) (made bool, err error) {
	if _, err := os.Stat(dir); err == nil {
		return false, nil
	}
	return true, os.MkdirAll(dir, 0o755)
}

// refuse names every file that is in the way and not abxgen's.
func refuse(root *os.Root, files []File, owned ledger) error {
	var taken []string
	for _, f := range sorted(files) {
		if place := obstacle(root, f, owned); place != "" {
			taken = append(taken, filepath.Join(root.Name(), filepath.FromSlash(place)))
		}
	}
	if taken == nil {
		return nil
	}
	return fmt.Errorf("abxgen did not write %s and does not overwrite it; move it away, or choose another folder", strings.Join(taken, ", "))
}

// obstacle gives the path of what keeps f from being written, "" for nothing:
// a folder, a symbolic link or a file of somebody else's in its place (unless
// it holds the same bytes), or one where a parent folder has to be.
func obstacle(root *os.Root, f File, owned ledger) string {
	for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
		if info, err := root.Lstat(dir); err == nil && !info.IsDir() && !owned[dir] {
			return dir
		}
	}
	info, err := root.Lstat(f.Path)
	switch {
	case missing(err):
		return ""
	case err != nil:
		return f.Path
	case info.IsDir():
		return foreign(root, f.Path, owned)
	case info.Mode().IsRegular() && (owned[f.Path] || holds(root, f)):
		return ""
	}
	return f.Path
}

func holds(root *os.Root, f File) bool {
	old, err := root.ReadFile(f.Path)
	return err == nil && bytes.Equal(old, f.Content)
}

// foreign gives the first thing below a folder that is not abxgen's; a folder
// of stale files only is pruned before its name is taken.
func foreign(root *os.Root, dir string, owned ledger) (found string) {
	_ = fs.WalkDir(root.FS(), dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && (d.IsDir() || d.Type().IsRegular() && owned[p]) {
			return nil
		}
		found = p
		return fs.SkipAll
	})
	return found
}

// commit stages everything inside the folder, then moves it into place; a
// failure moves everything back.
func commit(root *os.Root, files []File, owned ledger) error {
	stage, err := newStage(root)
	if err != nil {
		return err
	}
	defer root.RemoveAll(stage)
	if err := stageAll(root, stage, files); err != nil {
		return err
	}
	return moveAll(root, stage, files, owned)
}

// moveAll puts staged files in their places and prunes, between two ledgers: a
// crash in the middle leaves files that the next run knows as its own.
func moveAll(root *os.Root, stage string, files []File, owned ledger) (err error) {
	m := &mover{root: root, stage: stage}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.undo(owned))
		}
	}()
	now, union := ledgerOf(files), ledgerOf(files)
	maps.Copy(union, owned)
	if err := union.write(root, stage); err != nil {
		return err
	}
	if err := m.all(files, owned.without(now)); err != nil {
		return err
	}
	return now.write(root, stage)
}

// missing reports whether an error says that there is no such file; below a
// file there is none either.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
