package out

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Folder is a folder that holds a set of files and nothing else.
type Folder struct {
	Dir   string
	Files []File
}

// Replaceable tells whether Replace may put a folder in dir's place: nothing
// is there, or an empty folder, or one that abxgen wrote.
func Replaceable(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case missing(err):
		return passable(filepath.Dir(dir))
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is in the way: it is no folder", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	owned, err := readLedger(root)
	if err != nil {
		return err
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) == 0 || len(owned) > 0 {
		return err
	}
	return fmt.Errorf("abxgen did not write %s and does not replace it; move it away, or choose another folder", dir)
}

// passable tells whether a folder is one, or can be made.
func passable(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case missing(err) && filepath.Dir(dir) != dir:
		return passable(filepath.Dir(dir))
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s is in the way: it is no folder", dir)
	}
	return err
}

// Replace puts every folder in its place, each whole: what was there is gone
// afterwards. It makes the folders above. After an error everything is as it
// was.
func Replace(folders []Folder) (err error) {
	for _, f := range folders {
		if err := errors.Join(check(f.Files), Replaceable(f.Dir)); err != nil {
			return err
		}
	}
	s := &swap{}
	defer func() { err = errors.Join(err, s.end(err)) }()
	for _, f := range folders {
		if err := s.stage(f); err != nil {
			return err
		}
	}
	for _, f := range s.staged {
		if err := s.place(f); err != nil {
			return err
		}
	}
	return nil
}

// swap is one Replace: everything is written beside its place before the
// first folder is moved.
type swap struct {
	staged []stagedFolder
	back   []func() error // the way back, last step last
	made   []string       // parents
}

type stagedFolder struct{ temp, old, dir string }

func (s *swap) stage(f Folder) error {
	dir := filepath.Clean(f.Dir)
	if err := s.parents(filepath.Dir(dir)); err != nil {
		return err
	}
	beside := func(what string) string {
		return filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+"-"+what+"-"+strconv.Itoa(os.Getpid()))
	}
	staged := stagedFolder{beside("new"), beside("old"), dir}
	if err := os.Mkdir(staged.temp, 0o755); err != nil {
		return err
	}
	s.staged = append(s.staged, staged)
	return fill(staged.temp, f.Files)
}

// fill writes the files and the ledger into a new folder.
func fill(dir string, files []File) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := put(root, files); err != nil {
		return err
	}
	return root.WriteFile(ledgerName, ledgerOf(files).bytes(wholeNote), 0o644)
}

func (s *swap) parents(dir string) error {
	if _, err := os.Stat(dir); !missing(err) {
		return err
	}
	if err := s.parents(filepath.Dir(dir)); err != nil {
		return err
	}
	err := os.Mkdir(dir, 0o755)
	if err == nil {
		s.made = append(s.made, dir)
	}
	return err
}

func (s *swap) place(f stagedFolder) error {
	if err := s.move(f.dir, f.old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return s.move(f.temp, f.dir)
}

func (s *swap) move(from, to string) error {
	err := os.Rename(from, to)
	if err == nil {
		s.back = append(s.back, func() error { return os.Rename(to, from) })
	}
	return err
}

// end clears away what is left over: the old folders, or after a failure the
// new ones.
func (s *swap) end(failure error) error {
	var failed []error
	if failure != nil {
		for _, step := range slices.Backward(s.back) {
			failed = append(failed, step())
		}
	}
	for _, f := range s.staged {
		failed = append(failed, os.RemoveAll(f.temp))
		if failure == nil {
			failed = append(failed, os.RemoveAll(f.old))
		}
	}
	if failure != nil {
		for _, dir := range slices.Backward(s.made) {
			failed = append(failed, os.Remove(dir))
		}
	}
	return errors.Join(failed...)
}
