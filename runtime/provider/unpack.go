package provider

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/abxgen/abxgen/runtime/api"
)

// unpack lays an exec provider's files into a private folder below base that
// is named by what they hold, and gives that folder. One that is already there
// is used if it holds just this: nobody else may have a say in what is started.
func unpack(linked api.Linked, base string) (string, error) {
	files, err := readFiles(linked.Files)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(base, digestOf(files))
	if holds(dir, files) {
		return dir, nil
	}
	if err := os.MkdirAll(base, 0o700); err != nil {
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
	// Another process may have been faster, or an old folder been damaged.
	if err := os.Rename(temp, dir); err != nil && !holds(dir, files) {
		if err := os.RemoveAll(dir); err != nil {
			return "", err
		}
		return dir, os.Rename(temp, dir)
	}
	return dir, nil
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
		have, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.path)))
		if err != nil || !bytes.Equal(have, f.content) {
			return false
		}
	}
	return true
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
