package gen

import (
	"os"
	"runtime"

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
	_, found := ship.Exec(p.Manifest, p.folder, p.Dir, runtime.GOOS+"/"+runtime.GOARCH)
	l.Files = os.DirFS(p.folder)
	return l, errorsOf(found)
}

// errorsOf leaves out what is told of a plugin that is made.
func errorsOf(found diag.List) diag.List {
	var out diag.List
	for _, d := range found {
		if d.Severity != diag.SeverityNote {
			out = append(out, d)
		}
	}
	return out
}
