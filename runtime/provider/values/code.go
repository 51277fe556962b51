package values

import "github.com/abxgen/abxgen/runtime/api"

// FromCode gives the last argument of run_code.
func FromCode(r api.CodeRequest) map[string]any {
	o := Object{"code": r.Code, "envs": textMap(r.Envs)}
	set(o, "language", r.Language)
	set(o, "context_id", r.ContextID)
	set(o, "mode", r.Mode)
	if r.Timeout > 0 {
		o["timeout"] = r.Timeout.Seconds()
	}
	return o
}

// ToCode reads it.
func ToCode(v any) api.CodeRequest {
	o := AsObject(v)
	return api.CodeRequest{
		Code: o.Text("code"), Language: o.Text("language"), ContextID: o.Text("context_id"), Mode: o.Text("mode"),
		Timeout: o.Seconds("timeout"), Envs: o.Map("envs", "env", "env_vars"),
	}
}

// FromResult gives what a run gave.
func FromResult(r *api.CodeResult) map[string]any {
	results := make([]any, len(r.Results))
	for i, one := range r.Results {
		results[i] = one
	}
	o := Object{
		"text": r.Text, "stdout": r.Stdout, "stderr": r.Stderr, "exit_code": r.ExitCode, "results": results, "error": nil,
		"execution_time": r.Elapsed.Seconds(),
	}
	if r.Error != nil {
		o["error"] = map[string]any{"name": r.Error.Name, "value": r.Error.Value, "traceback": r.Error.Traceback}
	}
	return o
}

// ToResult reads it; an object with none of its fields is E8000.
func ToResult(v any) (*api.CodeResult, error) {
	o := AsObject(v)
	if !o.hasAny("text", "stdout", "stderr", "exit_code", "results", "error", "logs") {
		return nil, wrong(v, "an object with text, stdout and stderr")
	}
	r := &api.CodeResult{
		Text: o.Text("text"), Stdout: o.Text("stdout"), Stderr: o.Text("stderr"), ExitCode: o.Int("exit_code"),
		Elapsed: o.Seconds("execution_time"),
	}
	items, _ := o.Get("results").([]any)
	for _, item := range items {
		r.Results = append(r.Results, AsObject(item))
	}
	if e := AsObject(o.Get("error")); len(e) > 0 {
		r.Error = &api.CodeError{Name: e.Text("name"), Value: e.Text("value"), Traceback: e.Text("traceback")}
	}
	return r, nil
}

// FromContext gives a kept interpreter state.
func FromContext(c *api.CodeContext) map[string]any {
	return map[string]any{"id": c.ID, "language": c.Language, "cwd": c.Cwd}
}

// FromContexts gives a list of them.
func FromContexts(list []api.CodeContext) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = FromContext(&list[i])
	}
	return out
}

// ToContext reads one; one without an id is E8000.
func ToContext(v any) (*api.CodeContext, error) {
	o := AsObject(v)
	c := &api.CodeContext{ID: o.Text("id", "context_id"), Language: o.Text("language"), Cwd: o.Text("cwd")}
	if c.ID == "" {
		return nil, wrong(v, "a context with an id")
	}
	return c, nil
}

// ToContexts reads the answer of list_contexts.
func ToContexts(v any) ([]api.CodeContext, error) {
	items, ok := v.([]any)
	if !ok {
		if items, ok = AsObject(v).Get("contexts").([]any); !ok {
			return nil, wrong(v, "an array of contexts")
		}
	}
	out := make([]api.CodeContext, 0, len(items))
	for _, item := range items {
		c, err := ToContext(item)
		if err != nil {
			return nil, err
		}
		out = append(out, *c)
	}
	return out, nil
}
