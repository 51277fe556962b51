package provider

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/abxgen/abxgen/runtime/api"
)

// unpack lays an exec provider's files into a private folder below base that
// is named by what they hold, and gives that folder. One that is already there
// is used if they are as they were laid, and only their owner can change them:
// nobody else may have a say in what is started.
func unpack(linked api.Linked, base string) (string, error) {
	files, err := readFiles(linked.Files)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(base, digestOf(files))
	if holds(dir, files) {
		return dir, nil
	}
	if err := ownFolder(base); err != nil {
		return "", err
	}
	temp, err := os.MkdirTemp(base, ".unpacking-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	for _, f := range files {
		if err := f.write(temp); err != nil {
			return "", err
		}
	}
	// Another process may have been faster, or an old folder been damaged, which
	// another may be about to mend as well.
	err = os.Rename(temp, dir)
	for tries := 0; err != nil && !holds(dir, files); tries++ {
		if tries == maxMends {
			return "", err
		}
		if err := os.RemoveAll(dir); err != nil {
			return "", err
		}
		err = os.Rename(temp, dir)
	}
	return dir, nil
}

// maxMends is how often a damaged folder is removed before its damage is told.
const maxMends = 3

// ownFolder makes a folder that its owner alone can change.
func ownFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil || !writable(info) {
		return err
	}
	return os.Chmod(dir, 0o700)
}

// writable tells whether others than the owner can change a file or a folder.
// Windows keeps no such bits: there what lies in a home is its owner's.
func writable(info fs.FileInfo) bool {
	return runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0
}

type packedFile struct {
	path       string // slash-separated
	content    []byte
	executable bool
}

func readFiles(folder fs.FS) ([]packedFile, error) {
	var files []packedFile
	err := fs.WalkDir(folder, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		content, err := fs.ReadFile(folder, path)
		files = append(files, packedFile{path, content, info.Mode()&0o100 != 0})
		return err
	})
	return files, err
}

func digestOf(files []packedFile) string {
	h := sha256.New()
	for _, f := range files {
		sum := sha256.Sum256(f.content)
		h.Write([]byte(f.path + "\x00"))
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func holds(dir string, files []packedFile) bool {
	for _, f := range files {
		if !f.lies(dir) {
			return false
		}
	}
	return true
}

// lies tells whether a file is as write left it, in folders that are, too.
func (f packedFile) lies(dir string) bool {
	path := filepath.Join(dir, filepath.FromSlash(f.path))
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type() != 0 || writable(info) {
		return false
	}
	if runtime.GOOS != "windows" && f.executable != (info.Mode()&0o100 != 0) {
		return false
	}
	for at := path; at != dir; {
		at = filepath.Dir(at)
		if info, err := os.Lstat(at); err != nil || !info.IsDir() || writable(info) {
			return false
		}
	}
	have, err := os.ReadFile(path)
	return err == nil && bytes.Equal(have, f.content)
}

func (f packedFile) write(dir string) error {
	path := filepath.Join(dir, filepath.FromSlash(f.path))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	mode := fs.FileMode(0o600)
	if f.executable {
		mode = 0o700
	}
	return os.WriteFile(path, f.content, mode)
}
