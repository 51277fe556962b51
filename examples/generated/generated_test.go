// Package generated_test holds the committed output to what abxgen writes.
package generated_test

import (
	"path/filepath"
	"testing"

	"github.com/abxgen/abxgen/gen"
)

// What is committed here is abxgen's own output for the examples, to the byte.
func TestCommittedPackagesAreWhatAbxgenWrites(t *testing.T) {
	var in gen.Input
	for _, id := range []string{"e2b", "my-cloud", "e2b-compatible"} {
		in.Folders = append(in.Folders, gen.Folder{Dir: filepath.Join("..", "providers", id), ID: id})
	}
	in.TempDir = t.TempDir()
	if _, found := gen.Generate(t.Context(), in, gen.Target{Dir: ".", Check: true}); found.HasErrors() {
		t.Errorf("%v\nto write them again: make generate", found.Err())
	}
}
