package js

import (
	"testing"

	"github.com/dop251/goja"
)

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		vm := New(Config{})
		vm.Close()
	}
}

func BenchmarkFirstURL(b *testing.B) {
	for b.Loop() {
		vm := New(Config{})
		must(vm.Do(b.Context(), func(rt *goja.Runtime) error { vm.load("url"); return nil }))
		vm.Close()
	}
}
