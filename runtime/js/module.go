package js

import (
	"fmt"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/go-sourcemap/sourcemap"
)

// ProviderGlobal is the global that a bundle assigns its module's namespace to.
const ProviderGlobal = "__abx_provider"

// RunModule runs a bundle: a script, not a module, that assigns the namespace
// object of the provider's entry to the global __abx_provider, and gives that
// object, which may be used on the loop's thread only. With the source map
// (JSON, may be empty) exceptions name the author's file, line and column. The
// error is an *Exception, or the VM's own. Call it off the loop's thread, once.
func (vm *VM) RunModule(name string, bundle, sourceMap []byte) (*goja.Object, error) {
	program, err := compile(name, string(bundle), sourceMap)
	if err != nil {
		return nil, Explain(err)
	}
	var exports *goja.Object
	err = vm.Do(vm.ctx, func(rt *goja.Runtime) error {
		if _, err := rt.RunProgram(program); err != nil {
			return err
		}
		var ok bool
		if exports, ok = rt.Get(ProviderGlobal).(*goja.Object); !ok {
			return fmt.Errorf("the bundle %s did not set %s", name, ProviderGlobal)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return exports, nil
}

// compile parses the source map beside the script, on another processor.
func compile(name, source string, sourceMap []byte) (program *goja.Program, err error) {
	defer func() {
		// goja's compiler panics on some of what its parser lets pass.
		if x := recover(); x != nil {
			err = &Exception{Name: "SyntaxError", Message: clean(fmt.Sprint(x)), Place: name}
		}
	}()
	maps := make(chan *sourcemap.Consumer, 1)
	go func() { maps <- consumer(name, sourceMap) }()
	tree, err := parser.ParseFile(nil, name, source, 0, parser.WithDisableSourceMaps)
	m := <-maps
	if err != nil {
		return nil, mapped(err, m)
	}
	tree.File.SetSourceMap(m)
	return goja.CompileAST(tree, false)
}

// mapped moves the places of a parser's errors to the author's files.
func mapped(err error, m *sourcemap.Consumer) error {
	list, ok := err.(parser.ErrorList)
	if !ok || m == nil {
		return err
	}
	for _, e := range list {
		if source, _, line, column, ok := m.Source(e.Position.Line, e.Position.Column); ok {
			e.Position.Filename, e.Position.Line, e.Position.Column = source, line, column
		}
	}
	return list
}
