package emit_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen/emit"
	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/manifest"
)

var update = flag.Bool("update", false, "write the golden packages again, once they compile and run")

const (
	manifestDir = "../testdata/manifests"
	goldenDir   = "../testdata/golden"
)

// corpus plans the manifests of gen/testdata together, by file name.
func corpus(t *testing.T) *plan.Plan {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(manifestDir, "*.toml"))
	if err != nil || len(names) < 12 {
		t.Fatalf("%d manifests, %v", len(names), err)
	}
	var sources []plan.Source
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, found := manifest.Parse(name, src)
		if m == nil {
			t.Fatal(found.Err())
		}
		sources = append(sources, plan.Source{Descriptor: m.Descriptor(), Manifest: name, Digest: "sha256:" + m.SHA256, Pos: m.ID.Pos})
	}
	p, found := plan.New(sources)
	if found.HasErrors() {
		t.Fatal(found.Err())
	}
	return p
}

// bundle is a provider whose every call fails, but not with E8004.
var bundle = emit.Bundle{
	JS:     []byte("var __abx_provider={default:()=>({buildInfra(){throw new Error(\"no cloud\")}})};\n"),
	Map:    []byte(`{"version":3,"sources":["provider.mjs"],"names":[],"mappings":""}` + "\n"),
	Digest: "sha256:0000",
}

func emitted(t *testing.T, p *plan.Plan) []out.File {
	t.Helper()
	bundles := map[string]emit.Bundle{}
	for _, provider := range p.Providers {
		if provider.Descriptor.Kind == api.KindNode {
			bundles[provider.Descriptor.ID] = bundle
		}
	}
	files, err := emit.Emit(p, bundles)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The emitter writes what is committed, to the byte.
func TestGoldens(t *testing.T) {
	p := corpus(t)
	files := emitted(t, p)
	if *update {
		checkPrograms(t, p, files)
		if t.Failed() {
			return
		}
		if err := out.Write(goldenDir, files); err != nil {
			t.Fatal(err)
		}
	}
	changes, err := out.Diff(goldenDir, files)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		t.Errorf("%s/%s: %s", goldenDir, c.Path, firstDifference(c))
	}
	if changes != nil {
		t.Error("if the change is meant: go test ./gen/emit -run TestGoldens -update")
	}
}

func firstDifference(c out.Change) string {
	switch {
	case c.Old == nil:
		return "is missing"
	case c.New == nil:
		return "is not written any more"
	}
	before, after := strings.Split(string(c.Old), "\n"), strings.Split(string(c.New), "\n")
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			return fmt.Sprintf("line %d is %q, golden %q", i+1, after[i], before[i])
		}
	}
	return "one is longer"
}

// The same plan gives the same bytes, whatever else is planned beside it
// (where no names meet), and however often.
func TestEmissionIsDeterministic(t *testing.T) {
	p := corpus(t)
	first := emitted(t, p)
	for range 2 {
		for i, f := range emitted(t, p) {
			if f.Path != first[i].Path || !bytes.Equal(f.Content, first[i].Content) {
				t.Fatalf("%s differs", f.Path)
			}
		}
	}
	byPath := map[string][]byte{}
	for _, f := range first {
		byPath[f.Path] = f.Content
	}
	for i := range p.Providers {
		for _, f := range emitted(t, &plan.Plan{Providers: p.Providers[i : i+1]}) {
			if !bytes.Equal(f.Content, byPath[f.Path]) {
				t.Errorf("%s differs when alone", f.Path)
			}
		}
	}
}

func TestNodeProviderNeedsABundle(t *testing.T) {
	p, _ := plan.New([]plan.Source{{Descriptor: &api.Descriptor{ID: "x1", Kind: api.KindNode}}})
	if _, err := emit.Emit(p, nil); err == nil {
		t.Error("it was emitted without one")
	}
}
