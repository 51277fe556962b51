// Package out is where a set of generated files meets the disk: it is
// compared, or written whole or not at all, inside one folder, and takes away
// only what it wrote itself. It knows nothing of what the files hold.
package out

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// File is one file of a set.
type File struct {
	Path    string // below the folder, slash-separated
	Content []byte
	Mode    fs.FileMode // 0 means 0644
}

func (f File) mode() fs.FileMode {
	if f.Mode == 0 {
		return 0o644
	}
	return f.Mode.Perm()
}

// check refuses, before anything is touched, a set that could not be written
// as it stands on every system: a path that leaves the folder or is the
// ledger's, one that comes twice (file systems may ignore case), one below
// another file.
func check(files []File) error {
	seen := map[string]string{}
	for _, f := range files {
		if !fs.ValidPath(f.Path) || f.Path == "." || !filepath.IsLocal(filepath.FromSlash(f.Path)) || strings.Contains(f.Path, `\`) {
			return fmt.Errorf("%q is no path inside the output folder", f.Path)
		}
		folded := strings.ToLower(f.Path)
		if folded == ledgerName || strings.HasPrefix(folded, stagePrefix) {
			return fmt.Errorf("%s is a name that abxgen keeps for itself", f.Path)
		}
		if other, ok := seen[folded]; ok {
			return fmt.Errorf("%s and %s are one file", other, f.Path)
		}
		seen[folded] = f.Path
	}
	return checkParents(files, seen)
}

func checkParents(files []File, seen map[string]string) error {
	for _, f := range files {
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			if other, ok := seen[strings.ToLower(dir)]; ok {
				return fmt.Errorf("%s lies below the file %s", f.Path, other)
			}
		}
	}
	return nil
}

// sorted gives the files by path.
func sorted(files []File) []File {
	out := slices.Clone(files)
	slices.SortFunc(out, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return out
}
