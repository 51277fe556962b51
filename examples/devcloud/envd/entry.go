package envd

import (
	"io/fs"
	"os"
	"path"
	"strconv"
	"time"
)

// entry is a filesystem.EntryInfo; zero values are left out.
type entry struct {
	Name        string `json:"name,omitempty"`
	Type        string `json:"type,omitempty"` // none where a link leads nowhere
	Path        string `json:"path,omitempty"`
	Size        int64  `json:"size,string,omitempty"`
	Mode        uint32 `json:"mode,omitempty"` // permission bits; of a link, its target's
	Permissions string `json:"permissions,omitempty"`
	Owner       string `json:"owner,omitempty"`
	Group       string `json:"group,omitempty"`
	Modified    string `json:"modifiedTime,omitempty"`
	Target      string `json:"symlinkTarget,omitempty"`
}

// entry describes what is at a clean, absolute path of the box.
func (s *Server) entry(p string) (*entry, error) {
	at, err := s.box.Resolve(p, false)
	if err != nil {
		return nil, err
	}
	info, err := os.Lstat(at.Host)
	if err != nil {
		return nil, err
	}
	e := &entry{
		Name: path.Base(p), Path: p, Size: info.Size(), Permissions: info.Mode().String(),
		Modified: info.ModTime().UTC().Format(time.RFC3339Nano),
	}
	e.Owner, e.Group = owner(info)
	if info.Mode()&fs.ModeSymlink != 0 {
		return e, s.link(e)
	}
	e.describe(info)
	return e, nil
}

// link adds what a symbolic link leads to; one that leads nowhere names itself.
func (s *Server) link(e *entry) error {
	e.Target = e.Path
	to, err := s.box.Resolve(e.Path, true)
	if err != nil {
		return nil // a loop
	}
	info, err := os.Stat(to.Host)
	if err != nil {
		return nil
	}
	e.Target = to.Inside
	e.describe(info)
	return nil
}

func (e *entry) describe(info fs.FileInfo) {
	e.Mode = uint32(info.Mode().Perm())
	e.Type = "FILE_TYPE_FILE"
	if info.IsDir() {
		e.Type = "FILE_TYPE_DIRECTORY"
	}
}

func id(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
