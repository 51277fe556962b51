package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// A shape checks one value of an answer.
type shape func(v any) error

// keys are an object's: a name that ends in "!" has to be there, any other
// name than these may not.
type keys map[string]shape

var (
	record = keys{
		"sandbox_id!": id, "template": text, "metadata": object, "created_at": stamp, "expires_at": stamp, "region": text,
		"status":   oneOf("creating", "running", "paused", "pausing", "stopping", "stopped", "error"),
		"envd_url": text, "envd_access_token": text,
	}
	entry = keys{"name!": text, "path!": text, "type!": oneOf("file", "dir"), "size!": integer, "mtime": stamp}
)

// results are the shapes of spec/epp.md, "Requests, host to plugin".
var results = map[string]keys{
	"sandbox.create": record, "sandbox.connect": record, "sandbox.get": record,
	"sandbox.list": {"sandboxes!": each(record), "next": text},
	"exec.run":     {"stdout!": text, "stderr!": text, "exit_code!": integer},
	"exec.start":   {"process_id!": text}, "pty.open": {"process_id!": text},
	"process.list": {"processes!": each(keys{"pid!": any1, "command!": text, "status!": text})},
	"files.stat":   entry,
	"files.list":   {"entries!": each(entry)},
	"files.read":   {"content_b64!": text},
	"ports.url": {
		"url!": text, "headers": object, "provider_id": text, "sandbox_id": text, "port": integer,
		"authentication_audience": oneOf("gateway"), "path_mode": oneOf("prefix"), "expires_at": stamp,
	},
	"initialize": {
		"protocol!": oneOf("epp/1"), "plugin!": object, "features!": list, "operation_contract_version!": integer,
		"operations!": object, "workflow_inputs!": list, "startup_modes!": list,
	},
}

func (k keys) check(v any) error {
	o, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("%v is no object", v)
	}
	for _, name := range slices.Sorted(maps.Keys(k)) {
		bare := strings.TrimSuffix(name, "!")
		value, there := o[bare]
		switch {
		case !there && bare != name:
			return fmt.Errorf("%s is missing", bare)
		case there:
			if err := k[name](value); err != nil {
				return fmt.Errorf("%s: %w", bare, err)
			}
		}
	}
	for name := range o {
		if k[name] == nil && k[name+"!"] == nil {
			return fmt.Errorf("%s is no key of the protocol", name)
		}
	}
	return nil
}

func each(k keys) shape {
	return func(v any) error {
		all, ok := v.([]any)
		if !ok {
			return fmt.Errorf("%v is no list", v)
		}
		for _, one := range all {
			if err := k.check(one); err != nil {
				return err
			}
		}
		return nil
	}
}

func is[T any](v any) error {
	if _, ok := v.(T); !ok {
		return fmt.Errorf("%v is a %T", v, v)
	}
	return nil
}

func text(v any) error   { return is[string](v) }
func object(v any) error { return is[map[string]any](v) }
func list(v any) error   { return is[[]any](v) }

func integer(v any) error {
	if n, ok := v.(float64); !ok || n != float64(int64(n)) {
		return fmt.Errorf("%v is no integer", v)
	}
	return nil
}

func any1(v any) error {
	if text(v) != nil && integer(v) != nil {
		return fmt.Errorf("%v is neither a number nor a text", v)
	}
	return nil
}

func id(v any) error {
	s, ok := v.(string)
	if !ok || s == "" || strings.ContainsAny(s, "/:") {
		return fmt.Errorf("%v is no id", v)
	}
	return nil
}

func stamp(v any) error {
	s, _ := v.(string)
	_, err := time.Parse(time.RFC3339, s)
	return err
}

func oneOf(words ...string) shape {
	return func(v any) error {
		if s, ok := v.(string); !ok || !slices.Contains(words, s) {
			return fmt.Errorf("%v is none of %v", v, words)
		}
		return nil
	}
}

// exact are the keys whose values are the same on every backend.
var exact = []string{"content_b64", "exit_code", "stdout", "stderr", "name", "type", "metadata", "status", "port"}

// compare checks an answer: its shape, the same kind of answer as recorded, and
// what is the same on every backend. Names are bound on the way.
func (r *replay) compare(s step, method string, want, got message) {
	r.t.Helper()
	if want.Error != nil {
		if got.Error == nil || got.Error.Code != want.Error.Code || got.Error.Data.SDKCode != want.Error.Data.SDKCode {
			r.t.Errorf("line %d: got %.300s\nwant %.300s", s.line, got.raw, s.text)
		}
		return
	}
	if got.Error != nil || len(got.Result) == 0 {
		r.t.Fatalf("line %d: %s: %.500s", s.line, method, got.raw)
	}
	var a, b any
	if json.Unmarshal(want.Result, &a) != nil || json.Unmarshal(got.Result, &b) != nil {
		r.t.Fatalf("line %d: no result: %.300s", s.line, got.raw)
	}
	if k, ok := results[method]; ok {
		if err := k.check(b); err != nil {
			r.t.Errorf("line %d: %s: %v: %.300s", s.line, method, err, got.raw)
		}
	}
	if method == "initialize" {
		r.handshake(b)
		return
	}
	r.same(s, "", a, b)
}

// same walks through what was recorded.
func (r *replay) same(s step, key string, want, got any) {
	r.t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		if slices.Contains(exact, key) {
			break
		}
		for _, k := range slices.Sorted(maps.Keys(w)) {
			if v, ok := g[k]; ok || slices.Contains(exact, k) {
				r.same(s, k, w[k], v)
			}
		}
		return
	case []any:
		g, _ := got.([]any)
		if len(g) < len(w) {
			r.t.Errorf("line %d: %d of %d", s.line, len(g), len(w))
			return
		}
		for i := range w {
			r.same(s, key, w[i], r.fellow(w[i], g, i))
		}
		return
	case string:
		if strings.HasPrefix(w, "$") {
			r.bind(s, w, got)
			return
		}
	}
	if slices.Contains(exact, key) && !reflect.DeepEqual(want, got) {
		r.t.Errorf("line %d: %s is %v, not %v", s.line, key, got, want)
	}
}

// fellow gives the element that stands for a recorded one: the same sandbox or
// the same file, else the one in its place. A backend may have more than one
// user, and another order.
func (r *replay) fellow(want any, all []any, i int) any {
	w, _ := want.(map[string]any)
	for _, key := range []string{"sandbox_id", "name"} {
		name, ok := w[key].(string)
		if !ok {
			continue
		}
		if value, bound := r.names[`"`+name+`"`]; bound {
			_ = json.Unmarshal(value, &name) // it came from JSON
		}
		for _, one := range all {
			if g, _ := one.(map[string]any); g[key] == name {
				return one
			}
		}
	}
	return all[i]
}

func (r *replay) bind(s step, name string, got any) {
	r.t.Helper()
	value, _ := json.Marshal(got) // it came from JSON
	key := `"` + name + `"`
	if before, ok := r.names[key]; ok && string(before) != string(value) {
		r.t.Errorf("line %d: %s is %s now, was %s", s.line, name, value, before)
		return
	}
	r.names[key] = value
}

// handshake compares the plugin's lists with its manifest's, order included.
func (r *replay) handshake(got any) {
	r.t.Helper()
	d := r.o.Descriptor
	want := map[string]any{
		"features": names(d.Features), "workflow_inputs": names(d.Workflow.Inputs), "startup_modes": names(d.Workflow.Startups),
		"operations":                 map[string]any{"cli": names(d.Operations.CLI), "python": names(d.Operations.Python)},
		"operation_contract_version": 1.0,
	}
	for k, w := range want {
		if g := got.(map[string]any)[k]; !reflect.DeepEqual(g, w) {
			r.t.Errorf("%s is %v, the manifest's %v", k, g, w)
		}
	}
}

func names[T ~string](all []T) []any {
	out := []any{}
	for _, one := range all {
		out = append(out, string(one))
	}
	return out
}
