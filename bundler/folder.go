package bundler

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
)

// A folder is a provider's folder during a build. esbuild reads a private copy
// (of hard links where the file system allows) with an empty package.json
// above it: so no package.json, tsconfig.json, node_modules or `../` of the
// real surroundings can have a say, whatever esbuild looks for.
type folder struct {
	shown string // as the user named it; messages begin with it
	real  string // the real path of the original
	temp  string // the private folder, removed by close
	copy  string // the copy inside it; esbuild's working directory
}

// copyName is the copy's own name; it is in no output.
const copyName = "provider"

// sources are the files that can become part of a bundle; nothing else is
// copied.
var sources = map[string]bool{
	".js": true, ".mjs": true, ".cjs": true, ".jsx": true,
	".ts": true, ".mts": true, ".cts": true, ".tsx": true,
	".json": true, ".txt": true,
}

func openFolder(dir, shown, tempDir string) (*folder, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	if real, err = filepath.Abs(real); err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp(tempDir, "abxgen-bundle-")
	if err != nil {
		return nil, err
	}
	f := &folder{shown: shown, real: real, temp: temp}
	if err := f.fill(); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

func (f *folder) close() { os.RemoveAll(f.temp) }

func (f *folder) fill() error {
	temp, err := filepath.EvalSymlinks(f.temp)
	if err != nil {
		return err
	}
	f.copy = filepath.Join(temp, copyName)
	if err := os.WriteFile(filepath.Join(temp, "package.json"), []byte("{}\n"), 0o600); err != nil {
		return err
	}
	return filepath.WalkDir(f.real, f.add)
}

// add brings one entry of the original into the copy.
func (f *folder) add(path string, d fs.DirEntry, err error) error {
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(f.real, path)
	if err != nil {
		return err
	}
	to := filepath.Join(f.copy, rel)
	switch {
	case d.IsDir() && d.Name() == ".git":
		return fs.SkipDir
	case d.IsDir():
		return os.Mkdir(to, 0o700)
	case d.Type()&fs.ModeSymlink != 0:
		return f.addLink(path, to)
	case d.Type().IsRegular() && isSource(d.Name()):
		return linkOrCopy(path, to)
	}
	return nil
}

func isSource(name string) bool {
	return sources[filepath.Ext(name)] && !strings.Contains(name, ".d.ts") && !strings.Contains(name, ".d.mts")
}

// addLink repeats a symbolic link that stays inside; another one is left out,
// and an import through it is refused as one that leaves the folder.
func (f *folder) addLink(path, to string) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil || !inside(f.real, target) {
		return nil
	}
	rel, err := filepath.Rel(f.real, target)
	if err != nil {
		return err
	}
	from, err := filepath.Rel(filepath.Dir(to), filepath.Join(f.copy, rel))
	if err != nil {
		return err
	}
	return os.Symlink(from, to)
}

func linkOrCopy(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(dst, src); err != nil {
		dst.Close()
		return err
	}
	return dst.Close()
}

// inside reports whether path is dir or below it; both are clean.
func inside(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// rel gives a path of the copy relative to the folder, with slashes.
func (f *folder) rel(path string) string {
	rel, err := filepath.Rel(f.copy, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

// show is how messages name a file of the folder.
func (f *folder) show(rel string) string { return filepath.Join(f.shown, filepath.FromSlash(rel)) }

// authored reports whether a place is in a file of the provider's author, not
// in a package's; wherever the folder itself lies.
func (f *folder) authored(pos diag.Pos) bool {
	rel, err := filepath.Rel(f.shown, pos.File)
	return pos.Known() && err == nil && !slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), "node_modules")
}

// checkEntry finds the entry file before esbuild looks for it.
func (f *folder) checkEntry(entry string, pos diag.Pos) (diag.Diag, bool) {
	if pos.File == "" {
		pos = diag.Pos{File: f.show(entry)}
	}
	original := filepath.Join(f.real, filepath.FromSlash(entry))
	info, err := os.Stat(original)
	switch {
	case err != nil:
		return problem(pos, "the entry file "+quote(entry)+" does not exist", "write the file, or name the right one in runtime.entry"), false
	case !info.Mode().IsRegular():
		return problem(pos, "the entry "+quote(entry)+" is no file", "name a .mjs or .js file in runtime.entry"), false
	}
	if target, err := filepath.EvalSymlinks(original); err != nil || !inside(f.real, target) {
		return problem(pos, "the entry file "+quote(entry)+" is a link to outside; imports must stay inside the plugin directory", "copy the file into the folder"), false
	}
	return diag.Diag{}, true
}
