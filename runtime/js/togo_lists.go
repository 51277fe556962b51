package js

import (
	"fmt"
	"strconv"

	"github.com/dop251/goja"
)

func (c *copier) array(o *goja.Object, depth int) (any, error) {
	length := o.Get("length").ToInteger()
	if length > int64(c.bounds.Nodes-c.nodes) {
		return nil, fmt.Errorf("an array has %d elements; a value may have %d parts", length, c.bounds.Nodes)
	}
	out := []any{}
	for i := range length {
		item, err := c.element(o.Get(strconv.FormatInt(i, 10)), depth)
		if err != nil {
			return nil, err
		}
		out = append(out, item)
	}
	return out, nil
}

// element keeps the place of what an object would leave out.
func (c *copier) element(v goja.Value, depth int) (any, error) {
	if skipped(v) {
		return nil, c.count(1)
	}
	return c.value(v, depth+1)
}

func (c *copier) iterable(o *goja.Object, depth int) (any, error) {
	out, failure := []any{}, error(nil)
	c.rt.ForOf(o, func(v goja.Value) bool {
		var item any
		item, failure = c.element(v, depth)
		out = append(out, item)
		return failure == nil
	})
	return out, failure
}

func (c *copier) mapEntries(o *goja.Object, depth int) (any, error) {
	out, failure := map[string]any{}, error(nil)
	c.rt.ForOf(o, func(v goja.Value) bool {
		pair, ok := v.(*goja.Object)
		if !ok {
			failure = fmt.Errorf("a Map gives something else than pairs")
			return false
		}
		var item any
		item, failure = c.element(pair.Get("1"), depth)
		out[pair.Get("0").String()] = item
		return failure == nil
	})
	return out, failure
}
