package js

import (
	"context"
	"testing"
	"time"

	"github.com/dop251/goja"
)

// hostile are values that a provider may hand to the host; $ is replaced by
// other values.
var hostile = []string{
	"null", "undefined", "0", "-0", "NaN", "1e308", "5n", "2n ** 70n", "'text'", "'\\ud800'", "true", "Symbol('s')", "() => 1", "class {}",
	"[$]", "[$, , $]", "{ a: $ }", "{ a: $, b: $ }", "{ get a() { throw $ } }", "{ get a() { return $ } }", "{ toJSON: () => $ }", "{ length: 5, 0: $ }",
	"new Map([[$, $]])", "new Set([$])", "new Date($)", "new Uint8Array(3)", "new Float64Array(1)", "new ArrayBuffer(2)", "new DataView(new ArrayBuffer(4), 2)",
	"new Proxy({}, { get: () => $ })", "new Proxy({}, { ownKeys: () => ['a', $] })", "new Proxy([], { get: (t, k) => k === 'length' ? 4294967295 : $ })", "new Proxy(function () {}, {})",
	"(() => { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy })()", "(() => { const a = [$]; a.push(a); return a })()", "(() => { const o = { a: $ }; o.o = o; return o })()",
	"Object.create({ a: $ })", "Object.create(null)", "Object.defineProperty([], 'length', { value: 1e6 })", "{ ['__proto__']: $ }", "{ then(f) { f($); f($) } }", "Promise.reject($).catch(() => $)",
	"new Error('m', { cause: $ })", "Object.assign(new Error('e'), { code: $ })", "{ [Symbol.iterator]: $ }", "Object.assign(new Map(), { [Symbol.iterator]: function* () { yield $ } })", "Object.assign(new Set(), { [Symbol.iterator]: () => $ })",
	"Object(Symbol('x'))", "new Number($)", "new String($)", "Object.freeze([$])", "/x/g", "arguments", "globalThis", "Object.setPrototypeOf({}, new Proxy({}, { get() { throw $ } }))", "new Uint8Array(new ArrayBuffer(8), 1, 2)",
	"(() => { const u = new Uint8Array(4); u.buffer.transfer(); return u })()", "Object.assign(() => {}, { a: $ })", "new (class extends Array { get length() { throw $ } })()", "{ a: { b: { c: $ } } }",
}

// expression reads bytes as choices of hostile values.
func expression(choices []byte, depth int) (string, []byte) {
	if len(choices) == 0 || depth > 8 {
		return "0", choices
	}
	form := hostile[int(choices[0])%len(hostile)]
	choices = choices[1:]
	var out []byte
	for i := range len(form) {
		if form[i] != '$' {
			out = append(out, form[i])
			continue
		}
		var inner string
		inner, choices = expression(choices, depth+1)
		out = append(out, "("+inner+")"...)
	}
	return string(out), choices
}

// FuzzToGo hands values to the host: each is converted or refused, soon, and
// the VM goes on.
func FuzzToGo(f *testing.F) {
	for i := range hostile {
		f.Add([]byte{byte(i), byte(i + 1), byte(i + 2), byte(i * 7)})
		f.Add([]byte{14, byte(i), 22, byte(i), byte(i * 3)})
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		source, _ := expression(choices, 0)
		vm := New(Config{MaxTurn: 10 * time.Second})
		defer vm.Close()
		err := vm.Do(context.Background(), func(rt *goja.Runtime) error {
			v, err := rt.RunString("(function () { return (" + source + ") })()")
			if err != nil {
				return nil
			}
			got, err := Bounds{Nodes: 10000}.ToGo(rt, v)
			if err == nil {
				FromGo(rt, got)
			} else if Explain(err).Text() == "" {
				t.Errorf("%s: an error without a text", source)
			}
			_ = vm.format([]goja.Value{v})
			return nil
		})
		if err != nil {
			t.Logf("%s: %v", source, err) // what format throws
		}
		if vm.Err() != nil {
			t.Errorf("%s broke the VM: %v", source, vm.Err())
		}
	})
}
