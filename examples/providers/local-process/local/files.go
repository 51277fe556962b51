package local

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// inside gives the name of a path below the sandbox's folder. The sandbox's
// root is its home, too; a command prints the folder's name on this machine,
// which is understood as well.
func (p *Provider) inside(id, name string) string {
	name = filepath.ToSlash(name)
	root := filepath.ToSlash(p.store.root(id))
	if rest, ok := strings.CutPrefix(name, root); ok && (rest == "" || rest[0] == '/') {
		name = rest
	}
	if name == "~" || strings.HasPrefix(name, "~/") {
		name = name[1:]
	}
	if name = strings.TrimPrefix(path.Clean("/"+name), "/"); name == "" {
		return "."
	}
	return name
}

// openRoot gives the sandbox's folder, which no name and no symbolic link leads
// out of.
func (p *Provider) openRoot(id string) (*os.Root, error) {
	if _, err := p.store.load(id); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(p.store.root(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, notFound(id) // it ended this moment
	}
	return root, fault(err, "the sandbox's folder")
}

// in does something to a path of the sandbox.
func (p *Provider) in(id, path string, do func(root *os.Root, name string) error) error {
	root, err := p.openRoot(id)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return fault(do(root, p.inside(id, path)), path)
}

// Stat describes a file or folder; a symbolic link is what it leads to.
func (p *Provider) Stat(_ context.Context, id, path string) (*api.FileInfo, error) {
	var out api.FileInfo
	err := p.in(id, path, func(root *os.Root, name string) error {
		info, err := root.Stat(name)
		if err == nil {
			out = entry(info, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &out, nil
}

func entry(info fs.FileInfo, name string) api.FileInfo {
	f := api.FileInfo{
		Name: path.Base("/" + name), Path: path.Join("/", name), Type: api.TypeFile,
		Size: info.Size(), Mode: uint32(info.Mode().Perm()), Modified: info.ModTime(),
	}
	if info.IsDir() {
		f.Type, f.Size = api.TypeDirectory, 0
	}
	return f
}

// ListDir describes what is in a folder, by name.
func (p *Provider) ListDir(_ context.Context, id, dir string) ([]api.FileInfo, error) {
	var out []api.FileInfo
	err := p.in(id, dir, func(root *os.Root, name string) error {
		all, err := fs.ReadDir(root.FS(), name)
		for _, e := range all {
			if info, err := describe(root, path.Join(name, e.Name())); err == nil {
				out = append(out, entry(info, path.Join(name, e.Name())))
			}
		}
		return err
	})
	return out, err
}

// describe follows a symbolic link as far as it leads to something inside.
func describe(root *os.Root, name string) (fs.FileInfo, error) {
	if info, err := root.Stat(name); err == nil {
		return info, nil
	}
	return root.Lstat(name)
}

// MakeDir makes a folder and those above it; one that is there is well.
func (p *Provider) MakeDir(_ context.Context, id, path string) error {
	return p.in(id, path, func(root *os.Root, name string) error { return root.MkdirAll(name, 0o755) })
}

// Remove removes a file, or a folder with all that is in it.
func (p *Provider) Remove(_ context.Context, id, path string) error {
	return p.in(id, path, func(root *os.Root, name string) error {
		if name == "." {
			return fs.ErrPermission
		}
		if _, err := root.Lstat(name); err != nil {
			return err
		}
		return root.RemoveAll(name)
	})
}

// Move renames a file or folder and makes the folders above its new place.
func (p *Provider) Move(_ context.Context, id, source, destination string) error {
	return p.in(id, source, func(root *os.Root, name string) error {
		if _, err := root.Lstat(name); err != nil {
			return err
		}
		to := p.inside(id, destination)
		if err := root.MkdirAll(path.Dir(to), 0o755); err != nil {
			return err
		}
		return root.Rename(name, to)
	})
}

// Exists reports whether there is anything at a path.
func (p *Provider) Exists(ctx context.Context, id, path string) (bool, error) {
	_, err := p.Stat(ctx, id, path)
	if errors.Is(err, api.ErrFileNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Read gives a file's content.
func (p *Provider) Read(_ context.Context, id, path string) (io.ReadCloser, error) {
	var file *os.File
	err := p.in(id, path, func(root *os.Root, name string) error {
		info, err := root.Stat(name)
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return errors.New("not a file") // a FIFO would wait for its writer
		}
		file, err = root.Open(name)
		return err
	})
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Write makes or replaces a file, and the folders above it.
func (p *Provider) Write(_ context.Context, id, name string, content io.Reader) error {
	return p.in(id, name, func(root *os.Root, name string) error {
		if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return err
		}
		if info, err := root.Stat(name); err == nil && !info.Mode().IsRegular() {
			return errors.New("not a file")
		}
		file, err := root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
		if err != nil {
			return err
		}
		_, err = io.Copy(file, content)
		return errors.Join(err, file.Close())
	})
}
