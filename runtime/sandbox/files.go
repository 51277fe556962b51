package sandbox

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"path"

	"github.com/abxgen/abxgen/runtime/api"
)

// Files are the files of a sandbox, below a folder: at first the user's home.
//
// They are an fs.FS (and ReadDirFS, StatFS, ReadFileFS, ReadLinkFS, SubFS), so
// that fs.WalkDir, fs.Glob, template.ParseFS and the like work on a sandbox;
// errors of these methods are *fs.PathError around an *api.Error, and the
// context is that of WithContext. The methods with a context of their own take
// absolute paths as well, which mean the same wherever the files are rooted.
type Files struct {
	s   *Sandbox
	ctx context.Context
	dir string // "" the user's home
}

// WithContext gives the same files, with the context of the methods of fs.FS.
func (f *Files) WithContext(ctx context.Context) *Files { return &Files{f.s, ctx, f.dir} }

// Dir gives the files below a folder, "/" being all of them.
func (f *Files) Dir(dir string) *Files { return &Files{f.s, f.ctx, f.at(dir)} }

// at is where a path lies.
func (f *Files) at(name string) string {
	if f.dir == "" || path.IsAbs(name) {
		return name
	}
	return path.Join(f.dir, name)
}

func (f *Files) id() string { return f.s.record.ID }

// Read streams a file; the caller closes it. E4001 where there is none.
func (f *Files) Read(ctx context.Context, name string) (io.ReadCloser, error) {
	return f.s.api.Read(ctx, f.id(), f.at(name))
}

// Write streams content into a file, in place of what it held, and makes the
// folders above it.
func (f *Files) Write(ctx context.Context, name string, content io.Reader) error {
	if err := f.within("write", name); err != nil {
		return err
	}
	return f.s.api.Write(ctx, f.id(), f.at(name), content)
}

// WriteFile is Write of what is in memory.
func (f *Files) WriteFile(ctx context.Context, name string, content []byte) error {
	return f.Write(ctx, name, bytes.NewReader(content))
}

// Remove removes a file, or a folder with all in it. As with os.RemoveAll, one
// that is not there is no error. The folder that the files are rooted at is
// refused (E4000), so that an empty name removes nothing.
func (f *Files) Remove(ctx context.Context, name string) error {
	if err := f.within("remove", name); err != nil {
		return err
	}
	return f.s.api.Remove(ctx, f.id(), f.at(name))
}

// Move moves or renames a file or folder; E4001 where there is none. The folder
// that the files are rooted at is refused (E4000).
func (f *Files) Move(ctx context.Context, from, to string) error {
	for _, name := range []string{from, to} {
		if err := f.within("move", name); err != nil {
			return err
		}
	}
	return f.s.api.Move(ctx, f.id(), f.at(from), f.at(to))
}

// within refuses a name that is none, or the root itself. Where files are not
// supported at all, the call itself tells.
func (f *Files) within(what, name string) error {
	if path.Clean(name) == "." && f.s.api.Require(api.FeatureFilesRW) == nil {
		return api.Errorf(api.CodeFileOperation, "%q names no file to %s", name, what).
			With("name a file or folder below; an absolute path names any")
	}
	return nil
}

// MkdirAll makes a folder and those above it. As with os.MkdirAll, one that is
// there is no error.
func (f *Files) MkdirAll(ctx context.Context, dir string) error {
	err := f.s.api.MakeDir(ctx, f.id(), f.at(dir))
	if err == nil || !errors.Is(err, &api.Error{Code: api.CodeFileOperation}) {
		return err
	}
	if info, failed := f.s.api.Stat(ctx, f.id(), f.at(dir)); failed == nil && info.Type == api.TypeDirectory {
		return nil
	}
	return err
}

// Exists reports whether there is a file or folder. A failure to find out is
// an error.
func (f *Files) Exists(ctx context.Context, name string) (bool, error) {
	return f.s.api.Exists(ctx, f.id(), f.at(name))
}

// UploadURL gives an address that a file can be sent to. It holds a right of
// its own: treat it as a key.
func (f *Files) UploadURL(ctx context.Context, name string) (string, error) {
	return f.s.api.UploadURL(ctx, f.id(), f.at(name))
}

// DownloadURL gives an address that a file can be fetched from. It holds a
// right of its own: treat it as a key.
func (f *Files) DownloadURL(ctx context.Context, name string) (string, error) {
	return f.s.api.DownloadURL(ctx, f.id(), f.at(name))
}

// Watch tells of the changes in a folder, and below it where recursive is true.
// The watching has begun when Watch returns, so that no later change is missed,
// and ends with ctx or when the loop over it is left: range over it once.
// Paths of events are relative to the folder.
func (f *Files) Watch(ctx context.Context, dir string, recursive bool) (iter.Seq2[api.FileEvent, error], error) {
	stream, err := f.s.api.WatchDir(ctx, f.id(), f.at(dir), recursive)
	if err != nil {
		return nil, err
	}
	return func(yield func(api.FileEvent, error) bool) {
		defer stream.Close()
		for {
			event, err := stream.Recv()
			if errors.Is(err, io.EOF) || !yield(event, err) || err != nil {
				return
			}
		}
	}, nil
}

// Sub gives the files below a folder as fs.Sub wants them.
func (f *Files) Sub(dir string) (fs.FS, error) {
	if err := valid("sub", dir); err != nil {
		return nil, err
	}
	if dir == "." {
		return f, nil
	}
	return f.Dir(dir), nil
}
