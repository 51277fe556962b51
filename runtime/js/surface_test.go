package js

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/js/internal/pack"
	"github.com/abxgen/abxgen/runtime/js/names"
)

func TestGlobalsAreThoseOfTheTable(t *testing.T) {
	r := newRig(t)
	for _, name := range Globals() {
		if got := r.eval("typeof globalThis." + name); got != "function" && got != "object" {
			t.Errorf("%s is %s", name, got)
		}
		if got := r.eval("typeof " + name); got != "function" && got != "object" {
			t.Errorf("typeof %s is %s", name, got)
		}
	}
	for _, name := range names.Absent() {
		if got := r.eval("typeof " + name); got != "undefined" {
			t.Errorf("%s is %s", name, got)
		}
	}
}

// What the VM adds to goja's globals is in the table, and nothing else.
func TestNoGlobalIsUndocumented(t *testing.T) {
	r := newRig(t)
	language := strings.Fields(`AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
		Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Iterator JSON Map Math NaN Number Object Promise Proxy
		RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array
		Uint8ClampedArray WeakMap WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite
		isNaN parseFloat parseInt undefined unescape __abx_require __abx_regexp`)
	known := append(language, Globals()...)
	for name := range strings.SplitSeq(r.eval("Object.getOwnPropertyNames(globalThis).join()"), ",") {
		if !slices.Contains(known, name) {
			t.Errorf("%s is in no table", name)
		}
	}
}

func TestNodeModulesAreThoseOfTheTable(t *testing.T) {
	r := newRig(t)
	for _, name := range NodeModules() {
		if got := r.eval(`Object.keys(__abx_require("node:` + name + `")).length > 3 && __abx_require("` + name + `") === __abx_require("node:` + name + `")`); got != "true" {
			t.Errorf("node:%s: %s", name, got)
		}
	}
	if got := r.eval(`__abx_require("node:fs")`); !strings.Contains(got, "node:fs is not available to providers") {
		t.Error(got)
	}
}

func TestEveryPreludeFileLoads(t *testing.T) {
	r := newRig(t)
	for _, file := range pack.Names(prelude) {
		if err := r.Do(t.Context(), func(*goja.Runtime) error { r.load(file); return nil }); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestPackedPreludeIsCurrent(t *testing.T) {
	paths, err := filepath.Glob("prelude/*.js")
	must(err)
	if len(paths) != len(pack.Names(prelude)) {
		t.Errorf("%d files, %d packed; run go generate ./runtime/js", len(paths), len(pack.Names(prelude)))
	}
	for _, path := range paths {
		want, err := os.ReadFile(path)
		must(err)
		got, err := pack.Unpack(prelude, strings.TrimSuffix(filepath.Base(path), ".js"))
		must(err)
		if !bytes.Equal(got, want) {
			t.Errorf("%s changed; run go generate ./runtime/js", path)
		}
	}
}
