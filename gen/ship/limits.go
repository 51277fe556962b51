package ship

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// What a host installs at most (spec/epp.md, "The process").
const (
	MaxFile  = 10 << 20 // bytes
	MaxTotal = 50 << 20 // bytes
	MaxFiles = 2000
)

// Check refuses a folder that no host would install, and names what takes the
// room.
func Check(name string, files []out.File) diag.List {
	var found diag.List
	total := 0
	for _, f := range files {
		total += len(f.Content)
		if len(f.Content) > MaxFile {
			found.Errorf(string(api.CodeInstall), diag.Pos{}, "", "%s: %s has %d bytes, and no host installs a file of more than %d", name, f.Path, len(f.Content), MaxFile)
		}
	}
	if total > MaxTotal {
		found.Add(diag.Diag{
			Code:  string(api.CodeInstall),
			Msg:   fmt.Sprintf("%s has %d bytes, and no host installs a plugin of more than %d", name, total, MaxTotal),
			Notes: largest(files),
		})
	}
	if len(files) > MaxFiles {
		found.Errorf(string(api.CodeInstall), diag.Pos{}, "", "%s has %d files, and no host installs a plugin of more than %d", name, len(files), MaxFiles)
	}
	return found
}

func largest(files []out.File) []diag.Note {
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b out.File) int {
		return cmp.Or(cmp.Compare(len(b.Content), len(a.Content)), cmp.Compare(a.Path, b.Path))
	})
	var notes []diag.Note
	for _, f := range sorted[:min(8, len(sorted))] {
		notes = append(notes, diag.Note{Msg: fmt.Sprintf("%d bytes: %s", len(f.Content), f.Path)})
	}
	return notes
}
