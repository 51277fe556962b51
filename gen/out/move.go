package out

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// newStage makes a folder of its own inside the output folder, where renames
// are cheap and whole; one that a crash left is cleared away.
func newStage(root *os.Root) (string, error) {
	left, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return "", err
	}
	for _, e := range left {
		if strings.HasPrefix(e.Name(), stagePrefix) {
			if err := root.RemoveAll(e.Name()); err != nil {
				return "", err
			}
		}
	}
	stage := stagePrefix + "-" + strconv.Itoa(os.Getpid())
	return stage, makeStage(root, stage)
}

// makeStage is the first thing that is written. Where it cannot be, its own
// name would tell nobody anything.
func makeStage(root *os.Root, stage string) error {
	err := root.Mkdir(stage, 0o755)
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("cannot write into the folder: %w; choose another one", p.Err)
	}
	return err
}

func stageAll(root *os.Root, stage string, files []File) error {
	for i, f := range files {
		if err := root.WriteFile(staged(stage, i), f.Content, f.mode()); err != nil {
			return fmt.Errorf("write %s: %w", f.Path, err)
		}
	}
	return nil
}

func staged(stage string, i int) string { return stage + "/new-" + strconv.Itoa(i) }

// mover moves files and knows the way back.
type mover struct {
	root  *os.Root
	stage string
	back  []func() error
	saved int
}

// all removes what is stale, so that a file can become a folder, and puts the
// new files in their places.
func (m *mover) all(files []File, stale []string) error {
	for _, p := range stale {
		if info, err := m.root.Lstat(p); err != nil || !info.Mode().IsRegular() {
			continue // gone, or somebody else's by now
		}
		if err := m.save(p); err != nil {
			return err
		}
		m.prune(path.Dir(p))
	}
	for i, f := range files {
		if err := m.place(f, staged(m.stage, i)); err != nil {
			return fmt.Errorf("write %s: %w", f.Path, err)
		}
	}
	return nil
}

func (m *mover) place(f File, from string) error {
	if m.same(f) {
		return nil
	}
	if err := m.folders(path.Dir(f.Path)); err != nil {
		return err
	}
	if err := m.save(f.Path); err != nil {
		return err
	}
	return m.rename(from, f.Path)
}

// same reports whether the file is there already, in content and mode.
func (m *mover) same(f File) bool {
	info, err := m.root.Lstat(f.Path)
	return err == nil && info.Mode()&0o111 == f.mode()&0o111 && holds(m.root, f)
}

// save takes a file out of the way, if it is there.
func (m *mover) save(p string) error {
	if _, err := m.root.Lstat(p); missing(err) {
		return nil
	}
	m.saved++
	return m.rename(p, m.stage+"/old-"+strconv.Itoa(m.saved))
}

func (m *mover) rename(from, to string) error {
	if err := m.root.Rename(from, to); err != nil {
		return err
	}
	m.back = append(m.back, func() error { return m.root.Rename(to, from) })
	return nil
}

// folders makes the folders on the way to dir.
func (m *mover) folders(dir string) error {
	if dir == "." {
		return nil
	}
	if err := m.folders(path.Dir(dir)); err != nil {
		return err
	}
	err := m.root.Mkdir(dir, 0o755)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err == nil {
		m.back = append(m.back, func() error { return m.root.Remove(dir) })
	}
	return err
}

// prune removes the folders that became empty, from the lowest upwards.
func (m *mover) prune(lowest string) {
	for dir := lowest; dir != "."; dir = path.Dir(dir) {
		if m.root.Remove(dir) != nil {
			return // not empty
		}
		m.back = append(m.back, func() error { return m.root.Mkdir(dir, 0o755) })
	}
}

// undo goes the way back, last step first, and restores the ledger.
func (m *mover) undo(owned ledger) error {
	var failed []error
	for _, step := range slices.Backward(m.back) {
		failed = append(failed, step())
	}
	if len(owned) == 0 {
		return errors.Join(append(failed, ignoreMissing(m.root.Remove(ledgerName)))...)
	}
	return errors.Join(append(failed, owned.write(m.root, m.stage))...)
}

func ignoreMissing(err error) error {
	if missing(err) {
		return nil
	}
	return err
}
