package link

import (
	"cmp"
	"debug/buildinfo"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// Licence is one text that comes with a module.
type Licence struct {
	Module  string
	Version string
	File    string // LICENSE, NOTICE…
	Text    string
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-._].*)?$`)

// licences gives the texts of all that the programs are made of: Go's own
// first, then by module.
func (w *workspace) licences(programs ...string) ([]Licence, error) {
	modules := map[string]string{} // versions
	for _, p := range programs {
		info, err := buildinfo.ReadFile(p)
		if err != nil {
			return nil, err
		}
		for _, dep := range info.Deps {
			modules[dep.Path] = dep.Version
		}
	}
	all := LicencesIn(w.tools.Root, "Go", w.tools.Version, false)
	for path, version := range modules {
		dir := filepath.Join(w.dir, "vendor", filepath.FromSlash(path))
		if path == Module {
			dir, version = w.Source, ""
		}
		all = append(all, LicencesIn(dir, path, version, path != Module)...)
	}
	slices.SortStableFunc(all, func(a, b Licence) int {
		return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.File, b.File))
	})
	return all, nil
}

// LicencesIn reads the licences of a module's folder, and where below is set of
// the folders in it.
func LicencesIn(dir, module, version string, below bool) []Licence {
	var found []Licence
	_ = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir
		case d.IsDir() && name != "." && !below:
			return fs.SkipDir
		case !d.Type().IsRegular() || !licenceFile.MatchString(d.Name()):
			return nil
		}
		if text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			found = append(found, Licence{module, version, name, string(text)})
		}
		return nil
	})
	return found
}
