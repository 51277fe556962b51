package bundler

import (
	"reflect"

	"github.com/dop251/goja/ast"
)

// walk calls visit for every node below root, parents first. goja has no
// walker of its own; by reflection none of its forty kinds of node can be
// forgotten.
func walk(root ast.Node, visit func(ast.Node)) {
	walkValue(reflect.ValueOf(root), visit)
}

func walkValue(v reflect.Value, visit func(ast.Node)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if n, ok := v.Interface().(ast.Node); ok && v.Kind() == reflect.Pointer {
			visit(n)
		}
		walkValue(v.Elem(), visit)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !skipped[f.Name] {
				walkValue(v.Field(i), visit)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			walkValue(v.Index(i), visit)
		}
	}
}

// skipped are fields that repeat what is reached otherwise, or lead back.
var skipped = map[string]bool{"DeclarationList": true, "File": true}
