package main_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/abxgen/abxgen/runtime/epp/conformance"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// What the published host said to an earlier build is answered alike by this one.
func TestConformance(t *testing.T) {
	dir := folder(t)
	m, found := manifest.Load(dir)
	if m == nil {
		t.Fatal(found.Err())
	}
	conformance.Run(t, []string{filepath.Join(dir, "local-process")}, conformance.Options{Descriptor: m.Descriptor(), Env: os.Environ()})
}
