package api

import "time"

// Types of an entry.
const (
	TypeFile      = "file"
	TypeDirectory = "directory"
)

// FileInfo describes an entry of a sandbox's file system.
type FileInfo struct {
	Name     string
	Path     string // absolute, inside the sandbox
	Type     string // TypeFile or TypeDirectory; a symbolic link has its target's
	Size     int64
	Mode     uint32 // permission bits; 0 unknown
	Modified time.Time
	Symlink  string // target of a symbolic link
}

// FileEvent is one change below a watched directory.
type FileEvent struct {
	Type    string // created, modified, deleted, renamed
	Path    string
	OldPath string
}

// WatchStream yields events until closed or its context ends; a cut one is an error.
type WatchStream interface {
	Recv() (FileEvent, error)
	Close() error
}
