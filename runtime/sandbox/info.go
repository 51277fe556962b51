package sandbox

import (
	"io/fs"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// entry is an fs.FileInfo as a folder lists it; a symbolic link is one.
type entry struct{ info api.FileInfo }

// target is the fs.FileInfo of what a symbolic link leads to: backends give a
// link its target's type.
func target(info api.FileInfo) fs.FileInfo {
	info.Symlink = ""
	return entry{info}
}

// String is a line as of ls -l.
func (e entry) String() string { return fs.FormatFileInfo(e) }

// Name is the base name.
func (e entry) Name() string { return e.info.Name }

// Size is in bytes.
func (e entry) Size() int64 { return e.info.Size }

// ModTime is zero where the backend does not tell.
func (e entry) ModTime() time.Time { return e.info.Modified }

// IsDir reports whether it is a folder.
func (e entry) IsDir() bool { return e.Mode().IsDir() }

// Sys gives the api.FileInfo.
func (e entry) Sys() any { return e.info }

// Mode has no permissions where the backend does not tell them.
func (e entry) Mode() fs.FileMode {
	mode := fs.FileMode(e.info.Mode & 0o777)
	switch {
	case e.info.Symlink != "":
		mode |= fs.ModeSymlink
	case e.info.Type == api.TypeDirectory:
		mode |= fs.ModeDir
	}
	return mode
}
