package gen

import (
	"os"
	"runtime"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/ship"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// Linked gives the provider as a program of this machine has it that it is
// linked into. An exec provider's folder is looked at as its installer would.
func (p Provider) Linked() (api.Linked, diag.List) {
	d := p.Manifest.Descriptor()
	l := api.Linked{Descriptor: d}
	if p.Bundle != nil {
		d.Digest = p.Bundle.Digest
		l.Bundle, l.SourceMap = p.Bundle.JS, p.Bundle.Map
	}
	if d.Kind != api.KindExec {
		return l, nil
	}
	_, found := p.installed()
	l.Files = os.DirFS(p.folder)
	return l, found
}

// installed gives the files of an exec provider's folder as a host on this
// system would install them, and what its installer would refuse.
func (p Provider) installed() ([]out.File, diag.List) {
	files, found := ship.Exec(p.Manifest, p.folder, p.Dir, runtime.GOOS+"/"+runtime.GOARCH)
	return files, errorsOf(found)
}

// errorsOf leaves out what is told of a plugin that is made.
func errorsOf(found diag.List) diag.List {
	var kept diag.List
	for _, d := range found {
		if d.Severity != diag.SeverityNote {
			kept = append(kept, d)
		}
	}
	return kept
}
