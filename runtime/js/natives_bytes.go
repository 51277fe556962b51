package js

import (
	"bytes"

	"github.com/dop251/goja"
)

// bytes gives the memory behind an argument that has to be binary.
func (vm *VM) bytes(call goja.FunctionCall, i int) []byte {
	if o, ok := call.Argument(i).(*goja.Object); ok {
		if b, ok := bytesOf(vm.rt, o); ok {
			return b
		}
	}
	panic(vm.codedTypeError("ERR_INVALID_ARG_TYPE", "bytes were expected. Received "+vm.describe(call.Argument(i))))
}

// byteNatives are what of Buffer is slow in JavaScript.
func (vm *VM) byteNatives() map[string]nativeFunc {
	return map[string]nativeFunc{
		"isBytes": func(call goja.FunctionCall) goja.Value {
			o, ok := call.Argument(0).(*goja.Object)
			return vm.rt.ToValue(ok && isBinary(vm.rt, o))
		},
		"compare": func(call goja.FunctionCall) goja.Value {
			return vm.rt.ToValue(bytes.Compare(vm.bytes(call, 0), vm.bytes(call, 1)))
		},
		"indexOf": func(call goja.FunctionCall) goja.Value {
			b, from := vm.bytes(call, 0), int(call.Argument(2).ToInteger())
			at := bytes.Index(b[from:], vm.bytes(call, 1))
			if at >= 0 {
				at += from
			}
			return vm.rt.ToValue(at)
		},
		"lastIndexOf": func(call goja.FunctionCall) goja.Value {
			b, part := vm.bytes(call, 0), vm.bytes(call, 1)
			from := min(call.Argument(2).ToInteger(), int64(len(b))) // it may be Infinity
			return vm.rt.ToValue(bytes.LastIndex(b[:min(int(from)+len(part), len(b))], part))
		},
		// concat copies parts into one Uint8Array.
		"concat": func(call goja.FunctionCall) goja.Value {
			var out []byte
			vm.rt.ForOf(call.Argument(0), func(part goja.Value) bool {
				out = append(out, vm.bytes(goja.FunctionCall{Arguments: []goja.Value{part}}, 0)...)
				return true
			})
			return newBytes(vm.rt, out)
		},
		"detach": func(call goja.FunctionCall) goja.Value {
			if b, ok := call.Argument(0).Export().(goja.ArrayBuffer); ok {
				b.Detach()
			}
			return nil
		},
		"copy": func(call goja.FunctionCall) goja.Value {
			return newBytes(vm.rt, append([]byte{}, vm.bytes(call, 0)...))
		},
	}
}
