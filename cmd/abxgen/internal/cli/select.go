package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/examples/providers"
	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// A selection finds the providers that the user named.
type selection struct {
	places  []place
	catalog fs.FS  // one folder an id
	unpack  string // where folders of the catalog are written to
}

// A place is a folder of provider folders.
type place struct{ dir, shown string }

// selection makes the order of places: --provider-path, ABXGEN_PROVIDER_PATH,
// ./providers, ./examples/providers, the store that all hosts share, and the
// catalog last.
func (s *State) selection(paths []string, temp string) *selection {
	sel := &selection{catalog: providers.Catalog(), unpack: temp}
	for _, dir := range slices.Concat(paths, filepath.SplitList(s.Environ("ABXGEN_PROVIDER_PATH"))) {
		if dir != "" {
			sel.places = append(sel.places, place{dir, dir})
		}
	}
	sel.places = append(sel.places, place{"providers", "./providers"}, place{filepath.Join("examples", "providers"), "./examples/providers"})
	if home := s.home(); home != "" {
		sel.places = append(sel.places, place{filepath.Join(home, ".abx", "providers"), "~/.abx/providers"})
	}
	return sel
}

// find turns the words of --providers into folders, in their order; what is
// not found is E8001, each.
func (sel *selection) find(list []string) ([]gen.Folder, diag.List) {
	var folders []gen.Folder
	var found diag.List
	for _, word := range list {
		folder, problem := sel.one(word)
		if problem != nil {
			found.Add(*problem)
			continue
		}
		folders = append(folders, folder)
	}
	return folders, found
}

// one finds one provider: a word with a slash or a dot is a folder, another one
// an id.
func (sel *selection) one(word string) (gen.Folder, *diag.Diag) {
	if isFolder(word) {
		return gen.Folder{Dir: word}, nil
	}
	for _, p := range sel.places {
		if dir := filepath.Join(p.dir, word); hasManifest(dir) {
			return gen.Folder{Dir: dir, ID: word}, nil
		}
	}
	if _, err := fs.Stat(sel.catalog, word+"/"+manifest.FileName); err != nil {
		return gen.Folder{}, sel.notFound(word)
	}
	dir, err := sel.unpacked(word)
	if err != nil {
		return gen.Folder{}, &diag.Diag{Code: string(api.CodeInstall), Msg: "cannot unpack " + word + " from abxgen's catalog: " + err.Error()}
	}
	return gen.Folder{Dir: dir, Shown: filepath.Join("catalog", word), ID: word}, nil
}

func isFolder(word string) bool {
	return strings.ContainsAny(word, "./") || strings.ContainsRune(word, filepath.Separator)
}

func hasManifest(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, manifest.FileName))
	return err == nil && info.Mode().IsRegular()
}

// unpacked writes a provider's folder of the catalog to the disk.
func (sel *selection) unpacked(id string) (string, error) {
	dir := filepath.Join(sel.unpack, id)
	if hasManifest(dir) {
		return dir, nil
	}
	sub, err := fs.Sub(sel.catalog, id)
	if err != nil {
		return "", err
	}
	return dir, os.CopyFS(dir, sub)
}

func (sel *selection) notFound(id string) *diag.Diag {
	var looked []string
	for _, p := range sel.places {
		looked = append(looked, p.shown)
	}
	looked = append(looked, "abxgen's catalog")
	hint := diag.DidYouMean(id, sel.known())
	if hint == "" {
		hint = "write the folder's path (./" + id + ") if it is one, or name its parent by --provider-path"
	}
	return &diag.Diag{
		Code: string(api.CodeProviderNotFound),
		Msg:  fmt.Sprintf("there is no provider %q; looked in %s", id, strings.Join(looked, ", ")),
		Hint: hint,
	}
}

// known gives every id that could have been named.
func (sel *selection) known() []string {
	var ids []string
	for _, p := range sel.places {
		ids = append(ids, subfolders(os.DirFS(p.dir))...)
	}
	return append(ids, subfolders(sel.catalog)...)
}

func subfolders(parent fs.FS) []string {
	manifests, err := fs.Glob(parent, "*/"+manifest.FileName)
	if err != nil {
		return nil
	}
	var names []string
	for _, m := range manifests {
		names = append(names, strings.TrimSuffix(m, "/"+manifest.FileName))
	}
	return names
}
