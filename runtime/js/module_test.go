package js

import (
	"context"
	"os"
	"testing"

	"github.com/dop251/goja"
)

func loadModule(t *testing.T) (*rig, *goja.Object) {
	t.Helper()
	read := func(name string) []byte {
		data, err := os.ReadFile("testdata/module/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	r := newRig(t)
	exports, err := r.RunModule("bundle.js", read("bundle.js"), read("bundle.js.map"))
	if err != nil {
		t.Fatal(err)
	}
	return r, exports
}

func TestModuleExportsAreThere(t *testing.T) {
	r, exports := loadModule(t)
	must(r.Do(context.Background(), func(*goja.Runtime) error {
		if got := exports.Get("touched").String(); got != "production" {
			t.Errorf("touched = %s", got)
		}
		if _, ok := goja.AssertFunction(exports.Get("default")); !ok {
			t.Error("default is no function")
		}
		return nil
	}))
}

// The places are those of testdata/module/src, counted from 1.
func TestPlacesAreTheAuthors(t *testing.T) {
	for export, want := range map[string]string{
		"now":          "TypeError: é x (lib/faults.mjs:2:38)",
		"asynchronous": "TypeError: é x (lib/faults.mjs:2:38)",
		"absent":       "ReferenceError: process is not available to providers (provider.mjs:16:29)",
		"lines":        "Error: in a generator (provider.mjs:14:9)",
	} {
		t.Run(export, func(t *testing.T) {
			r, exports := loadModule(t)
			must(r.Do(context.Background(), func(rt *goja.Runtime) error {
				must(rt.Set("call", exports.Get(export)))
				_, err := rt.RunScript("test.js", `(async () => {
					const made = await call("x");
					for (;;) if ((await made.next()).done) break;
				})().catch(e => Promise.reject(e))`)
				return err
			}))
			r.advance(r.cfg.RejectGrace)
			r.wantLines("error: Unhandled rejection: " + want)
		})
	}
}

func TestStackIsTheAuthors(t *testing.T) {
	r, exports := loadModule(t)
	err := r.Do(context.Background(), func(*goja.Runtime) error {
		_, err := r.Call(exports.Get("now"), nil, r.rt.ToValue("x"))
		return err
	})
	want := "fail (lib/faults.mjs:2:38)\nnow (provider.mjs:6:10)"
	if got := Explain(err).Stack; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestModuleThatCannotRun(t *testing.T) {
	for bundle, want := range map[string]string{
		"let x = ;":            "SyntaxError: Unexpected token ; (bundle.js:1:9)",
		"let a; let a;":        "SyntaxError: Identifier 'a' has already been declared (bundle.js:1:12)",
		"throw new Error('x')": "Error: x (bundle.js:1:7)",
		"1":                    "the bundle bundle.js did not set __abx_provider",
	} {
		r := newRig(t)
		if _, err := r.RunModule("bundle.js", []byte(bundle), nil); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", bundle, err, want)
		}
	}
}
