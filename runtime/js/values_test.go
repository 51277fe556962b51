package js

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"
)

// crossing gives what an expression becomes in Go.
func (r *rig) crossing(source string) (any, error) {
	var out any
	err := r.Do(context.Background(), func(rt *goja.Runtime) error {
		v, err := rt.RunScript("test.js", "("+source+")")
		if err != nil {
			return err
		}
		out, err = Bounds{Nodes: 10000}.ToGo(rt, v)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func TestToGo(t *testing.T) {
	r := newRig(t)
	for source, want := range map[string]any{
		"undefined": nil, "null": nil, "true": true, "1.5": 1.5, "-0": math.Copysign(0, -1), "'é\\0'": "é\x00",
		"12n": 12.0, "Symbol()": nil, "() => 1": nil, "new String('x')": "x", "new Number(4)": 4.0,
		"[1, , undefined, () => 1, 'x']":        []any{1.0, nil, nil, nil, "x"},
		"{ a: 1, b: undefined, c() {}, d: {} }": map[string]any{"a": 1.0, "d": map[string]any{}},
		"{ ['__proto__']: 1, [Symbol()]: 2 }":   map[string]any{"__proto__": 1.0},
		"new Date(0)":                           "1970-01-01T00:00:00.000Z",
		"new Map([['a', 1], [2, 'b']])":         map[string]any{"a": 1.0, "2": "b"},
		"new Set([1, 'x'])":                     []any{1.0, "x"},
		"new Uint8Array([1, 2, 3]).subarray(1)": []byte{2, 3},
		"new Uint16Array([258])":                []byte{2, 1},
		"new ArrayBuffer(2)":                    []byte{0, 0},
		"new DataView(new ArrayBuffer(3), 1)":   []byte{0, 0},
		"(() => { const u = new Uint8Array(4); u.buffer.transfer(); return u })()": []byte{},
		"new Uint8Array(0)":               []byte{},
		"{ toJSON() { return [1] } }":     []any{1.0},
		"Object.create({ inherited: 1 })": map[string]any{},
		"new Proxy({ a: 1 }, {})":         map[string]any{"a": 1.0},
		"class { static x = 1 }":          nil,
	} {
		got, err := r.crossing(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", source, d)
		}
	}
}

func TestToGoRefuses(t *testing.T) {
	for source, want := range map[string]string{
		"(() => { const a = {}; a.a = a; return a })()":                                "contains itself",
		"(() => { let a = []; for (let i = 0; i < 200000; i++) a = [a]; return a })()": "nested deeper",
		"(() => { const a = { toJSON() { return a } }; return a })()":                  "nested deeper",
		"{ get a() { throw new Error('no') } }":                                        "no",
		"new Proxy({}, { ownKeys() { throw 'trap' } })":                                "trap",
		"(() => { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy })()":  "revoked",
		"new Array(4294967295)":                                                        "4294967295 elements",
		"new Proxy([], { get: (t, k) => k === 'length' ? 1e15 : t[k] })":               "elements",
		"2n ** 100n": "too large for a number",
		"(() => { const s = new Set(); s[Symbol.iterator] = function* () { for (;;) yield 1 }; return s })()": "more than 10000 parts",
		"[1, 2].map(() => new Array(9000).fill(0))":                                                           "parts",
	} {
		r := newRig(t)
		if got, err := r.crossing(source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, %v; want %s", source, got, err, want)
		}
		if err := r.Err(); err != nil {
			t.Errorf("%s broke the VM: %v", source, err)
		}
	}
}

func TestToGoEndlessGetterIsInterrupted(t *testing.T) {
	r := newRig(t, func(c *Config) { c.MaxTurn = 30 * time.Millisecond })
	if _, err := r.crossing("{ get a() { for (;;) {} } }"); err == nil {
		t.Error("no error")
	}
	<-r.Broken()
}

func TestToGoCopiesBytes(t *testing.T) {
	r := newRig(t)
	r.mustRunScript("globalThis.b = new Uint8Array([1])")
	got, err := r.crossing("b")
	must(err)
	r.mustRunScript("b[0] = 2")
	if got.([]byte)[0] != 1 {
		t.Error("the copy changed with the original")
	}
}

func TestFromGo(t *testing.T) {
	r := newRig(t)
	must(r.Do(context.Background(), func(rt *goja.Runtime) error {
		return rt.Set("v", FromGo(rt, map[string]any{
			"z": nil, "b": []byte{1, 2}, "a": []any{true, "x", 1.5, 3}, "__proto__": "p", "s": map[string]string{"k": "v"},
		}))
	}))
	for source, want := range map[string]string{
		"JSON.stringify(v)": `{"__proto__":"p","a":[true,"x",1.5,3],"b":{"0":1,"1":2},"s":{"k":"v"},"z":null}`,
		"v.b instanceof Uint8Array && Object.getPrototypeOf(v) === Object.prototype": "true",
		"Array.isArray(v.a)": "true",
	} {
		if got := r.eval(source); got != want {
			t.Errorf("%s: %s", source, got)
		}
	}
	r.mustRunScript("Uint8Array = function () { throw 1 }")
	must(r.Do(context.Background(), func(rt *goja.Runtime) error { FromGo(rt, []byte{1}); return nil }))
}
