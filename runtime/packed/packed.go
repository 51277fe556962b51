// Package packed is a folder as bytes: how the files of an exec provider
// travel inside a program, with their modes and under names that a Go package
// could not embed.
package packed

import (
	"archive/zip"
	"bytes"
	"io/fs"
)

// File is one file of a folder.
type File struct {
	Path       string // slash-separated
	Content    []byte
	Executable bool
}

// Pack gives the folder as bytes, the same for the same files in the same order.
func Pack(files []File) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.Path, Method: zip.Deflate}
		h.SetMode(0o600)
		if f.Executable {
			h.SetMode(0o700)
		}
		entry, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(f.Content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// Open gives the folder that Pack packed; of anything else, a folder that
// fails when it is read.
func Open(packed []byte) fs.FS {
	r, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return broken{err}
	}
	return r
}

type broken struct{ err error }

// Open fails.
func (b broken) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: b.err}
}
