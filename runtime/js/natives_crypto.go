package js

import (
	"io"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/js/hash"
)

// digest is what hash.Digest and hash.HMAC have in common.
type digest interface {
	Write(p []byte) (int, error)
	Sum() []byte
}

// cryptoNatives are hashes and random bytes.
func (vm *VM) cryptoNatives() map[string]nativeFunc {
	return map[string]nativeFunc{
		// hash(name) gives {update, digest, clone}, or null for an unknown name.
		"hash": func(call goja.FunctionCall) goja.Value {
			if d := hash.New(call.Argument(0).String()); d != nil {
				return vm.hashObject(d)
			}
			return goja.Null()
		},
		"hmac": func(call goja.FunctionCall) goja.Value {
			if m := hash.NewHMAC(call.Argument(0).String(), vm.bytes(call, 1)); m != nil {
				return vm.digestObject(m)
			}
			return goja.Null()
		},
		"random": func(call goja.FunctionCall) goja.Value {
			if _, err := io.ReadFull(vm.cfg.Random, vm.bytes(call, 0)); err != nil {
				panic(vm.newError("Error", "no random bytes: "+err.Error()))
			}
			return call.Argument(0)
		},
		"equal": func(call goja.FunctionCall) goja.Value {
			return vm.rt.ToValue(hash.Equal(vm.bytes(call, 0), vm.bytes(call, 1)))
		},
	}
}

func (vm *VM) hashObject(d *hash.Digest) *goja.Object {
	o := vm.digestObject(d)
	vm.method(o, "clone", func(goja.FunctionCall) goja.Value { return vm.hashObject(d.Clone()) })
	return o
}

func (vm *VM) digestObject(d digest) *goja.Object {
	o := vm.rt.NewObject()
	vm.method(o, "update", func(call goja.FunctionCall) goja.Value {
		_, err := d.Write(vm.bytes(call, 0))
		must(err)
		return nil
	})
	vm.method(o, "digest", func(goja.FunctionCall) goja.Value { return newBytes(vm.rt, d.Sum()) })
	return o
}
