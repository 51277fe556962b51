package server

import (
	"errors"
	"slices"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/js"
)

// toGo copies a value of JavaScript; what can be iterated asynchronously
// becomes a stream whose turns belong to the scope. The VM's thread only.
func (i *instance) toGo(rt *goja.Runtime, s *scope, v goja.Value) (any, error) {
	c := &outgoing{i: i, scope: s}
	return js.Bounds{Special: c.special, Bytes: i.most}.ToGo(rt, v)
}

// outgoing looks at each object before it is copied.
type outgoing struct {
	i     *instance
	scope *scope
	depth int
}

const maxCopies = 50

func (c *outgoing) special(rt *goja.Runtime, o *goja.Object) (any, bool, error) {
	stream, err := c.i.streamToGo(rt, c.scope, o)
	if stream != nil || err != nil {
		return stream, true, err
	}
	stale := staleTwins(o)
	if stale == nil {
		return nil, false, nil
	}
	if c.depth++; c.depth > maxCopies {
		return nil, true, errors.New("a value is nested too deep, or contains itself")
	}
	defer func() { c.depth-- }()
	v, err := js.Bounds{Special: c.special, Bytes: c.i.most}.ToGo(rt, without(rt, o, stale))
	return v, true, err
}

// staleTwins finds keys that an object has in both casings, as
// {...info, envdUrl: x} does where info has envd_url: the later one is meant,
// so the earlier one is stale. Other objects' keys are their users' own.
func staleTwins(o *goja.Object) []string {
	if o.ClassName() != "Object" {
		return nil
	}
	var stale []string
	seen := map[string]string{}
	for _, key := range o.Keys() {
		name := snake(key)
		if !fieldNames[name] {
			continue
		}
		if before, ok := seen[name]; ok {
			stale = append(stale, before)
		}
		seen[name] = key
	}
	return stale
}

// without copies an object but for some keys.
func without(rt *goja.Runtime, o *goja.Object, keys []string) *goja.Object {
	copied := rt.NewObject()
	for _, key := range o.Keys() {
		if !slices.Contains(keys, key) {
			define(copied, key, o.Get(key))
		}
	}
	return copied
}

// fieldNames are the names of two words and more in spec/kit.md's shapes.
var fieldNames = map[string]bool{
	"sandbox_id": true, "template_id": true, "envd_url": true, "envd_access_token": true, "envd_version": true,
	"started_at": true, "end_at": true, "expires_at": true, "created_at": true, "cpu_count": true, "memory_mb": true,
	"env_vars": true, "auto_pause": true, "provider_options": true, "request_timeout": true,
	"exit_code": true, "old_path": true, "new_path": true, "context_id": true,
}
