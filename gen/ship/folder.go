package ship

import (
	"slices"

	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// Folder says what a plugin's folder is made of.
type Folder struct {
	Name        string // its own name
	Platform    string
	Executables []link.Executable // the core first
	Licences    []link.Licence
	// Bundled are the licences of what the provider's JavaScript is made of.
	Bundled []link.Licence
}

// Folder gives the files of a plugin's folder.
func (s *Shape) Folder(p *plan.Provider, f Folder) ([]out.File, error) {
	readme, err := s.readme(p, f)
	if err != nil {
		return nil, err
	}
	files := []out.File{
		{Path: manifest.FileName, Content: s.TOML(f.Platform, f.Executables[0].Name)},
		{Path: "README.md", Content: readme},
		{Path: LicencesFile, Content: licences(slices.Concat(f.Bundled, f.Licences))},
	}
	for _, e := range f.Executables {
		files = append(files, out.File{Path: e.Name, Content: e.Content, Mode: 0o755})
	}
	return files, nil
}
