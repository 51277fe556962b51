package out

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
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
	if missing(err) {
		return ""
	}
	if err != nil || !info.Mode().IsRegular() {
		return f.Path
	}
	if owned[f.Path] {
		return ""
	}
	if old, err := root.ReadFile(f.Path); err == nil && bytes.Equal(old, f.Content) {
		return ""
	}
	return f.Path
}

// commit stages everything inside the folder, then moves it into place; a
// failure moves everything back.
func commit(root *os.Root, files []File, owned ledger) (err error) {
	stage, err := newStage(root)
	if err != nil {
		return err
	}
	defer root.RemoveAll(stage)
	if err := stageAll(root, stage, files); err != nil {
		return err
	}
	m := &mover{root: root, stage: stage}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.undo(owned))
		}
	}()
	now := ledgerOf(files)
	union := ledgerOf(files)
	for p := range owned {
		union[p] = true
	}
	// Between the two ledgers a crash leaves files that the next run knows.
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
