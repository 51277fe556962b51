package gen

import (
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/packed"
)

// pack makes bytes of an exec provider's folder: what a host would install,
// checked as its installer does.
func (p Provider) pack() ([]byte, diag.List) {
	files, found := p.installed()
	if found.HasErrors() {
		return nil, found
	}
	var folder []packed.File
	for _, f := range files {
		folder = append(folder, packed.File{Path: f.Path, Content: f.Content, Executable: f.Mode&0o100 != 0})
	}
	bytes, err := packed.Pack(folder)
	if err != nil {
		return nil, failure("cannot pack the folder of provider %s: %v", p.Manifest.ID.Value, err)
	}
	return bytes, found
}
