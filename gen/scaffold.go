package gen

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/kitsrc"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest"
	"github.com/abxgen/abxgen/templates"
)

// Kinds are those of a provider that can be begun.
func Kinds() []string { return []string{api.KindNode, api.KindREST, api.KindExec} }

// Init makes the folder of a new provider of one of the Kinds, which builds as
// it stands, and gives the files' names. An id that is reserved, or the
// catalog's, is E8014; a folder that holds anything E8010.
func Init(id, kind, dir string) ([]string, diag.List) {
	var found diag.List
	if err := manifest.CheckNewID(id); err != nil {
		found.Errorf(string(api.CodeManifest), diag.Pos{}, "choose another id, such as my-cloud", "%v", err)
		return nil, found
	}
	texts, err := templates.Scaffold{ID: id, Kind: kind}.Files()
	if err != nil {
		return nil, failure("cannot make the folder's files: %v", err)
	}
	if kind == api.KindNode {
		texts["kit.d.ts"] = []byte(kitsrc.Types())
	}
	var files []out.File
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		files = append(files, out.File{Path: name, Content: texts[name]})
	}
	if err := out.Create(dir, files); err != nil {
		return nil, failure("-o %s: %v", filepath.Clean(dir), err)
	}
	return slices.Sorted(maps.Keys(texts)), nil
}
