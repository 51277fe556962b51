package sandbox

import (
	"cmp"
	"io"
	"io/fs"
	"path"
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
)

var (
	_ fs.ReadDirFS  = (*Files)(nil)
	_ fs.StatFS     = (*Files)(nil)
	_ fs.ReadFileFS = (*Files)(nil)
	_ fs.ReadLinkFS = (*Files)(nil)
	_ fs.SubFS      = (*Files)(nil)
)

// valid refuses a name that is none of fs.FS.
func valid(op, name string) error {
	if !fs.ValidPath(name) {
		return &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return nil
}

func failed(op, name string, err error) error {
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// describe asks for one entry.
func (f *Files) describe(op, name string) (*api.FileInfo, error) {
	if err := valid(op, name); err != nil {
		return nil, err
	}
	info, err := f.s.api.Stat(f.ctx, f.id(), f.at(name))
	if err != nil {
		return nil, failed(op, name, err)
	}
	info.Name = path.Base(name)
	return info, nil
}

// Open opens a file or folder to read. A file's content is asked for at the
// first Read.
func (f *Files) Open(name string) (fs.File, error) {
	info, err := f.describe("open", name)
	if err != nil {
		return nil, err
	}
	opened := opened{files: f, name: name, info: target(*info)}
	if info.Type == api.TypeDirectory {
		return &folder{opened: opened}, nil
	}
	return &file{opened: opened}, nil
}

// Stat describes a file or folder; a symbolic link is what it leads to.
func (f *Files) Stat(name string) (fs.FileInfo, error) {
	info, err := f.describe("stat", name)
	if err != nil {
		return nil, err
	}
	return target(*info), nil
}

// Lstat describes a file or folder, a symbolic link as such.
func (f *Files) Lstat(name string) (fs.FileInfo, error) {
	info, err := f.describe("lstat", name)
	if err != nil {
		return nil, err
	}
	return entry{*info}, nil
}

// ReadLink gives what a symbolic link leads to.
func (f *Files) ReadLink(name string) (string, error) {
	info, err := f.describe("readlink", name)
	if err != nil {
		return "", err
	}
	if info.Symlink == "" {
		return "", failed("readlink", name, fs.ErrInvalid)
	}
	return info.Symlink, nil
}

// ReadDir lists a folder by name.
func (f *Files) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := valid("readdir", name); err != nil {
		return nil, err
	}
	list, err := f.s.api.ListDir(f.ctx, f.id(), f.at(name))
	if err != nil {
		return nil, failed("readdir", name, err)
	}
	entries := make([]fs.DirEntry, len(list))
	for i, info := range list {
		entries[i] = fs.FileInfoToDirEntry(entry{info})
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// ReadFile gives a file's content.
func (f *Files) ReadFile(name string) ([]byte, error) {
	if err := valid("read", name); err != nil {
		return nil, err
	}
	r, err := f.Read(f.ctx, name)
	if err != nil {
		return nil, failed("read", name, err)
	}
	defer r.Close()
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, failed("read", name, err)
	}
	return content, nil
}

// opened is what files and folders that were opened have in common.
type opened struct {
	files  *Files
	name   string
	info   fs.FileInfo
	closed bool
}

// Stat describes what was opened, as it was then.
func (o *opened) Stat() (fs.FileInfo, error) {
	if o.closed {
		return nil, failed("stat", o.name, fs.ErrClosed)
	}
	return o.info, nil
}

// file is an fs.File. It is not safe for concurrent use.
type file struct {
	opened
	content io.ReadCloser
}

// Read reads on.
func (f *file) Read(p []byte) (int, error) {
	if f.closed {
		return 0, failed("read", f.name, fs.ErrClosed)
	}
	if f.content == nil {
		content, err := f.files.Read(f.files.ctx, f.name)
		if err != nil {
			return 0, failed("read", f.name, err)
		}
		f.content = content
	}
	n, err := f.content.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // exactly the end
		err = failed("read", f.name, err)
	}
	return n, err
}

// Close gives up what was not read.
func (f *file) Close() error {
	if f.closed {
		return failed("close", f.name, fs.ErrClosed)
	}
	f.closed = true
	if f.content == nil {
		return nil
	}
	return f.content.Close()
}

// folder is an fs.ReadDirFile. It is not safe for concurrent use.
type folder struct {
	opened
	rest []fs.DirEntry
	read bool // rest is filled
}

// Read is an error: a folder is no file.
func (d *folder) Read([]byte) (int, error) {
	return 0, failed("read", d.name, api.Errorf(api.CodeFileOperation, "is a directory"))
}

// ReadDir gives the next n entries, or all that are left where n <= 0.
func (d *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if d.closed {
		return nil, failed("readdir", d.name, fs.ErrClosed)
	}
	if !d.read {
		list, err := d.files.ReadDir(d.name)
		if err != nil {
			return nil, err
		}
		d.rest, d.read = list, true
	}
	if n <= 0 || n > len(d.rest) {
		if n > 0 && len(d.rest) == 0 {
			return nil, io.EOF
		}
		n = len(d.rest)
	}
	next := d.rest[:n:n]
	d.rest = d.rest[n:]
	return next, nil
}

// Close ends the reading.
func (d *folder) Close() error {
	if d.closed {
		return failed("close", d.name, fs.ErrClosed)
	}
	d.closed = true
	return nil
}
