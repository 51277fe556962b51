package out

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
)

// Change is a file that Write would change.
type Change struct {
	Path string
	Old  []byte // nil: the file is missing
	New  []byte // nil: abxgen wrote it once and would remove it
}

// Diff tells what Write would change in the folder, by path; nothing is
// touched. A folder that does not exist is an empty one.
func Diff(dir string, files []File) ([]Change, error) {
	if err := check(files); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return changes(nil, files, ledger{})
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	owned, err := readLedger(root)
	if err != nil {
		return nil, err
	}
	return changes(root, files, owned)
}

func changes(root *os.Root, files []File, owned ledger) ([]Change, error) {
	var all []Change
	for _, f := range sorted(files) {
		old, err := current(root, f.Path)
		if err != nil {
			return nil, err
		}
		if old == nil || !bytes.Equal(old, f.Content) {
			all = append(all, Change{f.Path, old, f.Content})
		}
	}
	for _, path := range owned.without(ledgerOf(files)) {
		old, err := current(root, path)
		if err != nil {
			return nil, err
		}
		if old != nil {
			all = append(all, Change{Path: path, Old: old})
		}
	}
	return all, nil
}

// current reads a file of the folder; nil where there is none.
func current(root *os.Root, path string) ([]byte, error) {
	if root == nil {
		return nil, nil
	}
	content, err := root.ReadFile(path)
	if missing(err) {
		return nil, nil
	}
	return append([]byte{}, content...), err
}
