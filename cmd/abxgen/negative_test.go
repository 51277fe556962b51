package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/abxgen/abxgen/runtime/testenv"
)

// What abxgen refuses, each with its words to the letter, places included, and
// the disk as it was: gen/testdata/negative has a mistake a file.
func TestNegative(t *testing.T) {
	dir := filepath.Join(testenv.Root(), "gen", "testdata", "negative")
	if cases, err := filepath.Glob(filepath.Join(dir, "*.txtar")); err != nil || len(cases) < 25 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	testscript.Run(t, testscript.Params{Dir: dir, UpdateScripts: *update, RequireExplicitExec: true, RequireUniqueNames: true, Setup: setup})
}
