package out

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Create makes a folder of the set, for whoever goes on with it by hand: there
// is no ledger. It refuses a folder that holds anything. After an error nothing
// is left of it.
func Create(dir string, files []File) (err error) {
	if err := check(files); err != nil {
		return err
	}
	if err := vacant(dir); err != nil {
		return err
	}
	made, err := makeParents(dir)
	defer func() {
		if err != nil {
			for _, d := range made { // the lowest first, each only if nothing is in it
				_ = os.Remove(d)
			}
		}
	}()
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return create(root, files)
}

// vacant refuses what is there and is not an empty folder.
func vacant(dir string) error {
	info, err := os.Stat(dir)
	if missing(err) {
		if _, err := os.Lstat(dir); err == nil {
			return fmt.Errorf("%s is in the way: it is a link that leads nowhere", dir)
		}
		return nil
	}
	if err == nil && !info.IsDir() {
		return fmt.Errorf("%s is in the way: it is no folder", dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is there and holds %s; choose another folder, or empty it", dir, entries[0].Name())
	}
	return nil
}

// makeParents makes dir and what is missing above it, and gives what it made,
// the lowest first.
func makeParents(dir string) (made []string, err error) {
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if _, err := os.Stat(d); err == nil || d == filepath.Dir(d) {
			break
		}
		made = append(made, d)
	}
	return made, os.MkdirAll(dir, 0o755)
}

func create(root *os.Root, files []File) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, empty(root))
		}
	}()
	return put(root, files)
}

// put writes the files into a folder that has none of them.
func put(root *os.Root, files []File) error {
	for _, f := range sorted(files) {
		if err := root.MkdirAll(path.Dir(f.Path), 0o755); err != nil {
			return err
		}
		if err := root.WriteFile(f.Path, f.Content, f.mode()); err != nil {
			return fmt.Errorf("write %s: %w", f.Path, err)
		}
	}
	return nil
}

// empty makes a folder as it was, which held nothing.
func empty(root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	for _, e := range entries {
		err = errors.Join(err, root.RemoveAll(e.Name()))
	}
	return err
}
